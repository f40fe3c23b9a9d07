/** The one-file build: the elements with the core's bytes inside. Only the bundler reads this file. */

// @ts-expect-error: the bundler makes bytes of it
import wasm from '../dist/attention.wasm';
import { AttentionLab, defineElements } from './element.js';

AttentionLab.wasm = wasm;
defineElements();
