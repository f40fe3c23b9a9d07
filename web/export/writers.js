/** The writers of pictures and numbers, which load when something is first exported. */

export { toCanvas, toPng, toSvg } from '../figures/marks.js';
export { drawMatrices } from './drawing.js';
export {
  joinParts,
  writeCsvCells,
  writeCsvLines,
  writeJsonMaps,
  writeJsonParts,
} from './numbers.js';
