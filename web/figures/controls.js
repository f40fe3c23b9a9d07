/** Renders buttons, radio buttons and menus, and reads fields. */

import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';

/** @import { ElementPart } from 'lit' */

/**
 * Renders a button that may be unavailable. It then has `aria-disabled`, because `disabled` would
 * lose the focus, and a press does nothing.
 * @param {unknown} name
 * @param {((event: Event) => unknown) | false | undefined} act what a press does, if the button is
 * available
 * @param {object} [options]
 * @param {string} [options.kind] its class
 * @param {string} [options.label] what a screen reader says, if the name does not say enough
 * @param {string} [options.title]
 * @param {string} [options.describedBy] the id of a text, such as why the button is unavailable
 * @param {boolean} [options.isPressed]
 */
export const actionButton = (
  name,
  act,
  { kind = 'plain', label, title, describedBy, isPressed } = {},
) =>
  html`<button type="button" class=${kind} aria-label=${label ?? nothing} title=${title ?? nothing}
    aria-pressed=${isPressed ?? nothing} aria-describedby=${describedBy ?? nothing}
    aria-disabled=${!act} @click=${act || nothing}>${name}</button>`;

/**
 * Makes the listener of a field.
 * @param {(field: HTMLInputElement) => unknown} read
 */
export const readField =
  (read) =>
  (/** @type {Event} */ { target }) =>
    read(/** @type {HTMLInputElement} */ (target));

/**
 * Makes the listener of a field for files. The field is cleared, so that the same files can be chosen
 * again after a change.
 * @param {(files: File[]) => unknown} read called if there are files
 */
export const readChosenFiles = (read) =>
  readField((field) => {
    const files = [...(field.files ?? [])];
    field.value = '';
    if (files.length > 0) read(files);
  });

/**
 * Renders buttons of which one is pressed.
 * @param {string} label
 * @param {readonly { name: unknown, isChosen: boolean, press: () => void }[]} choices
 * @param {string} [note] a note after the buttons
 */
export const choiceButtons = (
  label,
  choices,
  note,
) => html`<div class="flip" role="group" aria-label=${label}>
  <span class="note" aria-hidden="true">${label}</span>
  ${choices.map(
    ({ name, isChosen, press }) =>
      html`<button type="button" class="choose" aria-pressed=${isChosen} @click=${press}>${name}</button>`,
  )}
  ${note ? html`<span class="note">${note}</span>` : nothing}
</div>`;

/**
 * The form of all radio buttons. Without a form, Chromium leaks every radio button that is removed
 * from a shadow root, together with its surroundings, as long as the root lives. `method=dialog`
 * sends nothing.
 */
export const radioForm = html`<form id="radios" method="dialog" hidden></form>`;

/**
 * @param {string} name
 * @param {string | number} value
 * @param {boolean} isChosen
 * @param {() => void} update
 * @param {boolean} [isDisabled]
 */
export const radioButton = (name, value, isChosen, update, isDisabled = false) =>
  html`<input type="radio" form="radios" name=${name} .value=${String(value)}
    .checked=${live(isChosen)} ?disabled=${isDisabled} @change=${update}>`;

/**
 * Renders radio buttons with the numbers from 1, for example one for each head.
 * @param {string} name
 * @param {number} count
 * @param {number} chosen the index of the chosen one, from 0
 * @param {(index: number) => void} choose
 */
export const numberedRadios = (name, count, chosen, choose) =>
  Array.from(
    { length: count },
    (_, i) => html`<label>${radioButton(name, i, i === chosen, () => choose(i))}${i + 1}</label>`,
  );

/** Renders the options of a select without a template for each, because there may be hundreds of words. */
class OptionsDirective extends Directive {
  #last = '';

  /** @param {Choices<string | number>} _choices */
  render(_choices) {
    return '';
  }

  /** @param {ElementPart} part @param {Parameters<this['render']>} choices @override */
  update({ element }, [choices]) {
    const last = JSON.stringify(choices);
    if (last !== this.#last) {
      this.#last = last;
      element.replaceChildren(...choices.map(([value, text]) => new Option(text, String(value))));
    }
    return '';
  }
}

/** Marked, so that a bundle without selects leaves the class out. */
const options = /* @__PURE__ */ directive(OptionsDirective);

/** @template Value @typedef {readonly (readonly [value: Value, text: string])[]} Choices */

/**
 * Renders a select.
 * @template {string | number} Value
 * @param {Choices<Value>} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 * @param {{ id?: string, kind?: string, label?: string }} [names] `kind` is a class; `label` is
 * needed if there is no visible label
 */
export const selectMenu = (choices, chosen, choose, { id, kind, label } = {}) =>
  html`<select id=${id ?? nothing} class=${kind ?? nothing} aria-label=${label ?? nothing}
    ${options(choices)} .value=${live(String(chosen))} @change=${(
      /** @type {Event} */ { target },
    ) => choose(choices[/** @type {HTMLSelectElement} */ (target).selectedIndex][0])}></select>`;
