/** An author's own chapter: a script among the children of an element, or the file that `src` names. */

import { needSlot } from '../features.js';
import { createObserver } from '../figures/dom.js';
import { decodeText } from '../sources/files/bytes.js';
import { FileError } from '../sources/files/error.js';
import { fileOfWeights } from '../text/en/files.js';
import { scriptWithoutType, secondChapter, srcBesideChapter } from '../text/en/warnings.js';
import { SourceFile } from './source-file.js';
import { warnOfValue, warnOnce } from './warnings.js';

/**
 * @import { PageLoader } from '../session/page-loader.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** A CMS may wrap the script in a paragraph, and the type may have a parameter. */
const CHAPTER = 'script[type="application/json" i], script[type^="application/json;" i]';

const CHANGES = { childList: true, characterData: true, subtree: true };

/** Reads the chapter. The script may be added or changed at any time, and takes precedence over the file. */
export class ChapterSource {
  #host;
  #pages;
  #changes = createObserver('MutationObserver', () => this.read());
  #file;

  /** @param {AttentionLab} host @param {PageLoader} pages */
  constructor(host, pages) {
    this.#host = host;
    this.#pages = pages;
    this.#file = new SourceFile(host, {
      read: (file) => this.#readChapter(file),
      show: (chapter) => this.#pages.setChapter(chapter),
      fail: (error) => this.#fail(error),
    });
    host.addController(this);
  }

  hostConnected() {
    this.#changes.observe(this.#host, CHANGES);
    this.read();
  }

  hostDisconnected() {
    this.#changes.disconnect();
  }

  hostUpdate() {
    if ((this.#host.src ?? '') !== this.#file.src) this.read();
  }

  /** Reads the script, otherwise the file. */
  read = () => {
    const host = this.#host;
    const [script, second] = host.querySelectorAll(CHAPTER);
    const plain = host.querySelector(':scope > script:not([type], [src])');
    if (plain?.textContent?.trim().startsWith('{')) warnOnce(host, '', scriptWithoutType);
    if (!script) return this.#readFile();
    if (second) warnOnce(host, '', secondChapter);
    if (host.src) warnOfValue(host, 'src', host.src, srcBesideChapter);
    this.#file.forget();
    const isComplete = document.readyState !== 'loading';
    if (!isComplete) document.addEventListener('DOMContentLoaded', this.read, { once: true });
    this.#pages.setChapter(isComplete ? script.textContent : null);
  };

  #readFile() {
    const src = this.#host.src ?? '';
    if (src === '') this.#pages.setChapter(undefined);
    if (src === this.#file.src) return;
    // The current chapter stays until the next one has loaded.
    if (src !== '' && !this.#pages.authorChapter) this.#pages.setChapter(null);
    this.#file.load(src);
  }

  /** @param {{ name: string, bytes: Uint8Array }} file */
  async #readChapter({ name, bytes }) {
    const chapter = decodeText(bytes);
    if (hasWeights(bytes, chapter)) throw new FileError(fileOfWeights(name));
    const read = await needSlot('authorChapter');
    const { error } = this.#pages.authorChapter ? read(chapter) : {};
    if (error) throw error;
    return chapter;
  }

  /** @param {Error} error */
  #fail(error) {
    const chapterError = Object.assign(error, { code: 'ERR_CHAPTER' });
    if (!this.#pages.authorChapter) this.#pages.refuseChapter(chapterError);
    this.#host.report(chapterError);
  }
}

/** Whether a file holds weights, which a map shows. @param {Uint8Array} bytes @param {string} text */
function hasWeights(bytes, text) {
  // NumPy's formats and safetensors.
  if (/^(.NUMPY|PK)/su.test(text) || bytes.subarray(0, 9).includes(0)) return true;
  try {
    const { pages, weights, tensors, maps } = JSON.parse(text);
    return !pages && Boolean(weights ?? tensors ?? maps);
  } catch {
    return false;
  }
}
