// Loads all features, for tests that import modules of the page: whoever asks for a slot has its value.
import { addAll } from '../../web/entries/loader.js';
import { need } from '../../web/features.js';

addAll();
await Promise.all(['pages', 'chapters', 'models', 'maps', 'reader'].map(need));
