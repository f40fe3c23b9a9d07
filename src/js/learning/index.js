// Models that learn, small enough to be watched, and the gradients of the attentions.

export {
  createDescriber,
  createMini,
  createToy,
  createTranslator,
  frenchEnglishPairs,
} from './create.js';
export { loadGradients } from './gradients.js';
