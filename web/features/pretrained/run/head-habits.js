/**
 * The habits of each head of the shipped model: the mean share of a head's weight on the keys at
 * each place, over all tokens of some sentences. `node tests/support/make-head-habits.js` measures
 * them with float32 weights.
 */

/**
 * Habits by layer and head. `even` has the shares that equal weights would give. `pronounChange` is
 * the largest change of a head's weight from *it* to *animal* or *street* when the sentence ends
 * with *wide* instead of *tired*.
 */
export const headHabits = {
  sentences: 34,
  tokens: 288,
  even: {
    itself: 0.118,
    previous: 0.103,
    next: 0.103,
    back: 0.559,
    content: 0.517,
  },
  heads: [
    [
      { itself: 0.23, previous: 0.249, next: 0.066, back: 0.876, content: 0.476 },
      { itself: 0.702, previous: 0.072, next: 0.205, back: 0.777, content: 0.679 },
      { itself: 0.411, previous: 0.03, next: 0.442, back: 0.454, content: 0.659 },
      { itself: 0.617, previous: 0.306, next: 0.018, back: 0.952, content: 0.561 },
    ],
    [
      { itself: 0.189, previous: 0.145, next: 0.126, back: 0.654, content: 0.493 },
      { itself: 0.29, previous: 0.124, next: 0.185, back: 0.589, content: 0.793 },
      { itself: 0.094, previous: 0.118, next: 0.129, back: 0.555, content: 0.637 },
      { itself: 0.259, previous: 0.087, next: 0.089, back: 0.653, content: 0.536 },
    ],
  ],
  pronounChange: 0.012,
};
