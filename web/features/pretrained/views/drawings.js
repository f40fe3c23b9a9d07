/** Draws steps of a pretrained model for download: all heads, and the next tokens as bars. */

import { measureWidest } from '../../../export/drawing.js';
import { needSlot } from '../../../features.js';
import { ExportError } from '../../../figures/export-errors.js';
import { makeLabelMark, truncateLabel } from '../../../figures/marks.js';
import { getSelectedWord } from '../../../figures/tables.js';
import { rounded } from '../../../text/number.js';
import { getReplies } from '../run/source.js';
import { findTextPart, selectPart } from '../run/stack-layers.js';
import * as answers from '../text/en/answers.js';
import { gridLabel } from '../text/en/views.js';
import { compareTokens } from './answer.js';

/**
 * @import { Drawing, Mark } from '../../../figures/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Palette } from '../../../styles/colour.js'
 */

/**
 * Draws the grid that `<attention-map>` draws of the same weights.
 * @param {ViewContext} context
 * @param {Palette} palette
 * @returns {Promise<Drawing>}
 */
export async function drawAllHeads({ state, computation }, palette) {
  const { after, stackLayers } = getReplies(computation);
  // In a model with an encoder, draw only the layers of one stack, because others have other
  // queries or keys.
  const stackLayer = stackLayers[state.modelLayer];
  const part = findTextPart(after, stackLayer, state.texts);
  const weights = after.weights.filter((_, layer) => stackLayers[layer].stack === stackLayer.stack);
  const { grid } = await needSlot('maps');
  // The weights of a silenced head stay, so say that it is silenced.
  const { changes } = computation.words ?? {};
  const label = gridLabel({ layers: weights.length }, weights[0].shape[0]);
  const drawing = grid.draw(
    {
      layers: weights.map((layer) => selectPart(layer, part)),
      colours: 'weights',
      endOf: () => 1,
      isScaled: false,
      memory: {},
      columns: part.columns.map((key) => computation.keyWords[key]),
      label: changes ? `${label}. ${changes}` : label,
    },
    palette,
  );
  const description = part.rows.map((query) => computation.queryWords[query]).join(' ');
  return { .../** @type {Drawing} */ (drawing), description };
}

/** Sizes in pixels. */
const ROW = 24;
const BAR = 240;
const MARGIN = 16;
const GAP = 8;
const TOP = 56;
/** The width of a probability. */
const NUMBER = 80;

/**
 * Draws the next tokens, next to those before the reader's changes.
 * @param {ViewContext} context
 * @param {Palette} palette
 * @returns {Drawing}
 */
export function drawAnswers(context, palette) {
  const { before, after, info } = getReplies(context.computation);
  if (!after.next) throw new ExportError(answers.inFile.noBars);
  const tokens = compareTokens(context);
  const query = getSelectedWord(context);
  const title = (info.sizes.isCausal ? answers.inFile.nextAfter : answers.inFile.inPlaceOf)(query);
  const words = tokens.map(({ label }) => truncateLabel(label));
  const most = Math.max(...tokens.flatMap((token) => [token.before, token.after]));
  /** @type {[caption: string, side: 'before' | 'after'][]} */
  const comparedSides = [
    [answers.asItIs, 'before'],
    [answers.asChanged, 'after'],
  ];
  /** @type {typeof comparedSides} */
  const sides = before === after ? [['', 'after']] : comparedSides;
  const start = MARGIN + measureWidest(words) + GAP;
  const marks = [
    makeLabelMark(title, MARGIN, 24, 'start'),
    ...words.map((word, i) => makeLabelMark(word, start - GAP, TOP + i * ROW + 16, 'end')),
    ...sides.flatMap(([caption, side], i) => {
      const left = start + i * (BAR + NUMBER);
      return [
        makeLabelMark(caption, left, TOP - 8, 'start'),
        ...tokens.flatMap((token, row) => {
          const [y, width] = [TOP + row * ROW, (BAR * token[side]) / most];
          return [
            bar(left, y + 3, width),
            makeLabelMark(rounded(token[side]), left + width + GAP, y + 16, 'start'),
          ];
        }),
      ];
    }),
  ];
  return {
    width: start + sides.length * (BAR + NUMBER) + MARGIN,
    height: TOP + tokens.length * ROW + MARGIN,
    title,
    colours: palette,
    marks,
  };
}

/** Lists next tokens and probabilities, for a spreadsheet. @param {ViewContext} context */
export function listAnswerCells(context) {
  const { before, after } = getReplies(context.computation);
  if (!after.next) return undefined;
  const tokens = compareTokens(context);
  const { token, probability } = answers.inFile;
  return before === after
    ? [[token, probability], ...tokens.map((each) => [each.label, each.after])]
    : [
        [token, answers.asItIs, answers.asChanged],
        ...tokens.map((each) => [each.label, each.before, each.after]),
      ];
}

/** @param {number} x @param {number} y @param {number} width @returns {Mark} */
const bar = (x, y, width) => ({ kind: 'rect', x, y, width, height: ROW - 6, fill: 'faint' });
