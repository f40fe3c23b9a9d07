/**
 * A plugin that turns a fence ```` ```attention ```` into an element: `md.use(attentionFences)`.
 * @param options.vue whether the page is a Vue template, as in VitePress
 * @param options.width the width of the column in pixels, 640 by default: tables that do not fit
 * stand below each other. A fence may have its own `width`
 */
export default function attentionFences(
  md: { renderer: { rules: object } },
  options?: { vue?: boolean; width?: number },
): void;
