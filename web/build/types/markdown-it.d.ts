/**
 * A plugin that turns a fence ```` ```attention ```` into an element: `md.use(attentionFences)`.
 * @param options.vue whether the page is a Vue template, as in VitePress
 */
export default function attentionFences(
  md: { renderer: { rules: object } },
  options?: { vue?: boolean },
): void;
