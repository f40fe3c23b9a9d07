/** What an element remembers about its settings: whether Expert is open, and what the last change has changed besides. */

import { SETTINGS } from '../state/fields.js';
import { headsChanged, seedChanged, widthChanged } from '../text/en/controls.js';
import { listChangedExpertNames } from '../views/expert-settings.js';

/**
 * @import { Settings, State } from '../state/types.js'
 * @import { SettingsNotice } from '../views/expert-settings.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

const KEY = 'attention-lab expert';

export class KeptSettings {
  #host;
  #isOurs;
  isExpertOpen = false;
  /** @type {SettingsNotice | undefined} */
  notice;

  /**
   * @param {AttentionLab} host
   * @param {() => boolean} isOurs whether the element may keep anything on this page
   */
  constructor(host, isOurs) {
    this.#host = host;
    this.#isOurs = isOurs;
  }

  /** Reads what is kept, and opens Expert for a link that sets something in it. @param {State} state */
  open(state) {
    this.isExpertOpen ||= listChangedExpertNames(state).length > 0 || this.#read() !== null;
  }

  #read() {
    try {
      return this.#isOurs() ? localStorage.getItem(KEY) : null;
    } catch {
      // A browser may refuse it.
      return null;
    }
  }

  /** By the reader. @param {boolean} isOpen */
  setExpertOpen = (isOpen) => {
    if (isOpen === this.isExpertOpen) return;
    this.isExpertOpen = isOpen;
    this.#host.requestUpdate();
    try {
      if (!this.#isOurs()) return;
      if (isOpen) localStorage.setItem(KEY, 'open');
      else localStorage.removeItem(KEY);
    } catch {
      // Then it is closed again the next time.
    }
  };

  /**
   * Says it where a change of one setting changes all numbers.
   * @param {readonly (keyof State)[]} changed
   * @param {State} before
   * @param {State} state
   * @param {boolean} isReaders
   */
  noteChange(changed, before, state, isReaders) {
    this.notice = isReaders ? noticeOf(changed, before, state) : undefined;
    if (this.notice) this.#host.say(this.notice.text);
  }
}

/**
 * @param {readonly (keyof State)[]} changed
 * @param {State} before
 * @param {State} state
 * @returns {SettingsNotice | undefined}
 */
function noticeOf(changed, before, state) {
  const names = changed.filter((name) => SETTINGS.includes(/** @type {keyof Settings} */ (name)));
  // A preset changes more.
  switch (names.join()) {
    case 'heads,dModel':
    case 'dModel':
      return {
        at: names[0] === 'heads' ? 'heads' : 'dModel',
        text: widthChanged(before.dModel, state.dModel),
      };
    case 'heads':
      return { at: 'heads', text: headsChanged(state.dModel / state.heads) };
    case 'seed':
      return { at: 'seed', text: seedChanged(state.seed) };
    default:
      return undefined;
  }
}
