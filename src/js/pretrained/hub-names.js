// Names of a model on a Hub: its address, the model and its revision.

import { describeValue, makeArgumentError } from '../errors.js';
import { findNearest } from '../nearest.js';

const HUB = 'https://huggingface.co';

/** Models that have all files, and families that can be loaded. */
const KNOWN = [
  'openai-community/gpt2',
  'distilbert/distilgpt2',
  'google-bert/bert-base-uncased',
  'distilbert/distilbert-base-uncased',
  'FacebookAI/roberta-base',
  'sentence-transformers/all-MiniLM-L6-v2',
  'HuggingFaceTB/SmolLM2-135M',
  'EleutherAI/pythia-14m',
  'EleutherAI/pythia-70m',
];

/** The kinds of revision. */
export const REVISION = 'a branch, a tag or a commit, such as main';

const LONGEST_NAME = 96;

/** A folder or a file of this machine. */
const PATH = /^(file:|[~.]{0,2}[/\\]|[A-Za-z]:[/\\])/;

/** A value as it was given, where it is a text. @param {unknown} value */
const quote = (value) =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : describeValue(value);

/** @param {string} id */
function isModelId(id) {
  const parts = id.split('/');
  // A part begins and ends with a letter, a digit or _.
  const isPart = (/** @type {string} */ part) =>
    part.length <= LONGEST_NAME && /^\w([\w.-]*\w)?$/.test(part) && !/--|\.\.|\.git$/.test(part);
  return parts.length === 2 && parts.every(isPart);
}

/** The likely model behind an invalid name: an address of the page, blanks, a name without its owner. @param {string} text */
export function guessModelId(text) {
  const plain = text.trim().slice(0, 500);
  const path = plain.replace(/^(?:https?:\/\/)?(?:www\.)?[\w-]+\.\w+(?::\d+)?\/(?=[^/]+\/)/, '');
  const [owner = '', name = ''] = path.split(/[?#]/)[0].split('/');
  const candidate = `${owner.trim()}/${name.trim()}`;
  if (name !== '' && isModelId(candidate) && candidate !== text) return candidate;
  const others = KNOWN.filter((id) => id !== text);
  const names = others.map((id) => id.slice(id.indexOf('/') + 1));
  const near = findNearest(name === '' ? plain : name, names);
  return findNearest(plain, others) ?? others[names.indexOf(near ?? '')];
}

/** @param {string} argument @param {unknown} value */
export function readModelId(argument, value) {
  if (typeof value === 'string' && isModelId(value)) return value;
  const near = typeof value === 'string' ? guessModelId(value) : undefined;
  if (typeof value === 'string' && PATH.test(value)) {
    const files =
      "the files of a model, such as { 'config.json': blob, 'model.safetensors': blob }";
    throw makeArgumentError(argument, `${files}, or owner/name on the Hub`, quote(value));
  }
  const form = 'owner/name of a model on the Hub';
  const expected = near === undefined ? `${form}, such as ${KNOWN[0]}` : `${near}, ${form}`;
  throw makeArgumentError(argument, expected, quote(value));
}

/** The address of a Hub, without a slash at its end. @param {unknown} value */
export function readEndpoint(value = HUB) {
  const expected = `an http or https address, such as ${HUB}`;
  const refusal = (/** @type {unknown} */ cause) =>
    makeArgumentError('options.endpoint', expected, quote(value), cause);
  /** @type {URL} */
  let url;
  try {
    url = new URL(String(value), globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch (cause) {
    throw refusal(cause);
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw refusal(undefined);
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** A branch, a tag or a commit. @param {unknown} value */
export function readRevision(value = 'main') {
  // No name of Git has these, and addresses would read the dots as folders.
  const isName =
    typeof value === 'string' && /^[^\s~^:?*[\\]{1,255}$/.test(value) && !/^\.|\.\./.test(value);
  if (isName) return value;
  throw makeArgumentError('options.revision', REVISION, quote(value));
}
