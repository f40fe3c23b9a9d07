/** The types of `attention-lab/anywidget`. */

import type { WidgetModel } from '../../entries/anywidget.js';

export type { WidgetModel };

/** A module of anywidget: `_esm` of a widget. */
declare const widget: {
  /**
   * Shows `<attention-map>` if the model has weights but neither a sentence nor a state, else
   * `<attention-lab>`. Traits with the names of the element's properties set these, and what the
   * reader changes is sent back.
   * @param view.el the element that contains the widget
   * @returns a function that removes the element and its listeners
   */
  render(view: { model: WidgetModel; el: HTMLElement }): () => void;
};
export default widget;
