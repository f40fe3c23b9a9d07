import { describeBert } from './bert.js';

/** @import { Family, HeadNames } from '../parts.js' */

/** @type {HeadNames} */
const HEAD = {
  dense: 'lm_head.dense',
  norm: 'lm_head.layer_norm',
  decoder: 'lm_head.decoder',
  bias: 'lm_head.bias',
  activation: 'gelu',
};

/**
 * RoBERTa (Liu et al. 2019): BERT with positions that begin after the position of padding. XLM-RoBERTa (Conneau et al.
 * 2019) and CamemBERT (Martin et al. 2019) differ in their tokens.
 * @type {Family}
 */
export const roberta = {
  types: ['roberta', 'xlm-roberta', 'camembert'],
  prefixes: ['roberta.'],
  describe: (config, has) => describeBert(config, has, HEAD, config.index('pad_token_id', 1)),
};
