// Adds all features without loading them, so that a state can name all sources, as on the page.
import { addAll } from '../../web/entries/loader.js';

addAll();
