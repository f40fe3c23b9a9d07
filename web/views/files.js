/** Reads and shows files that the reader chooses or drops. */

import { html, noChange, nothing } from 'lit';
import { needSlot } from '../features.js';
import { readChosenFiles } from '../figures/controls.js';
import { readOwn } from '../sources/files/attention-arrays.js';
import { MOST_FILE_BYTES, refuseLarge } from '../sources/files/bytes.js';
import * as text from '../text/en/files.js';
import { readMessage } from '../text/error.js';

/**
 * @import { LitElement } from 'lit'
 * @import { OwnTensors } from '../session/own-tensors.js'
 * @import { Own } from '../sources/types.js'
 */

export class FileReading {
  /** The message about the last files, if they could not be read. */
  failure = '';
  #host;
  #tensors;
  #count = 0;

  /** @param {LitElement} host @param {OwnTensors} tensors */
  constructor(host, tensors) {
    this.#host = host;
    this.#tensors = tensors;
  }

  /** The names of the files on screen. */
  get shown() {
    return this.#tensors.fileNames;
  }

  /** Does not show files that are still being read. */
  cancel() {
    this.#count++;
    this.dismiss();
  }

  /** Removes the message about files that could not be read. */
  dismiss() {
    this.failure = '';
    this.#host.requestUpdate();
  }

  /** @param {Iterable<File>} files */
  async read(files) {
    const count = ++this.#count;
    const names = [...files].map(({ name }) => name).join(', ');
    let failure = '';
    /** @type {Own | undefined} */
    let tensors;
    try {
      refuseLarge([...files].some(({ size }) => size > MOST_FILE_BYTES));
      const { readFiles } = await needSlot('reader');
      const contents = await Promise.all(
        [...files].map(async (file) => ({
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      );
      tensors = await readOwn(readFiles(contents));
    } catch (error) {
      failure = text.notRead(names, readMessage(error));
    }
    // The reader may have chosen other files or other numbers meanwhile.
    if (count !== this.#count) return;
    this.failure = failure;
    if (tensors) this.#tensors.show(tensors, 'reader', { fileNames: names });
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector('#files ~ .wrong')?.scrollIntoView({ block: 'nearest' });
  }
}

/** @param {FileReading} reading */
export const fileField = (reading) => html`<details .open=${reading.failure ? true : noChange}>
  <summary>${text.yourNumbers}</summary>
  <div class="choice">
    <label for="files">${text.files}</label>
    <input id="files" type="file" multiple accept=".npy,.npz,.safetensors,.json" aria-describedby="about-files"
      @change=${readChosenFiles((files) => reading.read(files))}>
    <p class="note" id="about-files">${text.whichFiles}</p>
    <p class="note" role="status">${reading.shown ? text.shown(reading.shown) : nothing}</p>
    ${reading.failure ? html`<p class="wrong" role="alert">${reading.failure}</p>` : nothing}
  </div>
</details>`;

/**
 * Makes the listeners of an element that accepts dropped files.
 * @param {(dropped: DataTransfer, event: DragEvent) => unknown} read
 */
export function makeDropListeners(read) {
  /** @param {(dropped: DataTransfer, event: DragEvent) => unknown} [act] */
  const acceptFiles = (act) => (/** @type {DragEvent} */ event) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    act?.(dataTransfer, event);
  };
  return { over: acceptFiles(), drop: acceptFiles(read) };
}
