/** Titles, sentences and comments in exported programs. */

/** @import { OfSources } from './sources.js' */

/** A sentence about the numbers of each source. @type {OfSources<(seed: number) => string>} */
export const origins = {
  seed: (seed) => `Embeddings and weight matrices are drawn from seed ${seed}, not trained`,
  article: () => 'Scores and heads are those of a worked example',
  coffee: () => 'The numbers are set by hand, not trained',
  own: () => 'Queries, keys and values are your own',
  'own-weights': () => 'The attention weights are your own',
};

/** Titles of sources that need more than the name of their mechanism. @type {Partial<OfSources<string>>} */
export const titles = {
  article: 'One query attends to four keys, and three heads are concatenated',
  coffee: 'The coffee cup and the notebook',
  'own-weights': 'Attention weights',
};

/** @param {number} heads */
export const dotTitle = (heads) =>
  `Scaled dot-product attention with ${heads === 1 ? 'one head' : `${heads} heads`}`;
export const additiveTitle = 'Additive attention';

/** @param {string} title */
export const opening = (title) => `${title}, number by number, as attention-lab shows it.`;

/** @param {string} source @param {boolean} edited */
export const origin = (source, edited) =>
  edited ? `${source}; the numbers set by hand are in place.` : `${source}.`;

/** The note that a program leaves out another attention of the page. */
export const crossNote =
  'This is cross-attention. For the self-attention of the same decoder, choose it on the page.';
export const besideNote = 'For the other mechanism, choose it on the page and export again.';
export const needsNumpy = ['Needs NumPy: pip install numpy'];
export const needsPytorch = ['Needs PyTorch: pip install torch'];
export const needsCore = [
  'Needs the package attention-lab; save as a module, such as attention.mjs.',
  'The package is not on npm yet. Build its source with ./build.sh, then install it from its folder:',
  'npm install --install-links ../attention-lab',
  'If you have only the page, export NumPy instead: that program needs no build.',
];

export const sizes = {
  D: 'numbers of an embedding',
  H: 'heads',
  d: 'numbers of a query, a key, a value in one head',
  ofQuery: 'numbers of a query and of a key',
  ownD: 'numbers of a query and of a key in one head',
};

export const headings = {
  given: 'What goes in',
  computed: 'What is computed',
  results: 'What comes out',
};

/** Comments for each input tensor. @type {Readonly<Record<string, string>>} */
export const constants = {
  queryEmbeddings: 'Embeddings of the queries, one row per word',
  embeddings: 'Embeddings, one row per word',
  queryWordEmbeddings: 'Embeddings of the words of the queries, one row per word',
  queryPositionEmbeddings: 'Sines and cosines of their places',
  wq: 'Weight matrices of the queries',
  wk: 'Weight matrices of the keys',
  wv: 'Weight matrices of the values',
  wvector: 'Weights of the features',
  wo: 'Weight matrix of the output',
  q: 'Queries',
  k: 'Keys',
  v: 'Values',
  weights: 'Attention weights',
  query: 'Queries, one per row',
  key: 'Keys, one per row',
  printedHeads: 'The outputs of three heads',
};

/** Comments before the line that computes a tensor. @type {Readonly<Record<string, string>>} */
export const steps = {
  q: 'Each head projects the embeddings with weight matrices of its own.',
  projectedQueries: 'Queries and keys are projected to one hidden width.',
  features: 'Each query is added to each key, and tanh keeps the sums between -1 and 1.',
  scores: 'A score for each query and key.',
  scaledScores: 'Every score is multiplied by the same number.',
  rowMax:
    'Softmax of each row. The row maximum is subtracted first, so that no exponential overflows.',
  heads: 'The attention weights say how much of each value to take.',
  concatenated: 'The heads are concatenated, head 1 first; nothing is added or averaged.',
  output: 'The output.',
  headContributions:
    'The same, head by head: each has its own rows of W_O, and the products add up.',
};
export const setNote = 'set by you';
export const oneCall = 'All of it in one call (PyTorch 2.1 or newer).';
export const oneCallMask =
  'In its mask, too, True means: may attend; in that of nn.MultiheadAttention it means masked.';
export const oneCallDifference = 'Largest difference from one call:';
export const multiplyNote = 'a @ b by the core: each row of a times each column of b';
export const totalNote = 'matrices added up, one after the other';
export const eachNote = 'the same change for every number';
export const tooLong = 'too many to print: inspect them here';
export const digitsNote = 'Nine digits tell any two float32 apart.';
export const everyDigit = 'every digit that counts';
export const noWords = 'There are no words yet. Write a sentence first.';
/** @param {string} count @param {string} most @param {keyof typeof remedies} remedy */
export const tooManyNumbers = (count, most, remedy) =>
  `This code would begin with ${count} numbers; at most ${most} can be exported. ${remedies[remedy]}`;
const remedies = {
  width: 'Choose a smaller width or fewer words.',
  words: 'Choose fewer words.',
  json: 'Export all tensors as JSON instead.',
};
/** @param {string} [where] the place from which the file comes, in a sentence */
export const filePath = (where) =>
  ['The file of the model, which has to be in this folder.', where].filter(Boolean).join(' ');
export const needsSafetensors = 'Needs safetensors: pip install safetensors';
export const upperHalf = 'the upper half of a float32';
export const scaleOfRows = 'of int8, what each row is multiplied by';
export const insideSoftmax =
  'In JavaScript the core computes softmax as one step, so numbers that you set within it cannot be repeated. Choose NumPy or PyTorch, or reset them.';
export const mistakeByCore =
  'In JavaScript the core computes what is right, so the deliberate mistake cannot be repeated. Choose NumPy or PyTorch, or remove the mistake.';
