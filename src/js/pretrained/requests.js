// Requests to a Hub, and errors by its responses. Interrupted transfers continue where they stopped.

import { makeHubError } from './errors.js';
import { guessModelId, REVISION } from './hub-names.js';

/**
 * The subject of requests.
 *
 * @typedef {object} Subject
 * @property {string} id the name of the model
 * @property {string} revision
 * @property {AbortSignal} signal a signal that aborts the requests
 * @property {string} operation the call that requests, for errors
 *
 * @typedef {object} RemoteFile
 * @property {string} name
 * @property {string} address
 * @property {number} size the size in the list of files
 */

/** The milliseconds to wait before the next request, by the number of consecutive requests without data. */
const WAITS = [0, 250, 1000, 3000];

/** Whether an error is temporary: of the network, or a failure of the Hub. @param {unknown} error */
export const isPassing = (error) => {
  const { code, reason, status } = /** @type {any} */ (error ?? {});
  return code === 'ERR_HUB' && (reason === 'network' || reason === 'rate-limit' || status >= 500);
};

/**
 * Sends a request. Throws a HubError for other statuses than 200 and 206.
 * @param {string} address @param {Subject} subject
 * @param {{ range?: string, file?: string }} [options]
 * @returns {Promise<Response>} a response with status 200 or 206
 */
async function requestAddress(address, subject, { range, file } = {}) {
  const response = await receive(address, subject, () =>
    fetch(address, {
      ...(range === undefined ? {} : { headers: { Range: range } }),
      signal: subject.signal,
      // The Hub responds to some referring pages with 404.
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      // Files are stored in our own cache.
      cache: 'no-store',
    }),
  );
  if (response.status === 200 || response.status === 206) return response;
  response.body?.cancel().catch(() => {});
  throw refusalOf(response, address, subject, file);
}

/**
 * Waits for a response or a part of it. Throws the reason of the signal, or a HubError if the network fails.
 * @template Part
 * @param {string} address @param {Subject} subject @param {() => Promise<Part>} request
 */
async function receive(address, subject, request) {
  try {
    return await request();
  } catch (cause) {
    subject.signal.throwIfAborted();
    throw unreachable(address, subject, cause);
  }
}

/** @param {string} address @param {Subject} subject @param {unknown} cause */
function unreachable(address, subject, cause) {
  const expected = 'a network, and an address that answers this page';
  return makeHubError(
    subject,
    'network',
    new URL(address).host,
    expected,
    'cannot be reached',
    cause,
  );
}

/**
 * Makes the error of a response that is not successful.
 * @param {Response} response @param {string} address @param {Subject} subject
 * @param {string} [file]
 */
function refusalOf({ status, headers }, address, subject, file) {
  const { id, revision } = subject;
  const { host } = new URL(address);
  const code = headers.get('X-Error-Code');
  const isDisabled = /disabled/i.test(headers.get('X-Error-Message') ?? '');
  if (status === 429) {
    const wait = Number(headers.get('Retry-After'));
    const when = wait > 0 ? `in ${wait} seconds` : 'in five minutes';
    const received = 'gets too many requests from here';
    return makeHubError(subject, 'rate-limit', host, `a new try ${when}`, received);
  }
  if (code === 'GatedRepo') {
    const expected = 'a model that anybody may read, or its files, once its owner has agreed';
    const received = 'needs a licence, which its owner grants by account';
    return makeHubError(subject, 'gated', id, expected, received);
  }
  if (isDisabled) return makeDisabledError(subject, host);
  if (code === 'RevisionNotFound') {
    return makeHubError(
      subject,
      'revision',
      id,
      REVISION,
      `has no revision ${JSON.stringify(revision)}`,
    );
  }
  if (code === 'EntryNotFound' && file !== undefined) {
    return makeHubError(
      subject,
      'status',
      `${file} of ${id}`,
      'the file that is listed',
      'is missing',
    );
  }
  if (status === 401 || status === 404) {
    const near = guessModelId(id);
    const expected = `${near === undefined ? '' : `${near}, or `}the name of a public model`;
    return makeHubError(
      subject,
      'not-found',
      id,
      expected,
      `does not exist on ${host}, or is private`,
    );
  }
  const what = file === undefined ? `the description of ${id}` : `${file} of ${id}`;
  const error = makeHubError(subject, 'status', host, what, `answers with status ${status}`);
  return Object.assign(error, { status });
}

