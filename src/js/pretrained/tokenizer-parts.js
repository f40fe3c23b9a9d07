// The components of a tokenizer.json. Each setting below was compared with the original library; all others are refused.
// Normalizers and pre-tokenizers are computed here: the package uses the \s and \w of JavaScript, and ignores settings.

import { describeValue } from '../errors.js';
import { defineChoice, defineInteger, listKnownNames, suggestName } from '../option-reader.js';
import { readCharsMap } from './charsmap.js';
import { makeModelError } from './errors.js';
import { TOKENIZER } from './files.js';
import { readPattern, spellBytes, splitText } from './split-text.js';

/** @import { Option } from '../types.js' */

/**
 * A setting of a component; `isPart` if it holds a list of further components.
 * @typedef {Option<any> & { isPart?: boolean }} Setting
 * @typedef {(text: string, isFirst: boolean) => string[]} PreTokenizer `isFirst`: whether the piece begins the text
 * @typedef {(text: string) => string} Normalizer
 */

/** @param {Setting} setting @returns {Setting} */
const optional = ({ accepts, expected }) => ({
  accepts: (value) => value === undefined || value === null || accepts?.(value) === true,
  expected: `absent or ${expected}`,
});
/** @param {string} expected @param {(value: any) => boolean} accepts @returns {Setting} */
const define = (expected, accepts) => ({ accepts, expected });

