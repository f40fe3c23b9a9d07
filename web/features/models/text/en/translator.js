/** Texts of the translator: a description, and its steps. */

import { html } from 'lit';
import { A, bold, S } from '../../../../text/inline.js';

/** @import { Example } from '../../types.js' */

/** The mark at both ends of a sentence. */
export const END = '■';

export const title = 'From French to English, word by word';

export const task =
  'The model was given pairs of sentences, and never told which word comes from which.';

/**
 * @param {string[]} source
 * @param {string[]} target with the mark of the end, if the translation has ended
 */
export function translation(source, target) {
  const [french, english] = [source, target].map((words) =>
    words.filter((word) => word !== END).join(' '),
  );
  if (french === '') return undefined;
  const isEnded = target.at(-1) === END;
  return html`<span lang="fr">${french.replaceAll("' ", '’')}</span> becomes
    <b lang="en">${english || '(nothing)'}</b>${isEnded ? '.' : ' … and no end within 16 words.'}`;
}

/**
 * Names of the translator's tensors.
 * @type {Record<string, readonly [plural: string, singular: string]>}
 */
export const tensors = {
  annotations: ['annotations', 'annotation'],
  keyWeights: ['weight matrix', 'entry'],
  keyBias: ['bias of the keys', 'bias'],
  keyProducts: ['keys without bias', 'key without bias'],
  forwardStates: ['forward states', 'forward state'],
  backwardStates: ['backward states', 'backward state'],
  lastWords: ['embeddings of the last words', 'embedding of the last word'],
  queries: ['queries', 'query'],
  scoreWeights: ['weight vector', 'entry'],
  contexts: ['contexts', 'context'],
  states: ['states', 'state'],
  start: ['first state', 'first state'],
  logitMax: ['largest logits', 'largest logit'],
  logitExponentials: ['exponentials', 'exponential'],
  logitSum: ['sums of exponentials', 'sum of exponentials'],
  ...parts('logit', 'logits', ['State', 'Context']),
  logitBias: ['bias of the logits', 'bias'],
  logitStateWeights: ['weights of the state', 'weight'],
  logitContextWeights: ['weights of the context', 'weight'],
  ...parts('query', 'query', ['State', 'Word']),
  queryBias: ['bias of the queries', 'bias'],
  queryStateWeights: ['weights of the state', 'weight'],
  queryWordWeights: ['weights of the last word', 'weight'],
  ...ofDirection('forward'),
  ...ofDirection('backward'),
  resets: ['reset gates', 'reset gate'],
  updates: ['update gates', 'update gate'],
  candidates: ['candidates', 'candidate'],
  ...ofGate('reset', 'reset gate'),
  ...ofGate('update', 'update gate'),
  ...ofGate('candidate', 'candidate'),
  candidateInput: ['inputs’ part of the candidate', 'inputs’ part of the candidate'],
  candidatePast: ['past', 'past'],
  kept: ['past after the reset gate', 'past after the reset gate'],
};

/**
 * Names the parts of a sum, one for each input.
 * @param {string} id
 * @param {string} name
 * @param {string[]} inputs
 * @returns {Record<string, readonly [string, string]>}
 */
function parts(id, name, inputs) {
  return Object.fromEntries(
    inputs.map((input) => {
      const part = `${input.toLowerCase()}’s part of the ${name}`;
      return [`${id}${input}`, /** @type {const} */ ([part, part])];
    }),
  );
}

/** @param {string} direction @returns {Record<string, readonly [string, string]>} */
function ofDirection(direction) {
  return {
    [`${direction}Resets`]: [`${direction} reset gates`, `${direction} reset gate`],
    [`${direction}Updates`]: [`${direction} update gates`, `${direction} update gate`],
    [`${direction}Candidates`]: [`${direction} candidates`, `${direction} candidate`],
  };
}

/** @param {string} gate @param {string} name @returns {Record<string, readonly [string, string]>} */
function ofGate(gate, name) {
  return {
    ...parts(gate, name, ['Word', 'Context', 'State']),
    [`${gate}Sum`]: [`sums of the ${name}`, `sum of the ${name}`],
    [`${gate}WordWeights`]: ['weights of the word', 'weight'],
    [`${gate}ContextWeights`]: ['weights of the context', 'weight'],
    [`${gate}StateWeights`]: ['weights of the state', 'weight'],
    [`${gate}InputBias`]: ['bias of the inputs', 'bias'],
    [`${gate}StateBias`]: ['bias of the state', 'bias'],
  };
}

export const embeddings = {
  name: 'Embeddings',
  title: 'The encoder begins with a row for each French word',
};

/** @param {number} width */
export const embedded = (
  width,
) => html`An encoder reads the French sentence, and a decoder writes the
  English one. With attention, the decoder looks back at what was read. Each French word
  enters as ${width} numbers that training changes. ${bold(END)} marks both ends of a sentence.`;

export const forward = {
  name: 'Forward',
  title: 'One network reads from left to right',
};

/** @param {number} width */
export const readForward = (
  width,
) => html`A gated recurrent unit (GRU) goes from word to word. It computes a new state of ${width} numbers from its old state and the next word. A reset gate
  <i>r</i> says how much of the past the new candidate <i>n</i> sees. An update gate <i>z</i> says how much of the old state stays. Press a number of a state to open its gates.`;

export const backward = {
  name: 'Backward',
  title: 'Another reads from right to left',
};

export const readBackward = html`A state knows only the words that were read before it. So a second
  GRU, with its own weights, begins at the end of the sentence: its state at a word knows what
  follows.`;

export const annotations = {
  name: 'Annotations',
  title: 'Both states of a word, side by side',
};

