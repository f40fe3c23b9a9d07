// The state of a page that hides a bug.
import { bugPage } from '../../web/features/practice/bugs/page.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { normalise } from '../../web/state/normalise.js';

/** @param {string} name of a puzzle: '2-17' */
export const bugState = (name) =>
  normalise({ ...DEFAULTS, guide: bugPage(name).id, ...bugPage(name).state });
