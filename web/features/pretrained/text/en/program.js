/** Comments of a JavaScript program that loads a pretrained model. */

export const folder = 'The folder with config.json, model.safetensors and tokenizer.json.';
/** @param {string} model the name of a model that the package ships */
export const shipped = (model) =>
  `The package attention-lab has it as dist/models/${model}/model.safetensors.`;
/** @param {string} address */
export const published = (address) => `It comes from ${address}`;
export const wholeRun = 'The whole model reads the sentence, with your changes.';
export const partsOfLayer = 'What the layer on screen has learned.';
export const partOfHeads = 'The rows of each head.';
