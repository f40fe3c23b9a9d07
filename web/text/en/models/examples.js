/** Sentences to try on a model, and what each shows of the trained one. */

/**
 * @typedef {object} Example
 * @property {string} name on its button
 * @property {string} sentence
 * @property {number} query the word to look at
 * @property {string} moral
 */

const carry = 'the animal did not carry the box across the street because it was too';

/** @type {{ describer: Example[] }} */
export const examples = {
  describer: [
    {
      name: '… too tired',
      sentence: `${carry} tired`,
      query: 14,
      moral: 'One word decides: change it to “heavy” or “wide”, and another noun is found.',
    },
    {
      name: '… too heavy',
      sentence: `${carry} heavy`,
      query: 14,
      moral: 'The same sentence but for its last word, and all weight is on another noun.',
    },
    {
      name: '… too wide',
      sentence: `${carry} wide`,
      query: 14,
      moral: '“the street … wide” was never in training: it is found by the class of its noun.',
    },
    {
      name: 'Three adjectives at once',
      sentence: 'the tired animal did not carry the heavy box across the wide street',
      query: 1,
      moral: 'No sentence of this form was in training. Press “heavy” and “wide” above, too.',
    },
    {
      name: 'The street crosses the animal',
      sentence: 'the street did not cross the animal because it was too tired',
      query: 11,
      moral:
        'Still the animal: this head does not know the order of words. It knows only which kind of noun goes with “tired”.',
    },
    {
      name: 'Two animals',
      sentence: 'the dog did not carry the cat because it was too tired',
      query: 10,
      moral:
        'Two nouns of one class share the weight as the lengths of their keys happen to be, and the point found between them may be nearest to a third noun.',
    },
    {
      name: 'Nothing is wide',
      sentence: 'the animal did not carry the box because it was too wide',
      query: 11,
      moral:
        'Weights always add up to 1, so something is found even where nothing fits: the answer is nonsense.',
    },
  ],
};
