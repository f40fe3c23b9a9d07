import vue from '@vitejs/plugin-vue';

const isCustomElement = (/** @type {string} */ tag) => tag.startsWith('attention-');

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
