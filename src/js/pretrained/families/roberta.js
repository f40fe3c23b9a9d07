import { linearPart, maskedDecoder, norm } from '../parts.js';
import { describeBert } from './bert.js';

/** Liu et al. 2019: BERT, whose positions begin behind that of padding. @type {import('../parts.js').Family} */
export const roberta = {
  types: ['roberta'],
  prefixes: ['roberta.'],
  describe: (config, has) =>
    describeBert(config, {
      firstPosition: config.index('pad_token_id', 1) + 1,
      head: (vocabulary, width) => ({
        dense: linearPart('lm_head.dense', width, width, { isOptional: true }),
        norm: norm('lm_head.layer_norm', width),
        decoder: maskedDecoder(config, 'lm_head.decoder', has, [vocabulary, width]),
        activation: 'gelu',
        bias: ['lm_head.bias'],
      }),
    }),
};
