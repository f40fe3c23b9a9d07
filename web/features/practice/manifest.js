/** Pages of the practice, as data: links name them before the practice is loaded. */

/** @import { Feature } from '../../features.js' */

/** @type {Feature} */
export const practiceEntrances = {
  values: {
    entrances: { check: 'practice-check', worksheet: 'practice-worksheet', prefix: 'practice' },
  },
};
