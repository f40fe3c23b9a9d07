/** Chapter 7: translation, where attention began. */

import { html } from 'lit';
import { bold, quoted } from '../../../lessons/text.js';
import { rounded } from '../../number.js';

export const chapter = {
  title: 'Where it began: translation',
  question: 'What does a translator ask the sentence that it reads?',
};

/** @param {string} word */
export const press = (word) => `${word}: choose this word`;
/** @param {string} word */
export const look = (word) => `${word}: show where it looks`;
/** @param {readonly string[]} french @param {readonly string[]} english */
export const sentences = (french, english) =>
  `French: ${french.join(' ')}. English: ${english.join(' ')}`;

/** Smaller weights are not read out. */
const LEAST = 0.05;

/** @param {string} from @param {readonly string[]} words @param {readonly number[]} weights */
export const lines = (from, words, weights) => {
  const said = words.flatMap((word, i) =>
    weights[i] >= LEAST ? [`${word} ${rounded(weights[i], 2)}`] : [],
  );
  return `Lines from ${from} to the words it attends to: ${said.join(', ') || 'none above 0.05'}`;
};
export const training =
  'The translator is being trained here, from nothing. It takes ten seconds or more.';
export const ends = '■ marks both ends of a sentence.';

export const align = {
  title: 'One word at a time',
  setup: html`<p>A program writes an English translation word by word, and before each it may look at the whole French
    sentence. It has only seen pairs of sentences, never which word comes from which.</p>`,
  question: 'When it writes “tall”, at which French word will it look most? Press it.',
  right: html`<b lang="fr">grand</b> is what it needs to know at that moment.`,
  /** @param {string} word */
  place: (word) =>
    html`${bold(word)} stands in the same place, but the two languages do not run in step.`,
  /** @param {string} word */
  wrong: (word) => html`Not ${bold(word)}: which French word says how tall?`,
  after: html`<p>Such a map is called an <b>alignment</b>: a row for each English word, a column for each French one. Press
    other English words: most look where a reader would, but the second <b>as</b> looks at several.</p>`,
};

export const roles = {
  title: 'Who asks, and who is asked?',
  setup: html`<p>An <b>encoder</b> reads the French sentence and keeps a row of numbers for each word, its state there.
    A <b>decoder</b> writes, and has a state of its own: what was written so far, and what is still missing.</p>`,
  question: 'Which part does each of them play in the attention that you know?',
  items: [
    'the decoder’s state, before it writes a word',
    'what each French word is compared by',
    'the encoder’s states, as they are mixed',
    'what comes out for one English word',
  ],
  options: ['query', 'keys', 'values', 'weighted sum (context vector)'],
  done: html`The one who writes asks, the sentence that was read answers.`,
  /** @param {number} item */
  mistake: (item) =>
    [
      html`The decoder looks for something: what it needs for the next word.`,
      html`Comparing belongs to the scores: a query meets something of each French word.`,
      html`What is mixed by the weights is what flows out, not what is compared.`,
      html`Out comes one row: the encoder’s states, each times its weight, added up.`,
    ][item],
  after: html`<p>Queries from one sentence, keys and values from another: that is <b>cross-attention</b>. Decoders before it got
    a single row for the whole sentence, and long ones did not fit in; the <b>context vector</b> is made anew for every
    word.</p>`,
};

export const lengths = {
  title: 'Two lengths',
  setup: html`<p>The two sentences need not be equally long. Say the encoder has read 7 words, and the decoder writes
    8.</p>`,
  question: 'How large is the map of weights?',
  labels: ['weights in one row', 'rows', 'weights in all', 'sum of all weights'],
  right: html`Each of the 8 written words has a row of 7 weights, and every row adds up to 1.`,
  turned: html`Rows belong to queries, and it is the decoder that asks: a row for each word that is written.`,
  square: html`The map is a square only where a sentence attends to itself.`,
  one: html`Every row adds up to 1, and there are several rows.`,
  after: html`<p>A row is as long as the sentence that was read. In the example shown here, the marks of both ends count as
    words, too.</p>`,
};

