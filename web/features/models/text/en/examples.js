/** Sentences to try on a model, and what each shows of the trained one. */

/** @import { Variant } from '../../../../state/fields.js' */

/**
 * @typedef {object} Example
 * @property {string} name on its button
 * @property {string} sentence
 * @property {number} query the word to look at
 * @property {string} moral
 * @property {Variant} [variant] of the pronoun resolver
 */

const carry = 'the animal did not carry the box across the street because it was too';

const cross = 'the animal did not cross the street because it was too';

/** @type {{ describer: Example[], pronoun: Example[], mini: Example[], translator: Example[] }} */
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
      moral:
        'No sentence of this form was in training. Press “heavy” and “wide” beside the table, too.',
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
      query: 11,
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
  pronoun: [
    {
      name: '… too tired',
      sentence: `${cross} tired`,
      query: 8,
      variant: 'two',
      moral:
        'In layer 1 “it” finds “tired” (0.62), in layer 2 the animal (0.96). Yet set that 0.62 to 0, and it is still the animal; set the 0.85 of “street” on “tired” to 0 instead, and it is the street. What decides is that the key of “street” turns away.',
    },
    {
      name: '… too wide',
      sentence: `${cross} wide`,
      query: 8,
      variant: 'two',
      moral:
        'One word, and “it” turns to the street (0.96). In layer 1 it hardly looks at “wide” (0.01): “animal” does (0.35), and its key turns away.',
    },
    {
      name: '… too heavy',
      sentence: `${carry} heavy`,
      query: 11,
      variant: 'two',
      moral:
        'Here “it” has to look itself: in layer 1 at “heavy” (0.95), so that in layer 2 it finds the box (0.96). Set the first to 0, and the box is lost.',
    },
    {
      name: 'Two animals',
      sentence: 'the dog did not carry the cat because it was too tired',
      query: 8,
      variant: 'two',
      moral:
        'Both could be tired, and it does not know the order of words: 0.82 for the cat and 0.18 for the dog, as their keys happen to be.',
    },
    {
      name: 'Nothing is wide',
      sentence: 'the animal did not carry the box because it was too wide',
      query: 8,
      variant: 'two',
      moral:
        'No noun suits, and it says “animal” all the same, with a probability of 0.99: how sure a model is does not tell whether it is right.',
    },
    {
      name: 'One layer: … too heavy',
      sentence: `${carry} heavy`,
      query: 11,
      variant: 'one',
      moral:
        'Street 0.20, animal 0.19, box 0.18: write another adjective, and all three change in the same proportion. It cannot look at the box, and says “cart”. Of sentences never seen, 42 % are right.',
    },
    {
      name: 'Two layers, free value: … too heavy',
      sentence: `${carry} heavy`,
      query: 11,
      variant: 'two-free',
      moral:
        'The box, and it is right; but in layer 2 all weight is on “heavy”, and none on the box. All sentences never seen are right, with a mean weight of 0.29 on the noun: a map is not an explanation.',
    },
    {
      name: 'One layer, free value: … too heavy',
      sentence: `${carry} heavy`,
      query: 11,
      variant: 'one-free',
      moral:
        'The box again, with more weight on “heavy” (0.38) and on the animal (0.24) than on the box (0.23). 98 % of sentences never seen are right, and the mean weight on the noun is 0.24: the map does not show why.',
    },
  ],
  mini: [
    {
      name: 'the dogs near the house …',
      sentence: '<s> the dogs near the house',
      query: 5,
      moral:
        'Are: the verb agrees with “dogs”, though “house” stands nearer. Take the s from “dogs”, and it is “is”.',
    },
    {
      name: '… she gives the …',
      sentence: '<s> Anna has a red ball . she gives the',
      query: 9,
      moral: 'Red: the colour was told in the sentence before.',
    },
    {
      name: '… too tired . the …',
      sentence: '<s> the dog did not cross the street because it was too tired . the',
      query: 14,
      moral: 'The dog is tired. Write “wide” for “tired”, and the next word is “street”.',
    },
    {
      name: '… Tom gives …',
      sentence: '<s> Anna and Tom go to the park . Tom gives',
      query: 10,
      moral: 'To Anna: the one of the two who does not give.',
    },
    {
      name: '… he thanks …',
      sentence: '<s> Anna has a red ball . she gives the red ball to Tom . he thanks',
      query: 16,
      moral: 'Anna again: who gave is fifteen words back, and “he” is Tom.',
    },
    {
      name: 'Which kite? (it fails)',
      sentence: '<s> Anna has a red ball and a blue kite . the kite is',
      query: 13,
      moral:
        'Blue would be right, and it has no idea. One head would have to find the kite, and another what stands before it; tried with such stories in its training, it stayed at chance. The toy “induction” learns such a path.',
    },
  ],
  translator: [
    {
      name: "il n'est pas aussi grand …",
      sentence: "il n'est pas aussi grand que son père",
      query: 2,
      moral:
        'The article’s sentence, which was kept out of the training. In the step “Block” take “pas” away from “not”, and he is as tall as his father.',
    },
    {
      name: "Jane visite l'Afrique …",
      sentence: "Jane visite l'Afrique en septembre",
      query: 2,
      moral: 'Every word looks where it comes from; “l’” has no word of its own in English.',
    },
    {
      name: 'elle est plus grande …',
      sentence: 'elle est plus grande que sa mère',
      query: 2,
      moral:
        'Two French words become one. Block “taller” from “plus”, or from “grande”: it is “taller” all the same, for the annotation of each knows of the other.',
    },
    {
      name: "elle n'est plus malade",
      sentence: "elle n'est plus malade",
      query: 2,
      moral:
        'The same “plus” is “no longer” here: an annotation holds what stands around its word.',
    },
    {
      name: 'la grande maison …',
      sentence: 'la grande maison est très vieille',
      query: 1,
      moral:
        'A house is big, and in “ma mère est grande” a mother is tall: the same word in other company.',
    },
    {
      name: 'il me voit',
      sentence: 'il me voit',
      query: 1,
      moral: 'The order changes: “sees” looks at the last word, “me” at the one before.',
    },
    {
      name: 'The words shuffled',
      sentence: "père son que grand aussi pas est n' il",
      query: 0,
      moral:
        'Nonsense comes out of nonsense: it reads words in their order, unlike the head that asks which noun is tired.',
    },
  ],
};
