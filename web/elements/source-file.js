/** Loads the file that `src` names: fetches it, aborts when another is wanted, and reports errors in one sentence. */

import { nextTask, whenRemoved } from '../session/async.js';
import { MOST_FILE_BYTES, refuseLarge } from '../sources/files/bytes.js';
import { FileError, toFileError } from '../sources/files/error.js';
import * as text from '../text/en/files.js';

/** @import { AttentionElement } from './base-element.js' */

/**
 * @template Content
 * @typedef {object} Reader
 * @property {(file: { name: string, bytes: Uint8Array, part: string }) => Promise<Content>} read
 * reads the file, or rejects
 * @property {(content: Content) => void} show called if the file is still wanted
 * @property {(error: Error) => void} fail reports an error; the current content stays
 */

/** @template Content */
export class SourceFile {
  #host;
  #reader;
  /** The address of the file, until other content replaces it. */
  src = '';
  /** Aborts the current load. @type {AbortController | undefined} */
  #abort;
  /** Resolves when the last file is shown or refused. @type {Promise<void> | undefined} */
  settled;

  /** @param {AttentionElement} host @param {Reader<Content>} reader */
  constructor(host, reader) {
    this.#host = host;
    this.#reader = reader;
    host.addController(this);
  }

  hostConnected() {
    // The file was loading when the element was removed from the page.
    if (this.src && this.#abort?.signal.aborted) this.load(this.src);
  }

  hostDisconnected() {
    whenRemoved(this.#host, () => this.#abort?.abort());
  }

  /** Whether a file is loading, or will load again when its element returns to the page. */
  get isLoading() {
    return this.#abort !== undefined;
  }

  /** Forgets the file, because other content replaces it, and aborts its load. */
  forget() {
    this.src = '';
    this.#abort?.abort();
    this.#abort = undefined;
  }

  /** @param {string} src an address, relative to the address of the page */
  load(src) {
    this.forget();
    this.src = src;
    if (src) this.settled = this.#load(src);
  }

  /** @param {string} src */
  async #load(src) {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      // Fetch nothing while the element is far from the view.
      await this.#host.waiting.ended;
      abort.signal.throwIfAborted();
      const content = await this.#reader.read(await fetchFile(src, abort.signal));
      if (!abort.signal.aborted) this.#reader.show(content);
    } catch (error) {
      if (!abort.signal.aborted) this.#reader.fail(toFileError(error, String(error)));
    }
    // An aborted file is loaded again when the element is connected again.
    if (this.#abort === abort && !abort.signal.aborted) this.#abort = undefined;
    this.#host.requestUpdate();
  }
}

/** @param {string} src @param {AbortSignal} signal */
async function fetchFile(src, signal) {
  if (!URL.canParse(src, document.baseURI)) throw new FileError(text.noAddress(src));
  const url = new URL(src, document.baseURI);
  const name = url.pathname.split('/').at(-1) || url.host;
  const response = await fetchFrom(url, name, signal);
  if (!response.ok) throw new FileError(text.unreachableFile(name, response.status));
  refuseLarge(Number(response.headers.get('content-length')) > MOST_FILE_BYTES);
  const bytes = new Uint8Array(await response.arrayBuffer());
  refuseLarge(bytes.length > MOST_FILE_BYTES);
  return { name, bytes, part: readPart(url) };
}

/** Tells why a file did not come. @param {URL} url @param {string} name */
function explain({ protocol, origin, href }, name) {
  if (location.protocol === 'file:') return text.localFile(name);
  if (protocol === 'file:') return text.fileOfComputer(name);
  if (origin === location.origin) return text.noServer(name);
  return origin === 'null' ? text.noAddress(href) : text.otherOrigin(name, origin);
}

/** Returns the fragment of an address. @param {URL} url */
function readPart({ hash }) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/**
 * Fetches a file. A rejected fetch does not tell why, so the reason is derived from the policy's
 * event and from both addresses.
 * @param {URL} url
 * @param {string} name
 * @param {AbortSignal} signal
 */
async function fetchFrom(url, name, signal) {
  let isForbidden = false;
  const onViolation = (/** @type {SecurityPolicyViolationEvent} */ event) => {
    const { effectiveDirective, blockedURI } = event;
    isForbidden ||= effectiveDirective === 'connect-src' && url.href.startsWith(blockedURI);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    return await fetch(url, { signal });
  } catch (cause) {
    // The event is dispatched in a separate task.
    await nextTask();
    throw new FileError(isForbidden ? text.forbiddenFile(name, url.origin) : explain(url, name), {
      cause,
    });
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}
