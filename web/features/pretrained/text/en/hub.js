/** Texts about models on a Hub, about loading them, and about the models that the browser keeps. */

import { html } from 'lit';
import { guessModelId, KNOWN } from '../../../../../src/js/pretrained/hub-names.js';
import { grouped } from '../../../../text/en/language.js';
import { readDetails, withReason } from './refusals.js';

/**
 * @import { HubReason } from '../../../../../src/js/pretrained/errors.js'
 * @import { KeptInfo } from '../../../../../src/js/pretrained/kept.js'
 * @import { ModelSummary } from '../../../../../src/js/pretrained/types.js'
 * @import { CatalogueEntry } from '../../types.js'
 */

const MEGABYTE = 1e6;

/** @param {number} bytes */
export const megabytes = (bytes) =>
  `${(bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;

/** @param {string} name @param {number | undefined} size in MB @param {boolean} isReloaded */
export const unasked = (name, size, isReloaded) =>
  `${name} is not loaded${isReloaded ? '; a reload of the page unloads every model' : ' yet'}.${
    size === undefined ? '' : ` It takes ${grouped(size)} MB.`
  }`;

/** @param {ModelSummary} summary */
export const described = ({ id, endpoint, bytes, family, license, isKept }) =>
  html`${id} on ${readHost(endpoint)} takes ${megabytes(bytes)}${family ? `, and is of the family ${family}` : ''}.
  ${license ? `Licence: ${license}.` : ''} ${isKept ? keptModelNote : ''}`;
/** @param {KeptInfo} part */
export const keptPart = ({ bytes, isComplete }) =>
  isComplete
    ? keptModelNote
    : `This browser keeps ${megabytes(bytes)} of it, and loading continues from there.`;
export const cancelled = 'You cancelled the download.';
/** @param {string} host */
export const fromHost = (host) => `It comes from ${host}.`;

/** A known size in MB is shown as it is on the button, unless the files differ by more than this. */
const SAME_SIZE = 0.05;

/**
 * @param {string} name
 * @param {{ loaded: number, total: number }} progress
 * @param {number} [known] the size in MB
 */
export function loading(name, { loaded, total }, known) {
  const bytes = (known ?? 0) * MEGABYTE;
  const isKnown = bytes > 0 && (total === 0 || Math.abs(total / bytes - 1) < SAME_SIZE);
  const size = isKnown ? `${grouped(Number(known))} MB` : megabytes(total);
  if (total > 0) return `Loading ${name}: ${megabytes(loaded)} of ${size}.`;
  return isKnown ? `Loading ${name}: ${size}.` : `Loading ${name}.`;
}

/** @param {string} sentence */
export const willRead = (sentence) =>
  `Press the button, and the model reads “${sentence}”${/[.!?…]$/.test(sentence) ? '' : '.'}`;

/**
 * Describes what a link or an author asks for.
 * @param {object} shown
 * @param {string} shown.sentence
 * @param {string} shown.step
 * @param {{ layer: number, head: number }} [shown.place] the head of a step that shows only one
 * @param {number} changes the number of changes to the model
 */
export const willShow = ({ sentence, step, place }, changes) =>
  `You will see “${sentence}”${place ? ` in layer ${place.layer}, head ${place.head}` : ''}` +
  `${step ? `${place ? ',' : ''} at the step ${step}` : ''}${changes === 0 ? '' : `, with ${changes === 1 ? 'a change' : `${changes} changes`} to the model`}.`;

export const load = 'Load the model';
export const lookUp = 'Look up its size';
export const lookingUp = 'Asking the Hub.';
export const goOn = 'Continue loading';
export const cancel = 'Cancel';
export const retry = 'Try again';
export const chooseFiles = 'Choose the files';
export const chooseItsFiles = 'Choose its files';
export const chooseOtherFiles = 'Choose other files';
/** @param {string} name the name of the model that was shown before */
export const goBack = (name) => `Back to ${name}`;
/** @param {string} name the name of a model */
export const chooseInstead = (name) => `Choose ${name} instead`;

export const others = 'Another model, by its name or from files';
export const title = 'A model of the Hugging Face Hub';
export const hint = 'such as EleutherAI/pythia-14m';
export const endpoint = 'Address of the Hub';
export const endpointForm = 'An http or https address, or the path of a folder';
export const settings = 'Hub and kept models';
export const usualEndpoint = 'https://huggingface.co';
/** @param {CatalogueEntry} entry */
export const named = ({ name, ability, megabytes: size }) =>
  `${name} · ${grouped(size)} MB${ability ? ` · ${abilities[ability]}` : ''}`;

const abilities = { writes: 'writes', fills: 'fills gaps', compares: 'compares sentences' };

export const nothingBefore = 'Nothing is downloaded until you press a button.';

export const kept = 'Models that this browser keeps';
export const noneKept = 'This browser keeps no models.';
export const forget = 'Forget';
/** @param {KeptInfo} model */
export const keptModel = ({ id, bytes, isComplete }) =>
  `${id}, ${megabytes(bytes)}${isComplete ? '' : ' of a download that ended early'}`;
export const keptModelNote = 'This browser keeps the model, so it opens without a network.';

/** @param {string | undefined} endpointUrl */
export const readHost = (endpointUrl) => {
  try {
    return new URL(endpointUrl || usualEndpoint).host;
  } catch {
    return String(endpointUrl);
  }
};

/** @param {string} typed @param {string | undefined} near */
export const noName = (typed, near) =>
  `“${typed.slice(0, 80)}” is not the name of a model. ${
    near ? `Did you mean ${near}?` : 'Write owner/name, such as openai-community/gpt2.'
  }`;

/**
 * @typedef {{ model: string, host: string, argument: string, expected: string, received: string }}
 *   Refusal the details of an error
 */

/** @type {Readonly<Record<HubReason, (refusal: Refusal) => string>>} */
const REASONS = {
  network: ({ host, model }) =>
    `${host} cannot be reached. Check your network and try again: loading continues where it stopped.${
      KNOWN.some((id) => id === model) ? '' : ` If it is a folder of this site, write ./${model}/.`
    }`,
  'not-found': ({ host, model }) => {
    const near = guessModelId(model);
    return `${host} has no public model ${model}.${near ? ` Did you mean ${near}?` : ''}`;
  },
  moved: ({ model, expected }) => `${model} is now ${expected}. Open it by that name.`,
  revision: ({ model }) => `${model} has no such revision.`,
  gated: ({ model }) =>
    `The owner of ${model} grants a licence to each account. Download the files there, and choose them here.`,
  disabled: ({ host, model }) => `${host} has disabled ${model}.`,
  'rate-limit': ({ host, expected }) =>
    `${host} got too many requests from your network. ${expected.replace(/^a new try/, 'Try again')}.`,
  status: ({ argument, received }) => `${argument} ${received}. Try again later.`,
  answer: ({ host }) =>
    `${host} did not answer as a Hub does. You may have to log in to your network first.`,
  size: ({ model, host }) =>
    `The files of ${model} do not have the sizes that ${host} lists. They were deleted; try again.`,
  sha256: ({ model, host }) =>
    `The bytes of ${model} are not those that ${host} lists. They were deleted; try again.`,
};

/**
 * Says why a model did not load or could not be looked up.
 * @param {unknown} error
 * @param {{ model: string, endpoint: string }} wanted
 * @param {boolean} [isLookUp]
 */
export function failed(error, wanted, isLookUp = false) {
  const sentence = explainKnown(error, wanted);
  if (sentence) return isLookUp ? `The size is not known. ${sentence}` : sentence;
  const failure = isLookUp ? 'The size is not known' : 'The model did not load';
  return withReason(failure, error, wanted.model);
}

/**
 * Returns the sentence for a known reason.
 * @param {unknown} error
 * @param {{ model: string, endpoint: string }} wanted
 */
function explainKnown(error, { model, endpoint: address }) {
  const { code, reason, argument, expected, received } = readDetails(error);
  const [name] = model.split('@');
  const host = readHost(address);
  const say = code === 'ERR_HUB' ? REASONS[/** @type {HubReason} */ (reason)] : undefined;
  if (say) return say({ model: name, host, argument, expected, received });
  if (code !== 'ERR_ARGUMENT' || !/owner\/name/.test(expected)) return undefined;
  const near = guessModelId(model);
  const isShipped = near !== undefined && !near.includes('/');
  const hint = isShipped
    ? `. Did you mean ${near}?`
    : `: write owner/name${near ? `, such as ${near}` : ''}.`;
  return `${model} is not the name of a model${hint}`;
}
