import { SETTINGS } from '../state/fields.js';
import { headsChanged, seedChanged, widthChanged } from '../text/en/controls.js';
import { listChangedExpertNames } from '../views/expert-settings.js';
import { StoredText } from './stored-text.js';

/**
 * @import { Actor, Settings, State } from '../state/types.js'
 * @import { SettingsNotice } from '../views/expert-settings.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** The state of an element's settings: whether Expert is open, and what the last change has also changed. */
export class KeptSettings {
  #host;
  #stored;
  isExpertOpen = false;
  /** @type {SettingsNotice | undefined} */
  notice;

  /**
   * @param {AttentionLab} host
   * @param {() => boolean} isOurs whether the element may store data on this page
   */
  constructor(host, isOurs) {
    this.#host = host;
    this.#stored = new StoredText(() => 'attention-lab expert', isOurs);
  }

  /** Reads the stored state, and opens Expert if a link sets something in it. @param {State} state */
  open(state) {
    this.isExpertOpen ||=
      listChangedExpertNames(state).length > 0 || typeof this.#stored.read() === 'string';
  }

  /** Called when the reader opens or closes Expert. @param {boolean} isOpen */
  setExpertOpen = (isOpen) => {
    if (isOpen === this.isExpertOpen) return;
    this.isExpertOpen = isOpen;
    this.#host.requestUpdate();
    this.#stored.write(isOpen ? 'open' : null);
  };

  /**
   * Writes a notice if a change of one setting changes all numbers. It stays while a model goes on.
   * @param {readonly (keyof State)[]} changed
   * @param {State} before
   * @param {State} state
   * @param {Actor} by
   */
  noteChange(changed, before, state, by) {
    if (by === 'model') return;
    this.notice = by === 'reader' ? writeNotice(changed, before, state) : undefined;
    if (this.notice) this.#host.say(this.notice.text);
  }
}

/**
 * @param {readonly (keyof State)[]} changed
 * @param {State} before
 * @param {State} state
 * @returns {SettingsNotice | undefined}
 */
function writeNotice(changed, before, state) {
  const names = changed.filter((name) => SETTINGS.includes(/** @type {keyof Settings} */ (name)));
  // A preset changes more settings.
  switch (names.join()) {
    case 'heads,dModel':
    case 'dModel':
      return {
        at: names[0] === 'heads' ? 'heads' : 'dModel',
        text: widthChanged(
          before.dModel,
          state.dModel,
          state.heads < before.heads ? state.heads : undefined,
        ),
      };
    case 'heads':
      return { at: 'heads', text: headsChanged(state.dModel / state.heads) };
    case 'seed':
      return { at: 'seed', text: seedChanged(state.seed) };
    default:
      return undefined;
  }
}
