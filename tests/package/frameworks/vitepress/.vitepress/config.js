import attentionFences from 'attention-lab/markdown-it';

const isCustomElement = (/** @type {string} */ tag) => tag.startsWith('attention-');

export default {
  title: 'VitePress',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { config: (/** @type {any} */ md) => md.use(attentionFences, { vue: true }) },
  vue: { template: { compilerOptions: { isCustomElement } } },
  // That a chunk is large is for its author to judge.
  vite: { build: { chunkSizeWarningLimit: 10_000 } },
};
