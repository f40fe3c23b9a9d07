/**
 * Turns Markdown fences into elements: `md.use(attentionFences)`.
 *
 *     ```attention
 *     They eat fried noodles
 *     steps: scores, weights
 *     mask: causal
 *     ```
 *
 * The first line may be the sentence; the others are attributes. JSON is an author's own chapter. A
 * fence `attention-map` is a map: its first line holds the tokens, and `weights` may take several
 * lines. The element contains a picture of its tables, drawn at build time, which is shown until
 * the script has loaded.
 */

import { makeError, runNamed } from '../../src/js/errors.js';
import { ArgumentError, AttentionError, loadAttention } from '../../src/js/index.js';
import { defineFlag, defineInteger, makeOptionReader } from '../../src/js/option-reader.js';
import { drawMap, readMapOptions } from '../elements/map-svg.js';
import {
  listNearest,
  makeRefusal,
  NAMES,
  readDrawingOptions,
  readStatePart,
  SCREEN_ONLY,
} from '../export/drawing-options.js';
import { joinThemes } from '../export/join-themes.js';
import { drawSteps, LargeTableError, MAX_PICTURE_WIDTH } from '../export/step-svg.js';
import { mapPictures } from '../features/maps/drawing.js';
import { makeAuthorChapter } from '../features/practice/author-chapter/page.js';
import { ChapterError } from '../features/practice/author-chapter/read.js';
import { getSlot, needSlot } from '../features.js';
import { readMark, splitMarks } from '../lessons/chapter-markup.js';
import { findPage, findSimilarNames } from '../pages/chapters.js';
import { takeSteps } from '../session/async.js';
import { PROPERTIES } from '../state/attributes.js';
import { isAuthorChapter } from '../state/guide.js';
import { needsScript, refusals } from '../text/en/picture-refusals.js';
import { readMessage } from '../text/error.js';
import { escaped, escapedForScript, writeElement } from '../text/markup.js';
import { camel } from '../text/spelling.js';
import { LAB_FENCE, MAP_FENCE, readAttributes } from './fence-attributes.js';
import { addAll } from './loader.js';

addAll();
// Fences name pages of the course and bugs, and pages of a chapter may show the trained describer.
await Promise.all([needSlot('chapters'), needSlot('trainedDescriber')]);

const attention = await loadAttention();

/** The width of a picture in pixels, with which its letters are legible in a column of text. */
const COLUMN = 640;

const readOptions = makeOptionReader({
  vue: defineFlag(),
  width: defineInteger(1, MAX_PICTURE_WIDTH, COLUMN),
});

/** @import { Given } from './fence-attributes.js' */

/**
 * @typedef {object} Fence
 * @property {string} info
 * @property {string} content
 * @property {[number, number] | null} map the first and the last line in the file
 *
 * @typedef {(tokens: any[], index: number, ...rest: any[]) => string} Rule
 * @typedef {{ renderer: { rules: Record<string, any> } }} MarkdownIt the part of markdown-it that
 * this file uses
 */

/**
 * @param {MarkdownIt} md
 * @param {object} [options]
 * @param {boolean} [options.vue] whether the page is a template of Vue, as in VitePress
 * @param {number} [options.width] the width of the column in pixels, 640 by default: tables that do not
 * fit stand below each other. A fence may have its own `width`
 * @throws {ArgumentError} if an option is unknown or wrong
 * @throws {Error} when a page with an invalid fence is rendered; the message contains its line
 */
