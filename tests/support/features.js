// Loads all features, for tests that import modules of the page: whoever asks for a slot has its value.
import { needSlot } from '../../web/features.js';
import './names.js';

await Promise.all(
  /** @type {const} */ (['pages', 'chapters', 'models', 'maps', 'reader']).map((slot) =>
    needSlot(slot),
  ),
);
