export {
  headCounts,
  isCrossing,
  isDecoderSelf,
  maskOf,
  SETTINGS as DECISIVE,
  settingsOf as decisive,
  widthFor,
  wordsOf,
} from '../session/settings.js';
export { DEFAULTS, normalise } from '../session/state.js';

/**
 * @typedef {import('../session/state.js').State} State
 */