/** @param {Subject} subject @param {string} host */
export const makeDisabledError = (subject, host) =>
  makeHubError(
    subject,
    'disabled',
    subject.id,
    'a model that can be read',
    `is disabled by ${host}`,
  );

/**
 * Requests JSON.
 * @param {string} address @param {Subject} subject
 * @returns {Promise<{ value: any, headers: Headers }>}
 */
export async function requestJson(address, subject) {
  const response = await requestAddress(address, subject);
  const text = await receive(address, subject, () => response.text());
  try {
    return { value: JSON.parse(text), headers: response.headers };
  } catch (cause) {
    const expected = 'JSON, as the Hub answers; the login page of a network may stand before it';
    const received = 'answers with something else';
    throw makeHubError(subject, 'answer', new URL(address).host, expected, received, cause);
  }
}

/**
 * Reads bytes of a file. After an interruption, it requests the rest.
 * @param {RemoteFile} file @param {number} from @param {number} to @param {Subject} subject
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export async function* transferFile(file, from, to, subject) {
  let at = from;
  let failures = 0;
  while (at < to) {
    const start = at;
    try {
      for await (const bytes of transferOnce(file, at, to, subject)) {
        at += bytes.length;
        yield bytes;
      }
    } catch (error) {
      failures = at > start ? 0 : failures + 1;
      const isOver =
        failures === WAITS.length || /** @type {any} */ (error).reason === 'rate-limit';
      if (isOver || !isPassing(error)) throw error;
      await wait(WAITS[failures], subject.signal);
    }
  }
}

/**
 * Reads bytes of a file with a single request.
 * @param {RemoteFile} file @param {number} from @param {number} to @param {Subject} subject
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
async function* transferOnce(file, from, to, subject) {
  const { name, address, size } = file;
  const isPart = from > 0 || to < size;
  const range = isPart ? `bytes=${from}-${to - 1}` : undefined;
  const response = await requestAddress(address, subject, {
    file: name,
    ...(range ? { range } : {}),
  });
  const reader = response.body?.getReader();
  let at = startOf(response, file, from, subject);
  try {
    for (;;) {
      const part = await receive(address, subject, async () => reader?.read());
      if (part === undefined || part.done) break;
      const { value } = part;
      const bytes = value.subarray(Math.max(0, from - at), Math.max(0, to - at));
      at += value.length;
      // A server may respond to a range with the whole file.
      if (at > size) throw sizeError(file, subject, `has more than ${size} bytes`);
      if (bytes.length > 0) yield bytes;
      if (at >= to && to < size) return;
    }
  } finally {
    reader?.cancel().catch(() => {});
  }
  if (at >= to) return;
  throw unreachable(address, subject, new Error(`the transfer ends ${to - at} bytes early`));
}

/**
 * Returns the offset in the file at which a response begins. Some responses to a range, even with status 206, contain the
 * whole file.
 *
 * @param {Response} response @param {RemoteFile} file @param {number} from @param {Subject} subject
 */
function startOf({ status, headers }, file, from, subject) {
  const { size } = file;
  const length = headers.has('Content-Encoding') ? 0 : Number(headers.get('Content-Length') ?? 0);
  if (status === 200) {
    if (length > 0 && length !== size) throw sizeError(file, subject, `has ${length} bytes`);
    return 0;
  }
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '');
  if (range !== null && range[2] !== '*' && Number(range[2]) !== size) {
    throw sizeError(file, subject, `has ${range[2]} bytes`);
  }
  if (length === size) return 0;
  const start = range === null ? from : Number(range[1]);
  if (start <= from) return start;
  const received = `begins at byte ${start}`;
  throw makeHubError(
    subject,
    'answer',
    `${file.name} of ${subject.id}`,
    `its bytes from ${from}`,
    received,
  );
}

/** @param {RemoteFile} file @param {Subject} subject @param {string} received */
function sizeError({ name, size }, subject, received) {
  const expected = `${size}, as the list of its files says`;
  return makeHubError(subject, 'size', `${name} of ${subject.id}`, expected, received);
}

/** @param {number} milliseconds @param {AbortSignal} signal */
async function wait(milliseconds, signal) {
  signal.throwIfAborted();
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
  signal.throwIfAborted();
}
