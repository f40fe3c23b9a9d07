import { makeBugPage } from '../../web/features/practice/bugs/page.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';

/** @param {string} name the name of a puzzle: '2-17' */
export const bugState = (name) =>
  normaliseState({ ...DEFAULTS, guide: makeBugPage(name).id, ...makeBugPage(name).state });
