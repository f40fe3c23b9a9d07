/**
 * What each head of the model that ships usually does: what share of its weight it gives to the keys at a place, on
 * average over all tokens of some sentences. `node tests/support/make-head-habits.js` measures it with float32 weights.
 */

/** By layer and head; `even` has the shares of weights that are all equal. */
export const headHabits = {
  sentences: 34,
  tokens: 288,
  even: {
    itself: 0.118,
    previous: 0.103,
    next: 0.103,
    earlier: 0.338,
    later: 0.338,
    content: 0.517,
  },
  heads: [
    [
      { itself: 0.23, previous: 0.249, next: 0.066, earlier: 0.396, later: 0.058, content: 0.476 },
      { itself: 0.702, previous: 0.072, next: 0.205, earlier: 0.003, later: 0.018, content: 0.679 },
      { itself: 0.411, previous: 0.03, next: 0.442, earlier: 0.013, later: 0.104, content: 0.659 },
      { itself: 0.617, previous: 0.306, next: 0.018, earlier: 0.029, later: 0.03, content: 0.561 },
    ],
    [
      { itself: 0.189, previous: 0.145, next: 0.126, earlier: 0.321, later: 0.22, content: 0.493 },
      { itself: 0.29, previous: 0.124, next: 0.185, earlier: 0.175, later: 0.225, content: 0.793 },
      { itself: 0.094, previous: 0.118, next: 0.129, earlier: 0.343, later: 0.316, content: 0.637 },
      { itself: 0.259, previous: 0.087, next: 0.089, earlier: 0.307, later: 0.258, content: 0.536 },
    ],
  ],
  /** The most that a head changes what *it* gives to *animal* or *street*, with *wide* at the end for *tired*. */
  pronounChange: 0.012,
};
