/** Draws the field for the second text of a pair, and the choice of which text attends to which. */

import { html, nothing } from 'lit';
import { proposeByPage } from '../../../lessons/context.js';
import { MAX_SENTENCE_LETTERS } from '../../../state/words.js';
import { choiceControl } from '../../../views/setting-fields.js';
import { typedValue } from '../../../views/typed-value.js';
import { getReplies } from '../run/source.js';
import { hasTwoTexts } from '../run/text-parts.js';
import * as text from '../text/en/pretrained.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/** @param {ViewContext} context */
export const pairField = (context) => secondTextField(context, text.secondText, text.noSecondText);

/**
 * Draws the field for the decoder's text: the model's own translation, unless the reader writes
 * another.
 * @param {ViewContext} context
 */
export const translationField = (context) =>
  secondTextField(context, text.ownTranslation, text.noOwnTranslation);

/**
 * @param {ViewContext} context
 * @param {string} label
 * @param {string} otherwise the meaning of an empty field
 */
const secondTextField = ({ state, dispatch }, label, otherwise) => html`<div class="field">
    <label for="second-text">${label}</label>
    <input id="second-text" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_SENTENCE_LETTERS} placeholder=${otherwise} .value=${typedValue(state.pair)}
      @change=${(/** @type {Event} */ { target }) =>
        dispatch({ pair: /** @type {HTMLInputElement} */ (target).value })}>
  </div>`;

/**
 * Draws the choice of texts. If there is only one text, draws nothing.
 * @param {ViewContext} context
 */
export const textChoice = (context) =>
  hasTwoTexts(getReplies(context.computation).after)
    ? choiceControl(proposeByPage(context), text.attendsTo, 'texts', text.textChoices)
    : nothing;
