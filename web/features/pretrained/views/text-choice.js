/** Draws the field for the second text of a pair, and the choice of which text attends to which. */

import { html, nothing } from 'lit';
import { readField } from '../../../figures/controls.js';
import { proposeByPage } from '../../../lessons/context.js';
import { MAX_SENTENCE_LETTERS } from '../../../state/words.js';
import { choiceControl } from '../../../views/setting-fields.js';
import { typedValue } from '../../../views/typed-value.js';
import { getReplies } from '../run/source.js';
import { hasTwoTexts } from '../run/stack-layers.js';
import * as text from '../text/en/pretrained.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/**
 * Draws the field for the second text of a pair, or for a translation that replaces the model's own.
 * @param {ViewContext} context
 * @param {boolean} isTranslation
 */
export const secondTextField = ({ state, dispatch }, isTranslation) => html`<div class="field">
    <label for="second-text">${isTranslation ? text.ownTranslation : text.secondText}</label>
    <input id="second-text" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_SENTENCE_LETTERS} placeholder=${isTranslation ? text.noOwnTranslation : text.noSecondText}
      .value=${typedValue(state.pair)} @change=${readField(({ value }) => dispatch({ pair: value }))}>
  </div>`;

/** Draws the choice of texts, or nothing if there is one text or nothing to press. @param {ViewContext} context */
export const textChoice = (context) =>
  !context.isLocked && hasTwoTexts(getReplies(context.computation).after)
    ? choiceControl(proposeByPage(context), text.attendsTo, 'texts', text.textChoices)
    : nothing;