/** @param {number} width */
export const annotated = (width) => html`The two states of a word are its annotation, ${width}
  numbers: the word as it stands in this sentence. Annotations are the values of attention.
  Earlier encoders handed on a single state, too small for long sentences.`;

export const keys = {
  name: 'Keys',
  title: 'What each French word is found by',
};

export const projectedKeys = html`A weight matrix and a bias turn each annotation into a key.
  The keys are made once; every English word searches among them.`;

export const queries = {
  name: 'Query',
  title: 'What the next English word looks for',
};

/** @param {string} word @param {string} last */
export const projectedQuery = (word, last) => html`Before it writes ${bold(word)}, the decoder knows
  its state so far and the last word it wrote, ${last === END ? html`none yet (${bold(END)})` : bold(last)}. The query comes from both. Press another English word beside a table, and all tables show its
  row.`;

export const stateBefore = 'each query uses the state one row up';

/** @param {string} word */
export const dotScores = (word) =>
  html`Here query and key are compared by their dot product. The row of ${bold(word)} in ${S} holds the dot products of its query with the key of every French word.`;

/** @param {number} length */
export const scaled = (length) => html`Every score is divided by ${length}, the length of a query. A
  Transformer divides by its root, but here dividing by the length gave better translations.`;

export const maskedScores = {
  name: 'Block',
  title: 'Hide a French word from an English one',
};

export const nothingBlocked = `No pair is blocked here. A blocked pair keeps the decoder from looking at one French word
  while it writes one English word. From there on, the words may change.`;

export const block = html`<span class="gesture">Press a cell of the mask <i>M</i> to block a pair.</span>`;

export const blocked = html`A blocked score becomes −∞, and the softmax turns it into a weight of 0.
  From that English word on, everything is computed again with the words that are now most probable.`;

export const blockedRow = html`If a whole row is blocked, its weights and its context are 0: the
  decoder writes that word from its state alone.`;

export const contexts = {
  name: 'Context',
  title: 'What is read for this word',
};

/** @param {string} word */
export const weighedUp = (
  word,
) => html`Multiply each annotation by its weight and add up: the sum is the context of
  ${bold(word)}. Every English word has its own. This is what attention gives the decoder.`;

export const gates = {
  name: 'Gates',
  title: 'What the decoder keeps and what it takes in',
};

/** @param {string} last */
export const gated = (last) => html`The decoder is also a GRU. It reads the last word,
  ${bold(last)}, and the context. The reset gate <i>r</i> says how much of the old state
  the candidate <i>n</i> sees; the update gate <i>z</i> says how much of it stays.`;

export const states = {
  name: 'State',
  title: 'The new state of the decoder',
};

export const mixed = html`If <i>z</i> is near 1, the old number stays; if it is near 0,
  the candidate replaces it. The first state is 0, so the decoder knows the sentence through
  attention alone.`;

export const probabilities = {
  name: 'Word',
  title: 'The most probable word is written',
};

/** @param {number} words */
export const chosen = (words) => html`State and context give a logit to each of the ${words} English
  words and to the end ${bold(END)}; the softmax turns logits into probabilities. The decoder
  writes the most probable word and reads it in the next step, until it writes the end.`;

/** @param {string} word */
export const mostProbable = (word) => html`The most probable words where ${bold(word)} stands`;

export const alignment = {
  name: 'Alignment',
  title: 'Where the decoder looked for each word',
};

export const aligned = html`Read row by row, the weights ${A} say where the decoder looked for each English word.`;

export const learnedAlone = `Nobody told the model where to look. Looking at the right word makes the right
  translation more probable.`;

export const offDiagonal = `The large weights leave the diagonal if the two languages order words
  differently.`;

export const measuredShare = 'of unseen sentences are translated with every word right';

export const trainedOn = 'French sentences with their translations';

/** @type {Example[]} */
export const examples = [
  {
    name: "il n'est pas aussi grand …",
    sentence: "il n'est pas aussi grand que son père",
    query: 2,
    moral:
      'The model was not trained on “He is not as tall as his father”. In the step “Block”, hide “pas” from “not”, and he is as tall as his father.',
  },
  {
    name: "Jane visite l'Afrique …",
    sentence: "Jane visite l'Afrique en septembre",
    query: 2,
    moral:
      '“Jane visits Africa in September”: every word looks where it comes from; “l’” (“the”) has no counterpart in English.',
  },
  {
    name: 'elle est plus grande …',
    sentence: 'elle est plus grande que sa mère',
    query: 2,
    moral:
      '“She is taller than her mother”: two French words, “plus” (“more”) and “grande” (“tall”), become one. Hide “plus” or “grande” from “taller”: it still writes “taller”, because each annotation carries traces of the other word.',
  },
  {
    name: "elle n'est plus malade",
    sentence: "elle n'est plus malade",
    query: 2,
    moral:
      '“She is no longer sick”: here the same “plus” means “no longer”. An annotation also reflects the words around it.',
  },
  {
    name: 'la grande maison …',
    sentence: 'la grande maison est très vieille',
    query: 1,
    moral:
      '“The big house is very old”: here “grande” is “big”, but in “ma mère est grande” (“my mother is tall”) it is “tall”. It is the same word in a different context.',
  },
  {
    name: 'il me voit',
    sentence: 'il me voit',
    query: 1,
    moral:
      '“He sees me”: the order changes. “Sees” looks at the last word, “me” at the one before.',
  },
  {
    name: 'The words shuffled',
    sentence: "père son que grand aussi pas est n' il",
    query: 0,
    moral:
      'These are the words of “he is not as tall as his father”. Nonsense in, nonsense out: the translator depends on word order, unlike the head that asks which noun is tired.',
  },
];
