/** Below the weights of a head: what it usually does, whether it is silenced, and the button that silences it. */

import { html, nothing } from 'lit';
import { isSilenced, toggleName } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/interventions.js';
import { layerNames } from '../text/en/layers.js';
import { summaryOfChange } from './answer.js';
import { habitView } from './habits.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/** @param {ViewContext} context */
export function headNoteView(context) {
  const { state, computation, dispatch, readonly } = context;
  const { modelLayer: layer, head } = state;
  const name = layerNames(getReplies(computation).places)[layer];
  const here = `${layer}.${head}`;
  const silenced = isSilenced(state, layer, head);
  // A head that is silenced with all heads of its layer is given back with them.
  const change = isSilenced(state, layer) ? `${layer}.*` : here;
  const label = silenced
    ? text.undoSilence(name, change === here ? head + 1 : undefined)
    : text.silenceHead(name, head + 1);
  return html`<div class="head-note">
    <p class="silenced-note" role="status">${silenced ? text.headIsSilenced(name, head + 1) : nothing} ${summaryOfChange(context)}</p>
    ${
      readonly
        ? nothing
        : html`<button type="button" class="plain silence-head" @click=${() => dispatch(toggleName(state, 'silence', change))}>${label}</button>`
    }
    ${habitView(context)}
  </div>`;
}