export default function attentionFences(md, options) {
  const { vue, width } = runNamed('attentionFences', () => readOptions(options));
  /** @type {Rule | undefined} */
  const others = md.renderer.rules.fence;
  /** @type {Rule} */
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content, map } = /** @type {Fence} */ (tokens[index]);
    const [language, ...words] = info.trim().split(/\s/);
    const write = Object.hasOwn(FENCES, language) ? FENCES[language] : undefined;
    if (!write) return others?.(tokens, index, ...rest) ?? '';
    try {
      if (words.length > 0)
        throw runNamed('attributes', () =>
          makeRefusal(words.join(' '), refusals.ownLines, refusals.besideName(language)),
        );
      const html = runNamed('attributes', () => write(content, width));
      return `${vue ? writeElement('div', [['v-html', JSON.stringify(html)]]) : html}\n`;
    } catch (error) {
      const description = describeError(error);
      const [jsonPlace, jsonLine] = JSON_PLACE.exec(description) ?? [];
      const line = jsonLine ? Number(jsonLine) : findRefusedLine(content, error);
      const where = map ? `, line ${map[0] + 1 + line}` : '';
      const rest = jsonPlace ? description.replace(jsonPlace, '(') : description;
      throw makeError(Error, `${language}${where}: ${rest}`, { cause: error });
    }
  };
}

/** The line of a chapter that is not JSON. */
const JSON_PLACE = /\(line (\d+) (?=column \d+\)$)/;

/** @param {unknown} error */
function describeError(error) {
  if (error instanceof ChapterError)
    return error.problems
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join('; ');
  return readMessage(error);
}

