/** Draws steps of a pretrained model for download: all heads, and its answer as bars. */

import { needSlot } from '../../../features.js';
import { makeLabelMark, truncateLabel } from '../../../figures/marks.js';
import { getSelectedWord } from '../../../figures/tables.js';
import { measureWidest } from '../../../figures/text-width.js';
import { ExportError } from '../../../text/error.js';
import { rounded } from '../../../text/number.js';
import { getReplies } from '../run/source.js';
import { findTextPart, hasOwnScales, makePartView, selectPart } from '../run/stack-layers.js';
import * as answers from '../text/en/answers.js';
import { gridLabel } from '../text/en/views.js';
import { findDarkest } from './all-heads.js';
import { compareTokens, findLargestProbability, listSides } from './answer.js';

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
      layer: 0,
      head: 0,
      colours: 'weights',
      endOf: (layer, head) => findDarkest(makePartView(weights[layer], head, part)),
      isScaled: hasOwnScales(part),
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
/** The most letters of a sentence in a title. */
const LONGEST_SENTENCE = 40;
/** The width of a probability. */
const NUMBER = 80;

/**
 * Draws the next tokens, next to those before the reader's changes, or the similarity of two
 * sentences.
 * @param {ViewContext} context
 * @param {Palette} palette
 * @returns {Drawing}
 */
export function drawAnswers(context, palette) {
  const replies = getReplies(context.computation);
  const { after, info } = replies;
  if (!after.next) return drawLikeness(context, palette);
  const tokens = compareTokens(context);
  const title = answers.inFile.mostProbable(getSelectedWord(context), info.sizes.isCausal);
  const words = tokens.map(({ label }) => truncateLabel(label));
  const most = findLargestProbability(tokens);
  const sides = listSides(replies, '');
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

/**
 * Lists the similarity to the sentence that the reader compares with, also before the changes.
 * @param {ViewContext} context
 * @returns {[name: string, cosine: number][]} throws if no sentences are compared
 */
function listCosines({ computation }) {
  const replies = getReplies(computation);
  const { after, likeness } = replies;
  if (after.translation) throw new ExportError(answers.inFile.closed);
  if (!after.vector) throw new ExportError(answers.inFile.noBars);
  if (!likeness) throw new ExportError(answers.inFile.nothingCompared);
  if ('failure' in likeness) throw new ExportError(answers.notCompared(likeness.failure));
  return listSides(replies, answers.cosine).map(([name, side]) => [name, likeness[side]]);
}

/** @param {ViewContext} context @param {Palette} palette @returns {Drawing} */
function drawLikeness(context, palette) {
  const { sentence, comparedSentence } = getReplies(context.computation);
  const cosines = listCosines(context);
  const [title, shortTitle] = [Infinity, LONGEST_SENTENCE].map((most) =>
    answers.inFile.likeness(truncateLabel(sentence, most), truncateLabel(comparedSentence, most)),
  );
  const start = MARGIN + measureWidest(cosines.map(([name]) => name)) + GAP;
  const middle = start + BAR / 2;
  const bottom = TOP + cosines.length * ROW;
  const marks = [
    makeLabelMark(shortTitle, MARGIN, 24, 'start'),
    ...cosines.flatMap(([name, value], row) => {
      const [y, width] = [TOP + row * ROW, (BAR * Math.abs(value)) / 2];
      return [
        makeLabelMark(name, start - GAP, y + 16, 'end'),
        bar(value < 0 ? middle - width : middle, y + 3, width),
        makeLabelMark(rounded(value), start + BAR + GAP, y + 16, 'start'),
      ];
    }),
    ...['−1', '0', '1'].map((end, i) =>
      makeLabelMark(end, start + (i * BAR) / 2, bottom + 16, 'middle'),
    ),
  ];
  return {
    width: Math.max(start + BAR + NUMBER, MARGIN + measureWidest([shortTitle])) + MARGIN,
    height: bottom + ROW + MARGIN,
    title,
    colours: palette,
    marks,
  };
}

/** Lists next tokens and probabilities, or similarities, for a spreadsheet. @param {ViewContext} context */
export function listAnswerCells(context) {
  const replies = getReplies(context.computation);
  if (!replies.after.next) {
    const cosines = listCosines(context);
    return [cosines.map(([name]) => name), cosines.map(([, value]) => value)];
  }
  const { token, id, shown, probability } = answers.inFile;
  const sides = listSides(replies, probability);
  return [
    [token, id, ...sides.map(([name]) => name), shown],
    ...compareTokens(context).map((each) => [
      each.token,
      each.id,
      ...sides.map(([, side]) => each[side]),
      each.label,
    ]),
  ];
}

/** @param {number} x @param {number} y @param {number} width @returns {Mark} */
const bar = (x, y, width) => ({ kind: 'rect', x, y, width, height: ROW - 6, fill: 'faint' });
