/** The reader's files: chosen or dropped, read, and shown. */

import { html, nothing } from 'lit';
import { needSlot } from '../features.js';
import { MOST_FILE_BYTES, refuseLarge } from '../sources/files/bytes.js';
import { readOwn } from '../sources/files/own-tensors.js';
import * as text from '../text/en/messages.js';

/**
 * @import { Own } from '../sources/types.js'
 * @import { LitElement } from 'lit'
 */

export class FileReading {
  /** The message about the last files, if they could not be read. */
  failure = '';
  /** The names of those that are shown. */
  shown = '';
  #host;
  #show;
  #count = 0;

  /** @param {LitElement} host @param {(tensors: Own) => void} show */
  constructor(host, show) {
    this.#host = host;
    this.#show = show;
  }

  /** Other numbers take the place of the files', also of those that are still read. */
  forget() {
    this.#count++;
    this.shown = '';
  }

  /** @param {Iterable<File>} files */
  async read(files) {
    const count = ++this.#count;
    const names = [...files].map(({ name }) => name).join(', ');
    let failure = '';
    try {
      refuseLarge([...files].some(({ size }) => size > MOST_FILE_BYTES));
      const { readFiles } = await needSlot('reader');
      const contents = await Promise.all(
        [...files].map(async (file) => ({
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      );
      const tensors = await readOwn(readFiles(contents));
      // Other files may have been chosen meanwhile.
      if (count === this.#count) this.#show(tensors);
    } catch (error) {
      failure = text.notRead(names, error instanceof Error ? error.message : String(error));
    }
    if (count !== this.#count) return;
    this.failure = failure;
    if (failure === '') this.shown = names;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector('.wrong')?.scrollIntoView({ block: 'nearest' });
  }
}

/** @param {FileReading} reading @param {boolean} isOwn are the reader's numbers shown */
export const fileField = (reading, isOwn) => html`<details ?open=${reading.failure !== ''}>
  <summary>${text.yourNumbers}</summary>
  <div class="choice">
    <label for="files">${text.files}</label>
    <input id="files" type="file" multiple accept=".npy,.npz,.safetensors,.json" aria-describedby="about-files"
      @change=${(/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        reading.read([...(input.files ?? [])]);
        // The same file may be chosen again after it was changed.
        input.value = '';
      }}>
    <p class="note" id="about-files">${text.whichFiles}</p>
    ${isOwn && reading.shown ? html`<p class="note" role="status">${text.shown(reading.shown)}</p>` : nothing}
    ${reading.failure ? html`<p class="wrong" role="alert">${reading.failure}</p>` : nothing}
  </div>
</details>`;

/** Listeners of an element that files can be dropped on. @param {FileReading} reading */
export const dropListeners = (reading) => ({
  /** @param {DragEvent} event */
  over(event) {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  /** @param {DragEvent} event */
  drop(event) {
    const { files } = event.dataTransfer ?? {};
    if (!files?.length) return;
    event.preventDefault();
    reading.read([...files]);
  },
});
