// The tokens that begin and end each text, by tokenizer_config.json.

import { describeValue } from '../errors.js';
import { makeModelError } from './errors.js';
import { TOKENIZER } from './files.js';

/** @import { AddedToken } from './added-tokens.js' */

/** Classes whose texts begin and end as tokenizer_config.json says, also if tokenizer.json says otherwise. */
const CLASSES_WITH_ENDS = /^(?:(?:Code)?Llama|Gemma|GPTNeoX)Tokenizer(?:Fast)?$/;

/**
 * Makes the post-processor that adds a token to the beginning and the end of each text.
 * @param {Record<string, any>} json @param {Record<string, any>} config
 * @returns {object | undefined} undefined if tokenizer_config.json does not say which
 */
export function makeEnds({ added_tokens: added }, config) {
  const { tokenizer_class: name, add_bos_token: givenBegin, add_eos_token: hasEnd } = config;
  if (!CLASSES_WITH_ENDS.test(name) || typeof (givenBegin ?? hasEnd) !== 'boolean')
    return undefined;
  // The defaults of the classes. Of these, only GPT-NeoX begins without a token.
  const hasBegin = givenBegin ?? !name.startsWith('GPTNeoX');
  /** @type {Record<string, { id: string, ids: number[], tokens: string[] }>} */
  const special_tokens = {};
  const addToken = (/** @type {string} */ setting, /** @type {number} */ type_id) => {
    const token = config[setting]?.content ?? config[setting];
    const id = added.find((/** @type {AddedToken} */ { content }) => content === token)?.id;
    if (id === undefined) {
      const received = token === undefined ? 'is missing' : `is ${describeValue(token)}`;
      throw makeModelError(
        'tokenizer',
        `${setting} of tokenizer_config.json`,
        `a token of added_tokens of ${TOKENIZER}`,
        received,
      );
    }
    special_tokens[token] = { id: token, ids: [id], tokens: [token] };
    return { SpecialToken: { id: token, type_id } };
  };
  const addTo = (/** @type {string} */ id, /** @type {number} */ type_id) => [
    ...(hasBegin ? [addToken('bos_token', type_id)] : []),
    { Sequence: { id, type_id } },
    ...(hasEnd ? [addToken('eos_token', type_id)] : []),
  ];
  const single = addTo('A', 0);
  const pair = [...single, ...addTo('B', 1)];
  return { type: 'TemplateProcessing', single, pair, special_tokens };
}
