/** The pages of the course, as data: links name these pages before the course is loaded. */

/** @import { Feature } from '../../features.js' */

/** @type {Feature} */
export const courseEntrances = {
  values: {
    entrances: {
      course: 'why',
      coursePages: {
        why: ['why-flip', 'why-unseen', 'why-cup', 'why-limits'],
        mixing: ['mixing-values', 'mixing-slide', 'mixing-row'],
        scoring: ['scoring-dot', 'scoring-turn', 'scoring-share', 'scoring-learn'],
        projections: ['projections-three', 'projections-why', 'projections-root'],
        order: ['order-twins', 'order-positions', 'order-causal', 'order-leak'],
        heads: ['heads-why', 'heads-jobs', 'heads-silence', 'heads-output'],
        translation: [
          'translation-align',
          'translation-roles',
          'translation-lengths',
          'translation-learn',
          'translation-read',
        ],
        own: ['own-stream', 'own-next', 'own-row', 'own-bug', 'own-end'],
      },
    },
  },
};
