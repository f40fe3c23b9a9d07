/** What a thread of scripts.js does. */

import { minify } from 'terser';

/**
 * Smaller than esbuild leaves it: to read a property has no effect here. In ASCII, because a page that
 * does not say how it is encoded would read other letters. Webpack and Vite are told of the one import
 * that only Node runs. More passes and inlining take twice as long, and make no smaller file once compressed.
 * @param {{ script: string, options: import('terser').MinifyOptions }} what
 */
export default async function minified({ script, options }) {
  const { code = '' } = await minify(script, {
    ecma: 2020,
    compress: {
      inline: 1,
      keep_fargs: false,
      lhs_constants: false,
      passes: 2,
      pure_getters: true,
      sequences: false,
      unsafe_arrows: true,
    },
    format: { ascii_only: true, comments: /webpackIgnore|@vite-ignore/ },
    ...options,
  });
  return code;
}
