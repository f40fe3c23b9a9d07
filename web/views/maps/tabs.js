import { html, nothing } from 'lit';

/**
 * One of several, as numbers from 1; nothing, where there is one.
 * @param {'layer' | 'head'} name
 * @param {string} legend
 * @param {number} chosen from 0
 * @param {number} count
 * @param {(change: object) => void} set
 */
export const tabs = (name, legend, chosen, count, set) =>
  count > 1
    ? html`<fieldset class="heads ${name}s" part="toolbar"><legend>${legend}</legend>${Array.from(
        { length: count },
        (_, i) => html`<button type="button" aria-pressed=${i === chosen}
          @click=${() => set({ [name]: i })}>${i + 1}</button>`,
      )}</fieldset>`
    : nothing;
