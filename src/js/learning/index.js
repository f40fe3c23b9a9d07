// Trainable models, small enough to inspect every number, and the gradients of the attentions.

export {
  createDescriber,
  createMini,
  createPronounResolver,
  createToy,
  createTranslator,
  frenchEnglishPairs,
  loadMini,
} from './create.js';
export { loadGradients } from './gradients.js';
