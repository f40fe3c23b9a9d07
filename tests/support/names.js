// Adds all features without loading them: a state can name all sources, as in the page.
import { addAll } from '../../web/entries/loader.js';

addAll();