const FLAG = defineChoice([true, false]);
const ANY_FLAG = optional(FLAG);
const isText = (/** @type {unknown} */ value) => typeof value === 'string';
const TEXT = define('a text', isText);
const ANY_TEXT = optional(TEXT);
const CHARACTER = define('one character', (value) => isText(value) && [...value].length === 1);
const COUNT = defineInteger(0, 2 ** 30);
const LIST = define('a list', Array.isArray);
const OBJECT = define(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const NONE = define('absent, null or empty', (value) => (value ?? '') === '');
const PARTS = { ...LIST, isPart: true };
const BEHAVIOR = defineChoice([
  'Isolated',
  'Removed',
  'Contiguous',
  'MergedWithPrevious',
  'MergedWithNext',
]);
const ESCAPE = String.raw`\\(?:[pP]\{\w+\}|[sSwWdDrnt]|[^\p{L}\p{N}])`;
const CLASS = String.raw`\[\^?(?:${ESCAPE}|[^\\[\]&]|&(?!&))+\]`;
/** The syntax of patterns that was compared. The package would read (?>…) and ++ as if they could go back. */
const COMPARED = new RegExp(
  String.raw`^(?:${ESCAPE}|${CLASS}|\((?:\?(?:i?:|!|=)|(?!\?))|[*+?}](?!\+)|[^\\[(*+?}.^$])*$`,
  'u',
);
const PATTERN = define(
  '{ String } or { Regex } of groups, classes, lookahead and greedy quantifiers, which matches a character',
  (value) => {
    const [kind, ...others] = Object.keys(value ?? {});
    if (others.length > 0 || !isText(value?.[kind])) return false;
    if (kind !== 'String' && !(kind === 'Regex' && COMPARED.test(value.Regex))) return false;
    try {
      return !''.match(readPattern(value));
    } catch {
      return false;
    }
  },
);
// The package gives `$` a meaning that the original does not.
const CONTENT = define('a text without $', (value) => isText(value) && !value.includes('$'));
const REPLACE = { pattern: PATTERN, content: CONTENT };
const CHARSMAP = define(
  `the map of a SentencePiece model${Intl.Segmenter ? '' : ', and a browser with Intl.Segmenter'}`,
  (value) => isText(value) && readCharsMap(value) !== undefined,
);
const BYTE_LEVEL = { add_prefix_space: ANY_FLAG, trim_offsets: ANY_FLAG, use_regex: ANY_FLAG };
const METASPACE = {
  replacement: CHARACTER,
  prepend_scheme: optional(defineChoice(['always', 'first', 'never'])),
  add_prefix_space: ANY_FLAG,
  split: ANY_FLAG,
  str_rep: ANY_TEXT,
};
const SPECIAL = define('a token and its id', (value) => Array.isArray(value) && value.length === 2);
const ENDS = { sep: SPECIAL, cls: SPECIAL };

/** @type {Record<string, [settings: Record<string, Setting>, make: (config: any, parts: Normalizer[]) => Normalizer]>} */
const NORMALIZERS = {
  Sequence: [
    { normalizers: PARTS },
    (_, parts) => (text) => parts.reduce((changed, normalize) => normalize(changed), text),
  ],
  NFC: [{}, () => (text) => text.normalize('NFC')],
  NFD: [{}, () => (text) => text.normalize('NFD')],
  NFKC: [{}, () => (text) => text.normalize('NFKC')],
  NFKD: [{}, () => (text) => text.normalize('NFKD')],
  Lowercase: [{}, () => lowerCase],
  StripAccents: [{}, () => (text) => text.replace(/\p{M}/gu, '')],
  Strip: [
    { strip_left: FLAG, strip_right: FLAG },
    ({ strip_left: left, strip_right: right }) =>
      (text) => {
        const end = right ? text.replace(/(?<!\p{White_Space})\p{White_Space}+$/u, '') : text;
        return left ? end.replace(/^\p{White_Space}+/u, '') : end;
      },
  ],
  Prepend: [
    { prepend: TEXT },
    ({ prepend }) =>
      (text) =>
        text && prepend + text,
  ],
  Replace: [
    REPLACE,
    ({ pattern, content }) => {
      const regex = readPattern(pattern);
      return (text) => text.replace(regex, content);
    },
  ],
  Precompiled: [
    { precompiled_charsmap: CHARSMAP },
    ({ precompiled_charsmap: map }) => readCharsMap(map) ?? ((text) => text),
  ],
  BertNormalizer: [
    {
      clean_text: FLAG,
      handle_chinese_chars: FLAG,
      strip_accents: ANY_FLAG,
      lowercase: FLAG,
    },
    ({ clean_text, handle_chinese_chars, strip_accents, lowercase }) =>
      (text) => {
        let changed = clean_text
          ? text.replace(CONTROLS, '').replace(/\p{White_Space}/gu, ' ')
          : text;
        if (handle_chinese_chars) changed = changed.replace(CHINESE, ' $& ');
        if (strip_accents ?? lowercase) changed = changed.normalize('NFD').replace(/\p{Mn}/gu, '');
        return lowercase ? lowerCase(changed) : changed;
      },
  ],
};

const CONTROLS = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const CHINESE =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;

/** Lowers each character alone: no sigma knows that it ends a word. @param {string} text */
const lowerCase = (text) => Array.from(text, (character) => character.toLowerCase()).join('');

const BLANK = /\p{White_Space}/gu;
const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;
const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`;
const WORDS = new RegExp(`[${WORD}]+|[^${WORD}\\p{White_Space}]+`, 'gu');
const GPT2 =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** @type {Record<string, [settings: Record<string, Setting>, make: (config: any, parts: PreTokenizer[]) => PreTokenizer]>} */
const PRE_TOKENIZERS = {
  Sequence: [
    { pretokenizers: PARTS },
    (_, parts) => (text, isFirst) =>
      parts.reduce(
        (pieces, split) =>
          pieces.flatMap((piece, i) => split(piece, isFirst && i === 0 && text.startsWith(piece))),
        [text],
      ),
  ],
  BertPreTokenizer: [
    {},
    () => (text) =>
      splitText(text, BLANK, 'Removed').flatMap((word) => splitText(word, PUNCTUATION, 'Isolated')),
  ],
  ByteLevel: [
    BYTE_LEVEL,
    ({ add_prefix_space: isPrefixed, use_regex: hasRegex }) =>
      (text) => {
        const prefixed = (isPrefixed ?? true) && !text.startsWith(' ') ? ` ${text}` : text;
        const pieces = (hasRegex ?? true) ? splitText(prefixed, GPT2, 'Isolated') : [prefixed];
        return pieces.map(spellBytes);
      },
  ],
  Whitespace: [{}, () => (text) => splitText(text, WORDS, 'Removed', true)],
  WhitespaceSplit: [{}, () => (text) => splitText(text, BLANK, 'Removed')],
  Metaspace: [
    METASPACE,
    ({ replacement, prepend_scheme: scheme = 'always', add_prefix_space: isPrefixed, split }) => {
      const mark = readPattern({ String: replacement });
      return (text, isFirst) => {
        const marked = text.replaceAll(' ', replacement);
        const isWanted =
          isPrefixed !== false && (scheme === 'always' || (scheme === 'first' && isFirst));
        const isAdded = isWanted && !marked.startsWith(replacement);
        const prefixed = isAdded ? replacement + marked : marked;
        return split === false ? [prefixed] : splitText(prefixed, mark, 'MergedWithNext');
      };
    },
  ],
  Split: [
    { pattern: PATTERN, behavior: BEHAVIOR, invert: ANY_FLAG },
    ({ pattern, behavior, invert }) => {
      const regex = readPattern(pattern);
      return (text) => splitText(text, regex, behavior, invert ?? false);
    },
  ],
  Punctuation: [
    { behavior: optional(BEHAVIOR) },
    ({ behavior }) =>
      (text) =>
        splitText(text, PUNCTUATION, behavior ?? 'Isolated'),
  ],
  Digits: [
    { individual_digits: FLAG },
    ({ individual_digits: isSingle }) =>
      (text) =>
        splitText(text, /\p{N}/gu, isSingle ? 'Isolated' : 'Contiguous'),
  ],
};

/** The models, post-processors and decoders that the package computes as the original does. */
const MODELS = {
  BPE: [
    {
      vocab: OBJECT,
      merges: LIST,
      dropout: define('absent, null or 0', (value) => (value ?? 0) === 0),
      unk_token: ANY_TEXT,
      continuing_subword_prefix: NONE,
      end_of_word_suffix: NONE,
      fuse_unk: ANY_FLAG,
      byte_fallback: ANY_FLAG,
      ignore_merges: ANY_FLAG,
    },
  ],
  WordPiece: [
    {
      vocab: OBJECT,
      unk_token: TEXT,
      continuing_subword_prefix: TEXT,
      max_input_chars_per_word: COUNT,
    },
  ],
  Unigram: [
    {
      vocab: LIST,
      unk_id: COUNT,
      byte_fallback: define('absent or false', (value) => (value ?? false) === false),
    },
  ],
};
const POST_PROCESSORS = {
  Sequence: [{ processors: PARTS }],
  ByteLevel: [BYTE_LEVEL],
  TemplateProcessing: [{ single: LIST, pair: LIST, special_tokens: OBJECT }],
  BertProcessing: [ENDS],
  RobertaProcessing: [{ ...ENDS, trim_offsets: ANY_FLAG, add_prefix_space: ANY_FLAG }],
};
const DECODERS = {
  Sequence: [{ decoders: PARTS }],
  ByteLevel: [BYTE_LEVEL],
  WordPiece: [{ prefix: TEXT, cleanup: FLAG }],
  Metaspace: [METASPACE],
  Replace: [REPLACE],
  ByteFallback: [{}],
  Fuse: [{}],
  Strip: [{ content: CHARACTER, start: COUNT, stop: COUNT }],
};
const ADDED_TOKEN = {
  id: COUNT,
  content: define('a text of a character or more', (value) => isText(value) && value !== ''),
  single_word: define('absent or false', (value) => (value ?? false) === false),
  lstrip: ANY_FLAG,
  rstrip: ANY_FLAG,
  normalized: ANY_FLAG,
  special: ANY_FLAG,
};

/**
 * Checks all components of a tokenizer.json.
 * @param {Record<string, any>} json
 * @returns {{ normalize: Normalizer, split: PreTokenizer }}
 * @throws {ModelError} for a component or a setting that was not compared with the original
 */
export function readTokenizerParts({
  normalizer,
  pre_tokenizer,
  model,
  post_processor,
  decoder,
  added_tokens,
}) {
  /** @type {Normalizer} */
  const normalize = readPart(NORMALIZERS, 'normalizer', normalizer) ?? ((text) => text);
  /** @type {PreTokenizer} */
  const split = readPart(PRE_TOKENIZERS, 'pre_tokenizer', pre_tokenizer) ?? ((text) => [text]);
  readPart(MODELS, 'model', model ?? {});
  readPart(POST_PROCESSORS, 'post_processor', post_processor);
  readPart(DECODERS, 'decoder', decoder);
  if (!Array.isArray(added_tokens)) throw refuse('added_tokens', 'a list', added_tokens);
  for (const [i, token] of added_tokens.entries())
    readSettings(ADDED_TOKEN, `added_tokens.${i}`, token);
  return { normalize, split };
}

/**
 * Reads a component.
 * @param {Record<string, any>} table @param {string} path @param {any} config
 * @returns {any} the component, such as a Normalizer; undefined if the file has none
 */
function readPart(table, path, config) {
  if (config === undefined || config === null) return undefined;
  const { type, ...settings } = Object(config);
  if (!Object.hasOwn(table, type)) {
    const types = Object.keys(table);
    throw refuse(`${path}.type`, listKnownNames(types), type, suggestName(type, types));
  }
  const [known, make] = table[type];
  const parts = readSettings(known, path, settings).flatMap(({ name, value }) =>
    value.map((/** @type {any} */ part, /** @type {number} */ i) =>
      readPart(table, `${path}.${name}.${i}`, part),
    ),
  );
  return make?.(settings, parts);
}

/**
 * Checks the settings of a component, and returns those that hold further components.
 * @param {Record<string, Setting>} known @param {string} path @param {Record<string, any>} settings
 */
function readSettings(known, path, settings) {
  const names = Object.keys(known);
  for (const name of Object.keys(settings)) {
    if (Object.hasOwn(known, name)) continue;
    const expected = names.length === 0 ? 'no setting' : listKnownNames(names);
    throw refuse(`${path}.${name}`, expected, settings[name], suggestName(name, names));
  }
  for (const [name, { accepts, expected }] of Object.entries(known))
    if (!accepts?.(settings[name]))
      throw refuse(`${path}.${name}`, String(expected), settings[name]);
  return names
    .filter((name) => known[name].isPart)
    .map((name) => ({ name, value: settings[name] }));
}

/** @param {string} setting @param {string} expected @param {unknown} value @param {string} [nearest] */
export const refuse = (setting, expected, value, nearest = '') =>
  makeModelError(
    'tokenizer',
    `${setting} of ${TOKENIZER}`,
    expected,
    value === undefined ? 'is missing' : `is ${describeValue(value)}${nearest}`,
  );
