/**
 * Finds a remedy when a model did not load: another try, another model, or files instead of a name.
 */

import { guessModelId } from '../../../../src/js/pretrained/hub-names.js';
import { isHubModel } from './wanted.js';

/** @typedef {{ kind: 'retry' } | { kind: 'files' } | { kind: 'model', model: string }} Remedy */

/** @type {Remedy} */
export const RETRY = { kind: 'retry' };
/** @type {Remedy} */
const FILES = { kind: 'files' };
/** @type {Remedy} */
const SHIPPED_MODEL = { kind: 'model', model: 'use-lite' };

/** @param {string} model a name that does not exist */
function nearestModel(model) {
  const near = guessModelId(model);
  return near === undefined ? SHIPPED_MODEL : /** @type {const} */ ({ kind: 'model', model: near });
}

/**
 * Remedies for a Hub's reasons that another try would not change.
 * @type {Readonly<Record<string, (id: string, expected: string) => Remedy>>}
 */
const HUB_REMEDIES = {
  'not-found': nearestModel,
  moved: (_, expected) => ({ kind: 'model', model: expected }),
  revision: (id) => ({ kind: 'model', model: id }),
  gated: () => FILES,
  disabled: () => SHIPPED_MODEL,
};

/**
 * Tells whether files would help: converting a model of the Hub gives the reader such files.
 * @param {{ argument: string, received: string }} details
 */
const isMendedByFiles = ({ argument, received }) =>
  (argument === 'tokenizer.json' && received === 'is missing') ||
  /its parts are there$|^is missing: the weights are in/.test(received);

/**
 * Tells whether the received bytes are not a valid file. Another download may succeed.
 * @param {{ argument: string, received: string }} details
 */
const isDamaged = ({ argument, received }) =>
  argument.endsWith('.json')
    ? /^(is no such text|holds (?!another$))/.test(received)
    : /^(the header of )?model\.safetensors$/.test(argument) && received !== 'is missing';

/**
 * @param {unknown} error the error with its details, which may come from a Worker
 * @param {string} model the wanted model
 * @returns {Remedy}
 */
export function findRemedy(error, model) {
  const {
    code,
    reason = '',
    argument = '',
    expected = '',
    received = '',
  } = /** @type {any} */ (error ?? {});
  // Readers can copy the files of a shipped model next to the page.
  if (!isHubModel(model)) return RETRY;
  const [id] = model.split('@');
  if (code === 'ERR_HUB') return HUB_REMEDIES[reason]?.(id, expected) ?? RETRY;
  if (code === 'ERR_MODEL') {
    if (isMendedByFiles({ argument, received })) return FILES;
    return isDamaged({ argument, received }) ? RETRY : SHIPPED_MODEL;
  }
  if (argument === 'options.revision') return { kind: 'model', model: id };
  if (code === 'ERR_ARGUMENT' && /owner\/name/.test(expected)) return nearestModel(id);
  return code === 'ERR_LIMIT' ? SHIPPED_MODEL : RETRY;
}
