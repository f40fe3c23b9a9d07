// Requests to a Hub, and errors by its responses. Interrupted transfers continue where they stopped.

import { formatBytes } from '../errors.js';
import { HubError, OPERATION } from './errors.js';
import { guessModelId, REVISION } from './hub-names.js';

/** @import { HubReason } from './errors.js' */

/**
 * @typedef {object} RemoteFile
 * @property {string} name
 * @property {string} address
 * @property {number} size the size in the list of files
 */

/** The largest answer of JSON in bytes. Descriptions and lists of files have some kilobytes. */
const LARGEST_ANSWER = 2 ** 24;

/** The milliseconds to wait before the next request, by the number of consecutive requests without data. */
const WAITS = [0, 250, 1000, 3000];

/** Whether an error is temporary: of the network, or a failure of the Hub. @param {unknown} error */
export const isPassing = (error) => {
  const { code, reason, status } = /** @type {any} */ (error ?? {});
  return code === 'ERR_HUB' && (reason === 'network' || reason === 'rate-limit' || status >= 500);
};

/** Requests for a model of a Hub. */
export class HubRequests {
  #signal;

  /**
   * @param {object} subject
   * @param {string} subject.id the name of the model
   * @param {string} subject.revision
   * @param {AbortSignal} subject.signal a signal that aborts the requests
   * @param {string} subject.operation the call that requests, for errors
   */
  constructor({ id, revision, signal, operation }) {
    this.id = id;
    this.revision = revision;
    this.#signal = signal;
    this.operation = operation;
  }

  /**
   * Makes an error.
   * @param {HubReason} reason
   * @param {string} argument the host, the model or one of its files
   * @param {string} expected
   * @param {string} received what is wrong, beginning with a verb, such as `is disabled`
   * @param {unknown} [cause]
   */
  refuse(reason, argument, expected, received, cause) {
    const { operation } = this;
    return new HubError(reason, { operation, argument, expected, received, cause });
  }

  /** @param {string} host */
  refuseDisabled(host) {
    return this.refuse('disabled', this.id, 'a model that can be read', `is disabled by ${host}`);
  }

  /** Names a file in an error. @param {string} name */
  labelFile(name) {
    return `${name} of ${this.id}`;
  }

  /**
   * Requests JSON.
   * @param {string} address
   * @returns {Promise<{ value: any, headers: Headers }>}
   */
  async readJson(address) {
    const response = await this.#request(address);
    const { host } = new URL(address);
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for await (const bytes of this.#readBody(response, address)) {
      size += bytes.length;
      if (size > LARGEST_ANSWER) {
        const expected = `at most ${formatBytes(LARGEST_ANSWER)} of JSON`;
        throw this.refuse('answer', host, expected, 'answers with more');
      }
      text += decoder.decode(bytes, { stream: true });
    }
    try {
      return { value: JSON.parse(text + decoder.decode()), headers: response.headers };
    } catch (cause) {
      const expected = 'JSON, as the Hub answers; the login page of a network may stand before it';
      const received = 'answers with something else';
      throw this.refuse('answer', host, expected, received, cause);
    }
  }

