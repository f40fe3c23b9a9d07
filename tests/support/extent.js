// The two tiers of a run. `npm test` is the daily tier: it takes five minutes. It leaves out the
// files of extent.json, Firefox, and three quarters of the random cases (`reduceCaseCount`). CI,
// `npm run test:all` and a run of files by their paths leave out nothing.

import { readFileSync } from 'node:fs';

/** The environment variable that the runner sets for the daily tier. */
export const DAILY_VARIABLE = 'ATTENTION_LAB_DAILY';

export const isThorough = process.env[DAILY_VARIABLE] === undefined;

/**
 * The files that the daily tier leaves out, by what they are about: they take long, or a change
 * seldom breaks what they alone test.
 * @type {Record<string, string[]>}
 */
export const LEFT_OUT = JSON.parse(readFileSync(new URL('extent.json', import.meta.url), 'utf8'));

/** The factor by which the daily tier reduces the number of random cases. */
const FEWER = 4;

/** Returns the number of random cases. @param {number} most */
export const reduceCaseCount = (most) => (isThorough ? most : Math.ceil(most / FEWER));
