import { defineElements } from './element.js';

defineElements();
