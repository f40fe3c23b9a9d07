/** Comments of a JavaScript program that loads a pretrained model. */

export const folder = 'The folder with config.json, model.safetensors and tokenizer.json.';
export const wholeRun = 'The whole model reads the sentence, with your changes.';
export const partsOfLayer = 'What the layer on screen has learned.';
export const partOfHeads = 'The rows of each head.';
