// Loads all features, so that tests that import modules of the page can read every slot.
import { needSlot } from '../../web/features.js';
import './names.js';

await Promise.all(
  /** @type {const} */ (['pages', 'chapters', 'models', 'maps', 'reader']).map((slot) =>
    needSlot(slot),
  ),
);
