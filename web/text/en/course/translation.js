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
export const training = `It starts from random numbers; in each of 1,500 steps it sees 32 pairs of sentences. Meanwhile,
  find for each English word the French one that it needs.`;
export const ends = '■ marks both ends of a sentence.';

export const align = {
  title: 'One word at a time',
  setup: html`<p>A program translates word by word, and before each English word it looks at the whole French sentence. It was trained
    on pairs of sentences, never told which word comes from which.</p>`,
  question: 'When it writes “tall”, at which French word will it look most? Press it.',
  right: html`<b lang="fr">grand</b> is what it needs to know at that moment.`,
  /** @param {string} word */
  place: (word) =>
    html`${bold(word)} stands in the same place, but the two languages do not run in step.`,
  /** @param {string} word */
  wrong: (word) => html`Not ${bold(word)}: which French word says how tall?`,
  after: html`<p>Such a map is an <b>alignment</b>: a row for each English word, as it was about to be written, a column for each French
    one. Press other English words: the second <b>as</b> looks at several.</p>`,
};

export const roles = {
  title: 'Who asks whom?',
  setup: html`<p>An <b>encoder</b> reads the French sentence and keeps a row of numbers for each word, its <b>state</b> there. A
    <b>decoder</b> writes, with a state of its own: what it has written so far.</p>`,
  question: 'Which part does each play in attention?',
  items: ['the decoder’s state', 'what it is compared with', 'what is mixed', 'what comes out'],
  options: ['query', 'keys', 'values', 'weighted sum'],
  done: html`The one who writes asks, the sentence that was read answers.`,
  /** @param {number} item */
  mistake: (item) =>
    [
      html`The decoder looks for something: what it needs for the next word.`,
      html`Comparing belongs to the scores: a query meets something of each French word.`,
      html`What is mixed by the weights is what flows out, not what is compared.`,
      html`Out comes one row: the encoder’s states, each times its weight, added up.`,
    ][item],
  after: html`<p>Queries from one sentence, keys and values from another: that is <b>cross-attention</b>. Its output for a
    word is the <b>context vector</b>; before, one row had to do for the whole sentence.</p>`,
};

export const lengths = {
  title: 'Two lengths',
  setup: html`<p>The two sentences need not be equally long. The marks ■ count as words: the encoder reads two, the
    decoder writes one.</p>`,
  question: 'How large is the map of weights?',
  labels: ['weights in one row', 'rows'],
  right: html`Each of the 5 written words has a row of 7 weights.`,
  turned: html`That is the map on its side. Rows belong to queries, and it is the decoder that asks: a row for each word
    that is written.`,
  square: html`The map is a square only where a sentence attends to itself.`,
  marks: html`The marks ■ count, too: the encoder reads two of them, and the decoder writes one.`,
  wrong: html`Count the words of each sentence, with its marks ■. A row has a weight for each word that was read; each word
    that is written has a row.`,
  after: html`<p>The rows of numbers may differ in length, too: a query of 2 numbers and a key of 3 have no dot product.
    <b>Additive attention</b>, this translator’s, scores them by tanh(q W<sub>q</sub> + k W<sub>k</sub>) w: the matrices
    bring both to one length, tanh keeps each sum between −1 and 1, and w weighs them.</p>`,
};

export const block = {
  title: 'Take a word away',
  setup: html`<p>For <b>not</b> the decoder looks mostly at <b lang="fr">pas</b>. Now this one link is blocked, its score is −∞: the
    next largest weight there was that of <b lang="fr">aussi</b> (“as”).</p>`,
  question: 'In this sentence, how will the translation go on after “he is”?',
  answers: {
    same: 'as before: “n’” says “not” as well',
    lost: 'as if nothing were denied: “as tall as his father”',
    broken: 'it cannot go on without that word, and stops',
  },
  same: html`A reader knows that from <b lang="fr">n’</b>; here this program does not.`,
  lost: html`The weights go to the other words, mostly to <b lang="fr">aussi</b>, and that says “as”.`,
  broken: html`It always writes its most probable word. The weights are divided among the words that are left.`,
  link: 'This step may look at “pas”:',
  yes: 'yes',
  no: 'no',
  after: html`<p>Switch the link off, and see: all words from there on are written anew. A weight on a word does not
    say that only this word is used: its state, read from both ends, holds something of the others.</p>`,
  around: html`So the first number of the state at <b lang="fr">grande</b> is −0.72 in
    <q lang="fr">elle n’est pas grande</q>, and 0.05 in <q lang="fr">elle est grande</q>.`,
  shorter: html`In <q lang="fr">elle n’est pas grande</q>, with the same link blocked, it still writes <b>not</b>, from the
    states at <b lang="fr">est</b>, 0.52, and <b lang="fr">n’</b>, 0.35.`,
};

export const additive = {
  title: 'Another way to score',
  setup: html`<p>A query of 2 numbers and a key of 3 have no dot product. Additive scoring projects both to one
    length, adds them, squeezes each number to between −1 and 1 by tanh, and adds these up, each times its number
    in w.</p>`,
  question:
    'tanh 0 is 0; to three digits tanh is 1 from 10 on, and −1 below −10. Which score does “grand” get?',
  /** @param {string} calculation */
  help: (calculation) => html`First number of “grand”: ${calculation}`,
  labels: ['its second number', 'its third number', 'its score'],
  right: html`0 · 4 + 1 · 3 + (−1) · 2 = 1.`,
  bare: html`Those are the sums: tanh has still to squeeze them to between −1 and 1.`,
  unweighed: html`The three numbers are not just added: each is multiplied by its number in w first.`,
  sign: html`tanh keeps the sign: of a large negative number it is −1.`,
  after: html`<p>In symbols: tanh(q W<sub>q</sub> + k W<sub>k</sub>) w (Bahdanau, Cho and Bengio, 2014). Most models since
    take dot products: all scores at once are one product of matrices.</p>`,
};

export const learn = {
  title: 'Watch it learn',
  setup: html`<p>Here the translator knows nothing yet. Let it learn: its loss falls.</p>`,
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
    training moves the weights there. Try dot products, too.</p>`,
};

export const read = {
  title: 'Read a map',
  setup: html`<p>A new sentence. In one row of its map the word that was being written is covered.</p>`,
  question: 'Which English word was it writing? Press it.',
  right: html`<b lang="fr">blanche</b> is white, though it stands after the house in French.`,
  /** @param {string} word */
  place: (word) =>
    html`${bold(word)} stands where <b lang="fr">blanche</b> stands in French: places do not decide, weights do.`,
  /** @param {string} word */
  wrong: (word) =>
    html`Not ${bold(word)}: read which French word has most of the weight, and what it means.`,
  after: html`<p>Adjective and noun change places: the large weights leave the diagonal. In 2017 the <b>Transformer</b>, of which
    most language models are a kind, kept attention and dropped all that reads word after word.</p>`,
};