  /**
   * Reads the parts of a response, and cancels the rest if the caller ends.
   * @param {Response} response @param {string} address
   */
  async *#readBody(response, address) {
    const reader = response.body?.getReader();
    try {
      for (;;) {
        const part = await this.#receive(address, async () => reader?.read());
        if (part === undefined || part.done) return;
        yield part.value;
      }
    } finally {
      reader?.cancel().catch(() => {});
    }
  }

  /**
   * Reads bytes of a file. After an interruption, it requests the rest.
   * @param {RemoteFile} file @param {number} from @param {number} to
   * @returns {AsyncGenerator<Uint8Array, void, void>}
   */
  async *transfer(file, from, to) {
    let at = from;
    let failures = 0;
    while (at < to) {
      const start = at;
      try {
        for await (const bytes of this.#transferOnce(file, at, to)) {
          at += bytes.length;
          yield bytes;
        }
      } catch (error) {
        failures = at > start ? 0 : failures + 1;
        const isOver =
          failures === WAITS.length || /** @type {any} */ (error).reason === 'rate-limit';
        if (isOver || !isPassing(error)) throw error;
        await wait(WAITS[failures], this.#signal);
      }
    }
  }

  /**
   * Reads bytes of a file with a single request.
   * @param {RemoteFile} file @param {number} from @param {number} to
   * @returns {AsyncGenerator<Uint8Array, void, void>}
   */
  async *#transferOnce(file, from, to) {
    const { name, address, size } = file;
    const isPart = from > 0 || to < size;
    const range = isPart ? { Range: `bytes=${from}-${to - 1}` } : undefined;
    const response = await this.#request(address, name, range);
    let at = this.#findStart(response, file, from);
    for await (const part of this.#readBody(response, address)) {
      const bytes = part.subarray(Math.max(0, from - at), Math.max(0, to - at));
      at += part.length;
      // A server may respond to a range with the whole file.
      if (at > size) throw this.#refuseSize(file, `has more than ${size} bytes`);
      if (bytes.length > 0) yield bytes;
      if (at >= to && to < size) return;
    }
    if (at >= to) return;
    throw this.#refuseNetwork(address, new Error(`the transfer ends ${to - at} bytes early`));
  }

  /**
   * Sends a request. Throws a HubError for other statuses than 200 and 206.
   * @param {string} address
   * @param {string} [file] the name of the requested file
   * @param {{ Range: string }} [headers]
   * @returns {Promise<Response>} a response with status 200 or 206
   */
  async #request(address, file, headers) {
    const response = await this.#receive(address, () =>
      fetch(address, {
        ...(headers && { headers }),
        signal: this.#signal,
        // The Hub responds to some referring pages with 404.
        referrerPolicy: 'no-referrer',
        credentials: 'omit',
        // Files are stored in our own cache.
        cache: 'no-store',
      }),
    );
    if (response.status === 200 || response.status === 206) return response;
    response.body?.cancel().catch(() => {});
    throw this.#explainStatus(response, new URL(address).host, file);
  }

  /**
   * Waits for a response or a part of it. Throws the reason of the signal, or a HubError if the network fails.
   * @template Part
   * @param {string} address @param {() => Promise<Part>} request
   */
  async #receive(address, request) {
    try {
      return await request();
    } catch (cause) {
      this.#signal.throwIfAborted();
      throw this.#refuseNetwork(address, cause);
    }
  }

  /** The name may have meant a folder, in a call that also takes folders. */
  get #folderHint() {
    return this.operation === OPERATION ? `, or ./${this.id}/ for a folder` : '';
  }

  /** @param {string} address @param {unknown} cause */
  #refuseNetwork(address, cause) {
    const expected = `a network, and an address that answers this page${this.#folderHint}`;
    return this.refuse('network', new URL(address).host, expected, 'cannot be reached', cause);
  }

  /** @param {RemoteFile} file @param {string} received */
  #refuseSize({ name, size }, received) {
    const expected = `${size}, as the list of its files says`;
    return this.refuse('size', this.labelFile(name), expected, received);
  }

  /**
   * Makes the error of a response that is not successful.
   * @param {Response} response @param {string} host @param {string} [file]
   */
  #explainStatus({ status, headers }, host, file) {
    const { id, revision } = this;
    const code = headers.get('X-Error-Code');
    const isDisabled = /disabled/i.test(headers.get('X-Error-Message') ?? '');
    if (status === 429) {
      const wait = Number(headers.get('Retry-After'));
      const when = wait > 0 ? `in ${wait} seconds` : 'in five minutes';
      const received = 'gets too many requests from here';
      return this.refuse('rate-limit', host, `a new try ${when}`, received);
    }
    if (code === 'GatedRepo') {
      const expected = 'a model that anybody may read, or its files, once its owner has agreed';
      const received = 'needs a licence, which its owner grants by account';
      return this.refuse('gated', id, expected, received);
    }
    if (isDisabled) return this.refuseDisabled(host);
    if (code === 'RevisionNotFound') {
      const received = `has no revision ${JSON.stringify(revision)}`;
      return this.refuse('revision', id, REVISION, received);
    }
    if (code === 'EntryNotFound' && file !== undefined) {
      return this.refuse('status', this.labelFile(file), 'the file that is listed', 'is missing');
    }
    if (status === 401 || status === 404) {
      const near = guessModelId(id);
      const names = `${near === undefined ? '' : `${near}, or `}the name of a public model`;
      const expected = names + this.#folderHint;
      return this.refuse('not-found', id, expected, `does not exist on ${host}, or is private`);
    }
    const expected = this.labelFile(file ?? 'the description');
    const error = this.refuse('status', host, expected, `answers with status ${status}`);
    return Object.assign(error, { status });
  }

  /**
   * Returns the offset in the file at which a response begins. Some responses to a range, even with status 206, contain the
   * whole file.
   *
   * @param {Response} response @param {RemoteFile} file @param {number} from
   */
  #findStart({ status, headers }, file, from) {
    const { name, size } = file;
    const length = headers.has('Content-Encoding') ? 0 : Number(headers.get('Content-Length') ?? 0);
    if (status === 200) {
      if (length > 0 && length !== size) throw this.#refuseSize(file, `has ${length} bytes`);
      return 0;
    }
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '');
    if (range !== null && range[2] !== '*' && Number(range[2]) !== size) {
      throw this.#refuseSize(file, `has ${range[2]} bytes`);
    }
    if (length === size) return 0;
    const start = range === null ? from : Number(range[1]);
    if (start <= from) return start;
    const expected = `its bytes from ${from}`;
    throw this.refuse('answer', this.labelFile(name), expected, `begins at byte ${start}`);
  }
}

/** @param {number} milliseconds @param {AbortSignal} signal */
async function wait(milliseconds, signal) {
  signal.throwIfAborted();
  await new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
  signal.throwIfAborted();
}
