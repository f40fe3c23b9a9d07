// The families of models that can be loaded.

import { bert } from './bert.js';
import { distilbert } from './distilbert.js';
import { gemma, gemma3 } from './gemma.js';
import { gptNeo } from './gpt-neo.js';
import { gptNeox } from './gpt-neox.js';
import { gpt2 } from './gpt2.js';
import { llama, mistral, qwen2, qwen3 } from './llama.js';
import { marian } from './marian.js';
import { opt } from './opt.js';
import { roberta } from './roberta.js';
import { useLite } from './use-lite.js';

/** @type {readonly import('../parts.js').Family[]} */
export const families = [
  gpt2,
  gptNeo,
  gptNeox,
  bert,
  distilbert,
  roberta,
  llama,
  mistral,
  qwen2,
  qwen3,
  gemma,
  gemma3,
  opt,
  marian,
  useLite,
];
