/** What the server of models says in its Worker, where there is no document and no Lit. */

export const hasDecoder =
  'This model reads one text with an encoder and writes another with a decoder. The lab shows models of one stack of layers alone. The library runs this one: its attention-lab/pretrained gives all weights, also those between the two texts.';
