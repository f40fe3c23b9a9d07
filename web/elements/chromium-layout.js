/** Works around a bug of Chromium, which sometimes does not lay out new content of a frame. */

import { callInFrame } from '../figures/dom.js';

/** @import { AttentionLab } from './attention-lab.js' */

/**
 * Works around a bug of Chromium 156. Content added to a `container-type` element sometimes never
 * gets boxes if the height of the frame changes meanwhile. The lab then stays blank. Removing the
 * element from the layout and putting it back fixes this.
 * @param {AttentionLab} host the element with a lab in its shadow root
 */
export const addChromiumLayoutWorkaround = (host) =>
  host.addController({
    hostUpdated() {
      if (parent !== window) callInFrame(() => layOutAgain(host));
    },
  });

/** @param {AttentionLab} host */
function layOutAgain(host) {
  const hasBoxes = (/** @type {Element} */ element) => element.getClientRects().length > 0;
  const sections = [...(host.shadowRoot?.querySelectorAll('.lab > section') ?? [])];
  if (!hasBoxes(host) || sections.every(hasBoxes)) return;
  const { display } = host.style;
  host.style.display = 'none';
  hasBoxes(host);
  host.style.display = display;
}
