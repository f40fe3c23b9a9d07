import { makeDecoderTable, makeLinearPart, makeNorm } from '../parts.js';
import { describeBert } from './bert.js';

/** @import { Family } from '../parts.js' */

/**
 * RoBERTa (Liu et al. 2019): BERT with positions that begin after the position of padding. XLM-RoBERTa (Conneau et al.
 * 2019) and CamemBERT (Martin et al. 2019) differ in their tokens.
 * @type {Family}
 */
export const roberta = {
  types: ['roberta', 'xlm-roberta', 'camembert'],
  prefixes: ['roberta.'],
  describe: (config, has) =>
    describeBert(config, {
      paddingId: config.index('pad_token_id', 1),
      head: (tokens) => ({
        dense: makeLinearPart('lm_head.dense', tokens.width, tokens.width, { isOptional: true }),
        norm: makeNorm('lm_head.layer_norm', tokens.width),
        decoder: makeDecoderTable(config, has, 'lm_head.decoder', tokens),
        activation: 'gelu',
        bias: ['lm_head.bias'],
      }),
    }),
};
