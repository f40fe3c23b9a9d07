/** The element classes with all their features. Importing this file registers no element and needs no browser. */

import { addAll } from './loader.js';

addAll();

export { AttentionLab, AttentionMap, defineElements } from '../elements/define-elements.js';
