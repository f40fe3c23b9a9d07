/**
 * Texts of the library's refusals of a model or a text: a sentence for each kind of refusal, and
 * what the reader can do.
 */

import { isFilesModel } from '../files-model.js';

/** @import { ModelReason } from '../../../../../src/js/pretrained/errors.js' */

/**
 * The details of an error; '' if it has none.
 * @typedef {{ code: string, reason: string, argument: string, expected: string, received: string }} Details
 */

/** @param {unknown} error the error, or its details that come from a Worker @returns {Details} */
export function readDetails(error) {
  const {
    code = '',
    reason = '',
    argument = '',
    expected = '',
    received = '',
  } = /** @type {Partial<Details>} */ (error ?? {});
  return { code, reason, argument, expected, received };
}

/**
 * The model that did not load: its id, and whether it comes from the reader's files.
 * @typedef {{ id: string, isFromFiles: boolean }} Loaded
 */

const NEEDED = ['config.json', 'model.safetensors', 'tokenizer.json'];

/** @typedef {(details: Details, loaded: Loaded) => string} Say */

/** @type {Partial<Record<ModelReason, Say>>} */
const MODEL_REFUSALS = {
  missing: ({ argument }, { id, isFromFiles }) => {
    if (!NEEDED.includes(argument))
      return isFromFiles
        ? `The weights are in several files, and ${argument} is missing. Choose them all, with model.safetensors.index.json.`
        : `The weights are in several files, and ${id} lacks ${argument}. Choose another model.`;
    const others = NEEDED.filter((file) => file !== argument).join(' and ');
    const isTokenizer = argument === 'tokenizer.json';
    const source = isFromFiles ? 'folder' : id;
    const howToWrite = `AutoTokenizer.from_pretrained("${source}").save_pretrained("folder") of transformers writes one. Then choose its files here.`;
    if (isFromFiles)
      return `${argument} is missing. Choose it together with ${others}.${isTokenizer ? ` For most models, ${howToWrite}` : ''}`;
    return isTokenizer
      ? `${id} has no tokenizer.json, which turns a sentence into tokens. ${howToWrite}`
      : `${id} has no ${argument}. Choose another model, or files that contain it.`;
  },
  'old-format': ({ received }) => {
    const file = received.slice(received.indexOf(' in ') + ' in '.length, -' alone'.length);
    const ending = file.slice(file.lastIndexOf('.') + 1);
    return ending === 'bin'
      ? `The weights are only in ${file}. Saving the model with a newer version of transformers writes model.safetensors. Then choose its files here.`
      : `${file} has the format ${ending.toUpperCase()}, and this page reads safetensors. Choose the files of the model from which it was made: ${NEEDED.join(', ')}.`;
  },
  index: ({ argument, received }) =>
    `The files of the weights do not fit together: ${argument} ${received}. Take all of them from the same model.`,
  type: ({ received, expected }) => {
    const given =
      received === 'is missing'
        ? 'config.json has no model_type'
        : `This page cannot compute models of the type ${received.replace(/^is | \(did you mean [^(]*\)$/g, '')}`;
    return `${given}. Choose a model of one of these types: ${expected.slice('one of '.length)}.`;
  },
  quantised: () =>
    'The weights of this model are quantised, which this page does not read. Choose the version with full weights.',
  config: ({ argument, received, expected }) =>
    `This page cannot compute this model: ${argument} ${received}, and has to be ${expected}. Choose another model.`,
  dtype: ({ received }) =>
    `The weights have the type ${received.slice('has dtype '.length)}, which this page does not read. Save the model as float32, float16 or bfloat16.`,
  tensors: ({ argument, received }) =>
    `config.json and model.safetensors do not fit together: ${argument.replace(/ of \S*\.safetensors(\.index\.json)?$/, '')} ${received.replace(/ \(did you mean [^(]*\)$/, '')}. Take both from the same model.`,
  damaged: ({ argument, received }) => {
    const file = argument.split(' ').at(-1);
    if (/^is a (pointer|file|zip)/.test(received)) return `${file} ${received}.`;
    const isJson = file?.endsWith('.json');
    return `${file} is damaged${isJson ? ': it is not the JSON it should be' : ', or its end is missing'}. Download it again.`;
  },
  tokenizer: () =>
    'tokenizer.json describes a tokenizer that this page cannot run. Choose another model, such as one of the list.',
  vocabulary: ({ received, expected }) =>
    `tokenizer.json and config.json do not fit together: the tokenizer ${received}, and the model ${Number.parseInt(expected, 10)}. Take all files from the same model.`,
  text: () => 'The tokenizer of this model cannot read this sentence. Write another one.',
  changed: ({ argument }) => `${argument} has changed since you chose it. Choose the files again.`,
  several: ({ received }) =>
    `Several folders hold a model: ${received.slice(received.indexOf(': ') + 2)}. Choose one of these folders.`,
  unreachable({ argument, expected }, { id }) {
    if (argument.startsWith('file:'))
      return `The model ${id} cannot be fetched, because this page was opened from a file. Choose the files of the model, or open the page from a server.`;
    return expected.includes('sandbox')
      ? `The model ${id} cannot be fetched, because this page is sandboxed. Its server has to send Access-Control-Allow-Origin, or its policy (script-src) has to allow models/${id}.js. Go on without it: everything else works.`
      : `The model ${id} cannot be fetched: the server does not answer, or the policy of this page (connect-src) forbids it. Go on without it: everything else works.`;
  },
  unreadable: ({ argument }, { id }) => {
    const folder = argument.slice(0, argument.lastIndexOf(`/${id}`));
    return `This copy of the page comes without the model ${id}. Go on without it: everything else works. If the page is yours, copy the folder dist/models of attention-lab to ${folder}.`;
  },
  version: ({ argument }) =>
    `${argument.split(' in ')[1]} belongs to another version of this page. Copy dist/models of the same version there.`,
};

