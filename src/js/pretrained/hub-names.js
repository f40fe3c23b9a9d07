// Checks of the names of models on a Hub, of revisions, and of the URL of a Hub.

import { describeValue, makeArgumentError } from '../errors.js';
import { findNearest } from '../nearest.js';
import { SHIPPED } from './shipped.js';

const HUB = 'https://huggingface.co';

/** Models that can be loaded, which error messages suggest. */
export const KNOWN = /** @type {const} */ ([
  'openai-community/gpt2',
  'distilbert/distilgpt2',
  'google-bert/bert-base-uncased',
  'distilbert/distilbert-base-uncased',
  'FacebookAI/roberta-base',
  'sentence-transformers/all-MiniLM-L6-v2',
  'HuggingFaceTB/SmolLM2-135M',
  'EleutherAI/pythia-14m',
  'EleutherAI/pythia-70m',
]);

/** The expected revision, for error messages. */
export const REVISION = 'a branch, a tag or a commit, such as main';

const LONGEST_NAME = 96;

/** The pattern of paths of a local folder or file that are no addresses. */
const PATH = /^([~.]{0,2}[/\\]|[A-Za-z]:[/\\])/;

/** Quotes a string, or describes another value, for an error message. @param {unknown} value */
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

/**
 * Finds the model of dist/models that a name without an owner means. Its exact name is no guess.
 * @param {string} text
 * @param {string} given the name before it was trimmed
 */
function guessShippedModel(text, given) {
  const names = Object.keys(SHIPPED).filter((name) => name !== given);
  const getFirstWord = (/** @type {string} */ name) => name.toLowerCase().split('-')[0];
  return (
    findNearest(text, names) ?? names.find((name) => getFirstWord(name) === getFirstWord(text))
  );
}

/**
 * Guesses the model that an invalid name means, such as the URL of its page, or a name with blanks or without an owner.
 * @param {string} text
 */
export function guessModelId(text) {
  const plain = text.trim().slice(0, 500);
  const path = plain.replace(/^(?:https?:\/\/)?(?:www\.)?[\w-]+\.\w+(?::\d+)?\/(?=[^/]+\/)/, '');
  const [owner = '', name = ''] = path.split(/[?#]/)[0].split('/');
  const candidate = `${owner.trim()}/${name.trim()}`;
  if (name !== '' && isModelId(candidate) && candidate !== text) {
    // Only the owner may be misspelt: names that differ a little are those of other models.
    const known = KNOWN.filter((id) => id.endsWith(`/${name.trim()}`));
    return findNearest(candidate, known) ?? candidate;
  }
  const shipped = plain.includes('/') ? undefined : guessShippedModel(plain, text);
  if (shipped !== undefined) return shipped;
  const others = KNOWN.filter((id) => id !== text);
  const names = others.map((id) => id.slice(id.indexOf('/') + 1));
  const near = findNearest(name === '' ? plain : name, names);
  return findNearest(plain, others) ?? others[names.indexOf(near ?? '')];
}

/** @param {'source' | 'id'} argument a source may also be a folder or a model that ships @param {unknown} value */
export function readModelId(argument, value) {
  if (typeof value === 'string' && isModelId(value)) return value;
  const guess = typeof value === 'string' ? guessModelId(value) : undefined;
  const isSource = argument === 'source';
  const near = isSource || !Object.hasOwn(SHIPPED, guess ?? '') ? guess : undefined;
  if (isSource && typeof value === 'string' && PATH.test(value)) {
    const folder = "the address of a folder, such as './gpt2/'";
    throw makeArgumentError(argument, `${folder}, or owner/name on the Hub`, quote(value));
  }
  const form = 'owner/name of a model on the Hub';
  if (near === undefined)
    throw makeArgumentError(argument, `${form}, such as ${KNOWN[0]}`, quote(value));
  const expected = Object.hasOwn(SHIPPED, near) ? `${near}, or ${form}` : form;
  const isFolder = isSource && /^(?!\w+:)[^\s]+\/$/.test(String(value));
  const folder = isFolder ? `./${value} for a folder, or ` : '';
  throw makeArgumentError(argument, expected, `${quote(value)} (did you mean ${folder}${near}?)`);
}

/** Reads the URL of a Hub, and removes a trailing slash. @param {unknown} value */
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

/** Reads a branch, a tag or a commit. @param {unknown} value */
export function readRevision(value = 'main') {
  // Names in Git have none of these characters, and URLs would treat dots as folders.
  const isName =
    typeof value === 'string' && /^[^\s~^:?*[\\]{1,255}$/.test(value) && !/^\.|\.\./.test(value);
  if (isName) return value;
  throw makeArgumentError('options.revision', REVISION, quote(value));
}
