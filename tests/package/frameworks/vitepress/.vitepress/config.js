const isCustomElement = (/** @type {string} */ tag) => tag.startsWith('attention-');

export default {
  title: 'VitePress',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  vue: { template: { compilerOptions: { isCustomElement } } },
  // That a chunk is large is for its author to judge.
  vite: { build: { chunkSizeWarningLimit: 10_000 } },
};