export const block = {
  title: 'Take a word away',
  setup: html`<p>The decoder writes <b>not</b> and looks mostly at <b lang="fr">pas</b>. Now this one link is blocked: at
    this step, <b lang="fr">pas</b> gets a score of −∞.</p>`,
  question: 'How will the translation go on after “he is”?',
  answers: {
    same: 'as before: “n’” says “not” as well',
    lost: 'as if nothing were denied: “as tall as his father”',
    broken: 'it cannot go on without that word, and stops',
  },
  same: html`A reader knows that from <b lang="fr">n’</b>; this program has learned to wait for <b lang="fr">pas</b>.`,
  lost: html`What cannot be read is not written: the weights go to the other words, and these say “as”.`,
  broken: html`It always writes its most probable word. The weights are divided among the words that are left.`,
  link: 'This step may look at “pas”:',
  yes: 'yes',
  no: 'no',
  after: html`<p>Switch the link off, and see: all words from there on are written anew. This is how a map is put to the
    test: the translation depends on that weight.</p>`,
};

export const additive = {
  title: 'Another way to score',
  setup: html`<p>A query of 2 numbers and a key of 3 have no dot product. <b>Additive scoring</b> projects both to one
    length, adds them, takes tanh of each number and weighs these by a learned vector w.</p>`,
  question:
    'Numbers by hand: tanh 0 is 0, and to three digits tanh is 1 from 10 on and −1 below −10. Which scores come out?',
  /** @param {string} calculation */
  help: (calculation) => html`First number of “grand”: ${calculation}`,
  labels: ['its second number', 'its third number', 'score of “grand”', 'score of “petit”'],
  right: html`0 · 4 + 1 · 3 + (−1) · 2 = 1, and 1 · 4 + 0 · 3 + (−1) · 2 = 2.`,
  bare: html`Those are the sums: tanh has still to squeeze them to between −1 and 1.`,
  unweighed: html`The three numbers are not just added: each is multiplied by its number in w first.`,
  sign: html`tanh keeps the sign: of a large negative number it is −1.`,
  after: html`<p>In symbols: tanh(q W<sub>q</sub> + k W<sub>k</sub>) w, as Bahdanau, Cho and Bengio scored in 2014. A dot product
    needs equal lengths, but all scores at once are one product of matrices: Transformers use that.</p>`,
};

export const learn = {
  title: 'Watch it learn',
  setup: html`<p>Here the translator knows nothing yet. Let it learn, and move the slider back to see how the map came
    about.</p>`,
  question: 'Train it until “tall” looks at “grand” with a weight of at least 0.80.',
  noTall: html`It does not write “tall” yet.`,
  /** @param {number} weight */
  below: (weight) =>
    html`“tall” gives “grand” a weight of ${quoted(weight)}: it is not there yet, and may go down before it goes up.`,
  /** @param {number} weight */
  reached: (weight) => html`${quoted(weight)}, and nobody ever told it where to look.`,
  scoring: 'Scores:',
  ways: { additive: 'additive', dot: 'dot product' },
  after: html`<p>It is only told which word should come next; looking at the right word makes that word probable, so
    training moves the weights there. Try the other way to score, on the same sentences.</p>`,
};

export const read = {
  title: 'Read a map',
  setup: html`<p>A sentence it has not shown you yet. In one row of its map the word that was being written is
    covered.</p>`,
  question: 'Which English word was it writing? Press it.',
  right: html`<b lang="fr">blanche</b> is white, though it stands after the house in French.`,
  /** @param {string} word */
  place: (word) =>
    html`${bold(word)} stands where <b lang="fr">blanche</b> stands in French: places do not decide, weights do.`,
  /** @param {string} word */
  wrong: (word) =>
    html`Not ${bold(word)}: read which French word has most of the weight, and what it means.`,
  after: html`<p>Adjective and noun change places, and the large weights leave the diagonal. Three years after the first such
    translator, the Transformer kept its attention and dropped all that reads word after word.</p>`,
};
