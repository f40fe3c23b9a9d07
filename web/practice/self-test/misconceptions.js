/** What a wrong answer may show: a closed list, and the page of the course that treats it. */

/**
 * @typedef {'importance' | 'explains' | 'axis' | 'share' | 'pick' | 'late' | 'scale' | 'position' | 'heads' | 'roles' |
 *   'kinds' | 'shape' | 'widths' | 'cost' | 'stored'} Misconception
 */

/** @type {Readonly<Record<Misconception, string>>} */
export const treatedBy = Object.freeze({
  importance: 'mixing-same',
  explains: 'why-limits',
  axis: 'scoring-row',
  share: 'scoring-share',
  pick: 'mixing-row',
  late: 'order-causal',
  scale: 'projections-root',
  position: 'order-twins',
  heads: 'heads-concatenate',
  roles: 'projections-three',
  kinds: 'order-padding',
  shape: 'translation-lengths',
  widths: 'translation-additive',
  cost: 'own-cost',
  stored: 'own-picture',
});
