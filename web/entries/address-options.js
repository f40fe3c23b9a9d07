/** Reads what the address of the standalone page sets beside the state: attributes and the colours. */

import { findMeantName } from '../../src/js/nearest.js';
import { StoredText } from '../elements/stored-text.js';
import { warnOfProblem, warnOnce } from '../elements/warnings.js';
import { ADDRESS_NAMES, findAddressField, readAddress } from '../state/address.js';
import { listAttributesWith } from '../state/attributes.js';
import { FALSE_VALUES } from '../state/limits.js';
import { findMisspelt } from '../state/problems.js';
import * as text from '../text/en/opening.js';
import { unknownAttribute } from '../text/en/warnings.js';
import { parted } from '../text/spelling.js';

/** @import { AttentionLab } from '../elements/attention-lab.js' */

/** Attributes that an address may set, because the author of an iframe has no other way. */
const ADDRESS_ATTRIBUTES = listAttributesWith('address');

/** Attributes that are set whatever their value is. */
const FLAGS = listAttributesWith('flag');

/**
 * Reads options from the address, where they stand among the fields of the state:
 * `#v=1&step=weights&hide=settings`. The reader chooses a theme if the address names none.
 * @param {AttentionLab} lab
 * @param {HTMLButtonElement} themeButton
 */
export function followOptions(lab, themeButton) {
  // In a frame, the colours are the author's.
  const storedTheme = new StoredText(
    () => 'attention-lab theme',
    () => parent === window,
  );
  const initial = new Map(ADDRESS_ATTRIBUTES.map((name) => [name, lab.getAttribute(name)]));
  let chosenTheme = storedTheme.read();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (lab.theme ? lab.theme === 'dark' : systemIsDark.matches);
  const follow = () => {
    const requested = new URLSearchParams(location.hash.slice(1));
    const { guide = '' } = readAddress(location.hash).state;
    if (chosenTheme) initial.set('theme', chosenTheme);
    for (const [name, without] of initial) {
      const wanted = requested.get(name);
      const isOff = FLAGS.includes(name) && FALSE_VALUES.includes(wanted ?? '');
      const value = isOff ? null : (wanted ?? without);
      // A page of the course keeps its texts and its task, and only becomes larger.
      const isLarge = name === 'compact' && guide !== '';
      if (name === 'compact') lab.classList.toggle('on-projector', isLarge && value !== null);
      if (value === null || isLarge) lab.removeAttribute(name);
      else lab.setAttribute(name, value);
    }
    themeButton.hidden = requested.has('theme');
    themeButton.textContent = isDark() ? text.lightColours : text.darkColours;
  };
  follow();
  addEventListener('hashchange', follow);
  systemIsDark.addEventListener('change', follow);
  themeButton.addEventListener('click', () => {
    chosenTheme = isDark() ? 'light' : 'dark';
    storedTheme.write(chosenTheme);
    follow();
  });
}

/** The fewest letters of a name that may be a misspelt one. */
const SHORTEST_MISSPELT = 5;

/**
 * Warns of misspelt values and names in the address, as of attributes. Other names may belong to the
 * page around.
 * @param {AttentionLab} lab
 */
export function warnOfAddress(lab) {
  const names = [...ADDRESS_NAMES, ...ADDRESS_ATTRIBUTES];
  // The page itself says which step or page of the course does not exist.
  for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
    const field = findAddressField(key);
    if (field && field !== 'step')
      for (const problem of findMisspelt(field, text)) warnOfProblem(lab, parted(field), problem);
    const isKnown = field !== undefined || names.includes(key);
    // A short name is near to many.
    const near = isKnown || key.length < SHORTEST_MISSPELT ? undefined : findMeantName(key, names);
    if (near) warnOnce(lab, key, unknownAttribute(key, names, near));
  }
}
