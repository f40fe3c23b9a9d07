/** @import { Page } from 'puppeteer-core' */

/** Everything that can be pressed, opened or typed into. */
const CONTROLS = 'a, button, input, select, textarea, summary, dialog, [tabindex], [role=grid]';

/** The actions left to a reader: turn to another named step, or move the slider of the step. */
const ALLOWED = '.bar :is(button, summary), #spread-length, .step-title';

/** @param {Page} page */
export const listControls = (page) =>
  page.evaluate(
    (all, allowed) =>
      allInLab(all)
        .filter((element) => !element.matches(allowed))
        .map((element) => element.outerHTML.slice(0, 120)),
    CONTROLS,
    ALLOWED,
  );
