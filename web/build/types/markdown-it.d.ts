/**
 * A fence ```` ```attention ```` becomes an element: `md.use(attentionFences)`.
 * @param options.vue whether the page is a template of Vue's, as in VitePress
 */
export default function attentionFences(
  md: { renderer: { rules: object } },
  options?: { vue?: boolean },
): void;
