// Answers of a Hub, with the messages of the library and of the page.
import { publish } from './hub-models.js';

/**
 * @typedef {object} Answer
 * @property {string} what
 * @property {string} reason the machine-readable reason
 * @property {() => void} arrange prepares a Hub that has tiny/gpt2
 * @property {string} [library] the message of the error
 * @property {string} [page] the sentence on the page
 */

/** @param {Awaited<ReturnType<typeof import('./hub-server.js').startHub>>} hub @returns {Answer[]} */
export function answersOf(hub) {
  const { host } = new URL(hub.url);
  const republish = (/** @type {Parameters<typeof publish>[2]} */ changes) => () =>
    void publish(hub, 'gpt2', changes);
  const answer = (/** @type {object} */ changes) => () => void Object.assign(hub.api, changes);
  const disabled = {
    library: `tiny/gpt2 is disabled by ${host}; expected a model that can be read`,
    page: `${host} has disabled tiny/gpt2.`,
  };
  return [
    {
      ...{ what: 'a model that is not there, or is private', reason: 'not-found' },
      arrange: () => hub.repositories.clear(),
      library: `tiny/gpt2 does not exist on ${host}, or is private; expected openai-community/gpt2, or the name of a public model, or ./tiny/gpt2/ for a folder`,
      page: `${host} has no public model tiny/gpt2. Did you mean openai-community/gpt2?`,
    },
    {
      ...{ what: 'a model whose licence is granted by account', reason: 'gated' },
      arrange: republish({
        ...{ info: { gated: 'manual' }, status: 401 },
        headers: { 'X-Error-Code': 'GatedRepo', 'X-Error-Message': 'Access is restricted.' },
      }),
      library:
        'tiny/gpt2 needs a licence, which its owner grants by account; expected a model that anybody may read, or its files, once its owner has agreed',
      page: 'The owner of tiny/gpt2 grants a licence to each account. Download the files there, and choose them here.',
    },
    {
      ...{ what: 'a model that is disabled, as its description says', reason: 'disabled' },
      ...{ arrange: republish({ info: { disabled: true } }), ...disabled },
    },
    {
      ...{ what: 'a model that is disabled, as its files say', reason: 'disabled', ...disabled },
      arrange: republish({
        ...{ status: 403, headers: { 'X-Error-Message': 'Access to this resource is disabled.' } },
      }),
    },
    {
      ...{ what: 'a model that has another name now', reason: 'moved' },
      arrange() {
        publish(hub, 'gpt2', { movedTo: 'tiny/llama' });
        publish(hub, 'llama');
      },
      library: 'tiny/gpt2 is now another repository; expected tiny/llama',
      page: 'tiny/gpt2 is now tiny/llama. Open it by that name.',
    },
    {
      ...{ what: 'too many requests', reason: 'rate-limit', arrange: answer({ status: 429 }) },
      library: `${host} gets too many requests from here; expected a new try in five minutes`,
    },
    {
      ...{ what: 'too many requests for a time that the answer gives', reason: 'rate-limit' },
      arrange: answer({ status: 429, headers: { 'Retry-After': '42' } }),
      library: `${host} gets too many requests from here; expected a new try in 42 seconds`,
      page: `${host} got too many requests from your network. Try again in 42 seconds.`,
    },
    {
      ...{ what: 'an error of the Hub', reason: 'status', arrange: answer({ status: 503 }) },
      library: `${host} answers with status 503; expected the description of tiny/gpt2`,
      page: `${host} answers with status 503. Try again later.`,
    },
    {
      ...{ what: 'a page instead of an answer', reason: 'answer' },
      arrange: answer({ body: '<!doctype html>' }),
      library: `${host} answers with something else; expected JSON, as the Hub answers; the login page of a network may stand before it`,
      page: `${host} did not answer as a Hub does. You may have to log in to your network first.`,
    },
    {
      ...{ what: 'an answer without an end', reason: 'answer' },
      arrange: answer({ body: ' '.repeat(2 ** 24 + 1) }),
      library: `${host} answers with more; expected at most 16 MiB of JSON`,
    },
    {
      ...{ what: 'another answer than a list of files', reason: 'answer' },
      arrange: answer({ body: '{}' }),
      library: `${host} answers with something else; expected a list of files`,
    },
    {
      ...{ what: 'a file that is listed, but missing', reason: 'status' },
      arrange: republish({ status: 404, headers: { 'X-Error-Code': 'EntryNotFound' } }),
      library: 'config.json of tiny/gpt2 is missing; expected the file that is listed',
      page: 'config.json of tiny/gpt2 is missing. Try again later.',
    },
    {
      ...{ what: 'files of another size', reason: 'size' },
      arrange: () => Object.assign(hub.transfer, { total: 5 }),
      page: `The files of tiny/gpt2 do not have the sizes that ${host} lists. They were deleted; try again.`,
    },
    {
      ...{ what: 'other bytes', reason: 'sha256' },
      arrange: republish({ listed: { 'model.safetensors': { lfs: { oid: '0'.repeat(64) } } } }),
      page: `The bytes of tiny/gpt2 are not those that ${host} lists. They were deleted; try again.`,
    },
  ];
}