/**
 * The first entry that fits is used.
 * @typedef {[fits: (details: Details) => boolean, say: Say]} Explanation
 */

/** @type {Explanation[]} */
const LIMIT_REFUSALS = [
  [
    ({ argument }) => argument === 'the model',
    ({ received, expected }) =>
      `This model takes ${received} of memory, and at most ${expected} are allowed. Choose a smaller model.`,
  ],
  [
    ({ argument }) => argument === 'input',
    ({ received, expected }) =>
      `The text has ${received}, and this model reads at most ${Number.parseInt(expected, 10)}. Shorten it.`,
  ],
  [
    ({ argument }) => argument.endsWith(' in memory'),
    ({ argument }) =>
      `${argument.replace(/ in memory$/, '')} is too large for this page. Choose another model.`,
  ],
];

/** @type {Explanation[]} */
const ARGUMENT_REFUSALS = [
  [
    ({ argument }) => argument === 'options.temperature',
    () => 'The temperature has to be a number of 0 or more. Change it and try again.',
  ],
  [
    ({ argument }) => argument === 'options.topK',
    () =>
      'The number of most probable tokens has to be an integer of 1 or more. Change it and try again.',
  ],
  [
    ({ expected }) => expected === 'a model that predicts the next token',
    () => 'This model does not predict a next token. Choose one that does, such as GPT-2.',
  ],
  [
    ({ argument }) => argument.startsWith('options.edits['),
    () =>
      'You have set a number at a place that this model does not have. Undo it, under “Change the model”.',
  ],
  [
    ({ argument }) => argument.startsWith('input.ids['),
    () =>
      'The sentence has a token of the tokenizer that the model does not have. Write another one.',
  ],
  [
    ({ argument, expected }) => argument === 'input' && expected === 'at least one token',
    () => 'The sentence has no token to go on from. Type a word first.',
  ],
];

/** @type {Readonly<Record<string, Explanation[]>>} */
const EXPLANATIONS = {
  ERR_LIMIT: LIMIT_REFUSALS,
  ERR_ARGUMENT: ARGUMENT_REFUSALS,
  ERR_OUT_OF_MEMORY: [
    [
      () => true,
      () =>
        'The browser does not have enough memory for this model. Close other pages, or choose a smaller model.',
    ],
  ],
};

/**
 * Returns the page's own sentence for an error of the library.
 * @param {unknown} error
 * @param {string} [model] the name of the model
 * @returns {string | undefined} undefined for other errors
 */
export function explainLibraryError(error, model = '') {
  const details = readDetails(error);
  const [id] = model.split('@');
  const say =
    details.code === 'ERR_MODEL'
      ? MODEL_REFUSALS[/** @type {ModelReason} */ (details.reason)]
      : EXPLANATIONS[details.code]?.find(([fits]) => fits(details))?.[1];
  return say?.(details, { id, isFromFiles: isFilesModel(model) });
}

/**
 * Returns the message of an error, without the call that failed.
 * @param {unknown} error the error or its message
 */
const readReason = (error) =>
  String(/** @type {any} */ (error)?.message ?? error).replace(/^\w+: /, '');

/**
 * Says what failed and why.
 * @param {string} failure
 * @param {unknown} error
 * @param {string} [model] the name of the model
 */
export function withReason(failure, error, model) {
  const sentence = explainLibraryError(error, model);
  return sentence ? `${failure}. ${sentence}` : `${failure}: ${readReason(error)}`;
}
