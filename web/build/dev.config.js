/** The configuration of `npm run dev`, which serves the page from its modules and reloads it when a module is saved. */

import { root } from './files.js';

/** @import { UserConfig } from 'vite' */

const script = '<script src="attention-lab.js"></script>';
const modules = `<script type="module">
  import { addAll, showPage } from '../entries/loader.js';
  addAll();
  showPage();
</script>`;

/** @type {UserConfig} */
export default {
  root: `${root}web`,
  // Lit's modules for development warn on the console.
  resolve: { conditions: ['module', 'browser', 'production'] },
  server: { open: false, fs: { allow: [root] }, host: 'localhost', port: 8081 },
  plugins: [
    {
      name: 'page-of-modules',
      transformIndexHtml: (html) => html.replace(script, modules),
      configureServer({ middlewares }) {
        middlewares.use((request, _, next) => {
          if (/^\/(\?.*)?$/.test(request.url ?? '')) request.url = '/site/index.html';
          next();
        });
      },
    },
  ],
};
