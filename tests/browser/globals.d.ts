// What `tests/support/browser.js` adds to each page that a test opens: functions that run in the page use it.
import type { AttentionLab } from '../../web/elements/attention-lab.js';

declare global {
  /** The first lab of the page. */
  var lab: AttentionLab;
  /** The first element of the lab that matches. */
  function inLab<Tag extends keyof HTMLElementTagNameMap>(
    selector: Tag,
  ): HTMLElementTagNameMap[Tag] | null;
  function inLab<T extends Element = HTMLElement>(selector: string): T | null;
  /** All elements of the lab that match. */
  function allInLab<T extends Element = HTMLElement>(selector: string): T[];
}
