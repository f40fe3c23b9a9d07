import { AttentionLab, AttentionMap } from 'attention-lab/vue';
import DefaultTheme from 'vitepress/theme';

export default {
  extends: DefaultTheme,
  /** @param {{ app: import('vue').App }} context */
  enhanceApp({ app }) {
    app.component('AttentionLab', AttentionLab).component('AttentionMap', AttentionMap);
  },
};