/** Returns the line of the refused attribute in the fence, from 1, or 0. @param {string} content @param {unknown} error */
function findRefusedLine(content, error) {
  const argument = error instanceof AttentionError ? error.argument : undefined;
  // The argument may be a place in the value of an attribute, such as `weights[1]`.
  const names = [argument, argument?.split(/[[.]/)[0]];
  const lines = content.split('\n').map((line) => line.trim());
  const isNamed = (/** @type {string} */ line) =>
    line === argument || names.includes(line.split(/[:=]/)[0].trimEnd());
  const isInState = (/** @type {string} */ line) =>
    /^state\s*[:=]/.test(line) && line.includes(`"${camel(String(argument))}"`);
  const isFirst = (/** @type {string} */ line) =>
    line !== '' && [LAB_FENCE.first, MAP_FENCE.first].includes(String(argument));
  const [named = 0] = [isNamed, isInState, isFirst]
    .map((test) => 1 + lines.findIndex(test))
    .filter(Boolean);
  return named;
}

/** @param {string} json @returns {string} */
function writeChapter(json) {
  const { title, error, check } = makeAuthorChapter(json);
  const found = error ?? (check && takeSteps(check(attention), Infinity).value);
  if (found) throw found;
  const script = `<script type="application/json">${escapedForScript(json)}</script>`;
  return writeTag('attention-lab', { hide: 'course' }, `${script}<p>${escaped(String(title))}</p>`);
}

/** The start of a chapter, also of one whose names are not quoted, which JSON refuses. */
const CHAPTER = /^\s*\{\s*(?:["'}]|[\w$]+\s*:)/;

/** @param {string} content @param {number} width */
const writeLabOrChapter = (content, width) =>
  CHAPTER.test(content) ? writeChapter(content) : writeLab(content, width);

/** @type {Record<string, (content: string, width: number) => string>} */
const FENCES = {
  attention: writeLabOrChapter,
  'attention-lab': writeLabOrChapter,
  'attention-map': writeMap,
};

/** @param {string} content */
function writeMap(content) {
  const { given, options } = readAttributes(content, MAP_FENCE);
  readMapOptions(options);
  const isFetched = given.src !== undefined && given.weights === undefined;
  // The map shows its children until the file has come.
  const inside = isFetched
    ? `<noscript>${needsScript()}</noscript>`
    : inBothThemes(options, (themed) => drawMap(themed, mapPictures));
  return writeTag('attention-map', given, inside + writeCaption(given));
}

/**
 * Draws a picture that is dark on a dark page, unless the fence names a theme, and limits it to the
 * width of the column.
 * @param {Record<string, any>} options
 * @param {(options: any) => string} draw
 */
function inBothThemes(options, draw) {
  const svg = draw(options);
  const both = options.theme ? svg : joinThemes(svg, draw({ ...options, theme: 'dark' }));
  return both.replace('<svg ', '<svg style="max-width:100%;height:auto" ');
}

/** Whether a caption has marks, which an attribute would show as they are written. @param {Given} given */
const isMarked = ({ caption }) => splitMarks(String(caption ?? '')).length > 1;

/**
 * Writes the caption, below the picture if there is one. The element shows a caption with marks in its
 * place, too.
 * @param {Given} given
 */
function writeCaption(given) {
  const text = String(given.caption ?? '');
  if (text.trim() === '') return '';
  return isMarked(given) ? `<p slot="caption">${writeMarked(text)}</p>` : `<p>${escaped(text)}</p>`;
}

/** Writes the marks of a chapter as HTML. A caption quotes no numbers. @param {string} text @returns {string} */
const writeMarked = (text) =>
  splitMarks(text)
    .map((part, i) => {
      const { name, content, language } = readMark(part);
      if (i % 2 === 0 || !name) return escaped(part);
      return `<${name}${language ? ` lang="${language}"` : ''}>${writeMarked(content)}</${name}>`;
    })
    .join('');

/**
 * Writes an element, which is a block of its own without its script too, apart from its neighbours.
 * @param {string} tag
 * @param {Given} given
 * @param {string} inside
 */
function writeTag(tag, given, inside) {
  const { caption, ...others } = given;
  const attributes = Object.entries(isMarked(given) ? others : given).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`,
  );
  return `<${tag}${attributes.join('')} style="display:block;margin-block:1rem">${inside}</${tag}>`;
}

/** @param {string} content @param {number} width */
function writeLab(content, width) {
  const { given, options } = readAttributes(content, LAB_FENCE);
  const { state: part, ...others } = options;
  readDrawingOptions(others, ['width']);
  const state = readStatePart(part);
  readDrawingOptions(state, PROPERTIES);
  checkLoadedNames({ ...given, ...state });
  const drawn = Object.entries(state).filter(([name]) => NAMES.includes(name));
  const all = { width, ...others, ...Object.fromEntries(drawn) };
  const onScreen = Object.entries({ ...given, ...state })
    .map(([name, value]) => [camel(name), value])
    .filter(([name]) => SCREEN_ONLY.includes(String(name)));
  return writeTag('attention-lab', given, drawPicture(given, all, Object.fromEntries(onScreen)));
}

/** Refuses the name of a page or of a bug that no feature has. @param {Given} given */
function checkLoadedNames({ guide = '', bug = '' }) {
  const [page, mistake] = [String(guide), String(bug)];
  // Pages of an author's chapter may be in a file.
  const pages = isAuthorChapter(page) ? undefined : findSimilarNames(page);
  if (pages) throw makeRefusal('guide', listNearest(page, pages), JSON.stringify(page));
  const bugs = mistake === '' ? undefined : getSlot('bug')?.findSimilarNames(mistake);
  if (bugs) throw makeRefusal('bug', listNearest(mistake, bugs), JSON.stringify(mistake));
}

/**
 * Draws the fallback picture, which is shown without the script.
 * @param {Given} given
 * @param {Record<string, any>} options the options of the picture
 * @param {Record<string, unknown>} onScreen the attributes that the picture does not show
 */
function drawPicture(given, options, onScreen) {
  const { guide, src, bug } = given;
  const words = writeWords(given);
  // A page of a chapter has no picture, and a picture has no bug.
  if ([guide, src, bug].some((value) => value !== undefined)) return words;
  try {
    return (
      inBothThemes(options, (themed) => drawSteps(attention, themed, onScreen)) +
      writeCaption(given)
    );
  } catch (error) {
    // A model only learns in the page, which shows large tables as maps.
    const isOnlyOnScreen = error instanceof ArgumentError && error.argument === 'source';
    if (isOnlyOnScreen || error instanceof LargeTableError) return words;
    throw error;
  }
}

/** Writes what a feed or paper shows in place of a picture. @param {Given} given */
function writeWords({ sentence, guide, caption }) {
  const page = String(guide ?? '');
  const title = isAuthorChapter(page) ? undefined : findPage({ guide: page })?.title;
  const words = sentence ? escaped(String(sentence)) : `<p>${escaped(needsScript(title))}</p>`;
  return words + writeCaption({ caption });
}
