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

import { runNamed } from '../../src/js/errors.js';
import { ArgumentError, AttentionError, loadAttention } from '../../src/js/index.js';
import { findMeantName } from '../../src/js/nearest.js';
import { defineFlag, defineInteger, makeOptionReader } from '../../src/js/option-reader.js';
import { drawMap, MAP_NAMES, readMapOptions } from '../elements/map-svg.js';
import {
  describeValues,
  listNearest,
  makeRefusal,
  NAMES,
  readDrawingOptions,
  SCREEN_ONLY,
} from '../export/drawing-options.js';
import { joinThemes } from '../export/join-themes.js';
import { drawSteps, LargeTableError, MAX_WIDTH } from '../export/step-svg.js';
import { mapPictures } from '../features/maps/drawing.js';
import { makeAuthorChapter } from '../features/practice/author-chapter/page.js';
import { ChapterError } from '../features/practice/author-chapter/read.js';
import { getSlot, needSlot } from '../features.js';
import { findPage, findSimilarNames } from '../pages/chapters.js';
import { takeSteps } from '../session/async.js';
import { LISTS, listAttributesWith, PROPERTIES, STATE_ONLY } from '../state/attributes.js';
import { isAuthorChapter } from '../state/guide.js';
import { findMisspelt, hasListedValues } from '../state/misspelt.js';
import { needsScript, refusals } from '../text/en/picture-refusals.js';
import { readMessage } from '../text/error.js';
import { escaped, escapedForScript, writeElement } from '../text/markup.js';
import { camel, parted } from '../text/spelling.js';
import { addAll } from './loader.js';

addAll();
// Fences name pages of the course and bugs, and pages of a chapter may show the trained describer.
await Promise.all([needSlot('chapters'), needSlot('trainedDescriber')]);

const attention = await loadAttention();

/**
 * The kind of an attribute: an option of the picture, also of the picture only, an attribute of the
 * element only, or a flag without a value.
 * @typedef {'picture' | 'pictureOnly' | 'element' | 'flag'} Kind
 *
 * @typedef {object} Attributes the attributes of a kind of fence
 * @property {string} first the attribute of the first line, unless the line names one
 * @property {Readonly<Record<string, Kind>>} kinds the kinds by the names of properties
 */

/** @param {Kind} kind @param {readonly string[]} names */
const listKind = (kind, names) => Object.fromEntries(names.map((name) => [name, kind]));

// Fields that belong into `state`.
/** @type {readonly string[]} */
const STATE_FIELDS = Object.values(STATE_ONLY);

/** Fields that have no use in a fence. Its first line may begin with such a word. */
const NOT_IN_FENCES = ['before', 'answers'];

/** Attributes whose names are usual words: a first line that begins with one is the sentence. */
const WORDS = ['bug', 'state'];

/** Attributes of HTML that a script or a link needs. */
const OF_HTML = ['id'];

/** @type {Attributes} */
const LAB_FENCE = {
  first: 'sentence',
  kinds: {
    ...listKind(
      'element',
      [...OF_HTML, ...SCREEN_ONLY].filter(
        (name) => ![...NOT_IN_FENCES, ...STATE_FIELDS].includes(name),
      ),
    ),
    ...listKind('flag', listAttributesWith('flag')),
    ...listKind('pictureOnly', ['width']),
    ...listKind(
      'picture',
      NAMES.filter((name) => !STATE_FIELDS.includes(name)),
    ),
  },
};

/** @type {Attributes} */
const MAP_FENCE = {
  first: 'row-tokens',
  kinds: {
    ...listKind('element', [...OF_HTML, ...listAttributesWith('map')]),
    ...listKind('flag', ['locked']),
    ...listKind('picture', MAP_NAMES),
  },
};

/** The width of a picture in pixels, with which its letters are legible in a column of text. */
const COLUMN = 640;

const readOptions = makeOptionReader({
  vue: defineFlag(),
  width: defineInteger(1, MAX_WIDTH, COLUMN),
});

/** Attributes as written. @typedef {Record<string, string | true>} Given */

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
      const where = map ? `, line ${map[0] + 1 + findRefusedLine(content, error)}` : '';
      throw new Error(`${language}${where}: ${describeError(error)}`, { cause: error });
    }
  };
}

/** @param {unknown} error */
function describeError(error) {
  if (error instanceof ChapterError)
    return error.problems
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join('; ');
  return readMessage(error);
}

/** Returns the line of the refused attribute in the fence, from 0. @param {string} content @param {unknown} error */
function findRefusedLine(content, error) {
  const argument = error instanceof AttentionError ? error.argument : undefined;
  // The argument may be a place in the value of an attribute, such as `weights[1]`.
  const names = [argument, argument?.split(/[[.]/)[0]];
  const lines = content.split('\n').map((line) => line.trim());
  return (
    1 +
    lines.findIndex((line) => line === argument || names.includes(line.split(/[:=]/)[0].trimEnd()))
  );
}

/** @param {string} json @returns {string} */
function writeChapter(json) {
  const { title, error, check } = makeAuthorChapter(json);
  const found = error ?? (check && takeSteps(check(attention), Infinity).value);
  if (found) throw found;
  const script = `<script type="application/json">${escapedForScript(json)}</script>`;
  return `<attention-lab hide="course">${script}<p>${escaped(String(title))}</p></attention-lab>`;
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
    : inBothThemes(options, (themed) => drawMap(themed, mapPictures)) + writeCaption(given);
  return writeTag('attention-map', given, inside);
}

/**
 * @param {string} content the content of a fence
 * @param {Attributes} attributes
 * @returns {{ given: Given, options: Record<string, string> }} the attributes, and the options of
 * the picture
 */
function readAttributes(content, attributes) {
  const lines = Object.entries(readLines(content, attributes));
  const select = (/** @type {Kind[]} */ ...kinds) =>
    Object.fromEntries(lines.filter(([name]) => kinds.includes(attributes.kinds[camel(name)])));
  readDrawingOptions(select('element'), Object.keys(attributes.kinds));
  return {
    given: select('picture', 'element', 'flag'),
    options: /** @type {Record<string, string>} */ (select('picture', 'pictureOnly')),
  };
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

/** Writes the caption below the picture. @param {Given} given */
const writeCaption = ({ caption }) =>
  typeof caption === 'string' && caption.trim() ? `<p>${escaped(caption)}</p>` : '';

/** @param {string} tag @param {Given} given @param {string} inside */
function writeTag(tag, given, inside) {
  const attributes = Object.entries(given).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`,
  );
  return `<${tag}${attributes.join('')}>${inside}</${tag}>`;
}

/** @param {string} content @param {number} width */
function writeLab(content, width) {
  const { given, options } = readAttributes(content, LAB_FENCE);
  readDrawingOptions(options, ['width']);
  const state = readState(given.state);
  readDrawingOptions(state, PROPERTIES);
  checkLoadedNames({ ...given, ...state });
  const drawn = Object.entries(state).filter(([name]) => NAMES.includes(name));
  const all = { width, ...options, ...Object.fromEntries(drawn) };
  return writeTag('attention-lab', given, drawPicture(given, all));
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

/** @param {string | true} [text] a part of the state as JSON @returns {Record<string, string>} */
function readState(text = '{}') {
  let state;
  try {
    state = JSON.parse(String(text));
  } catch {}
  if (typeof state !== 'object' || state === null || Array.isArray(state))
    throw makeRefusal('state', refusals.stateJson, refusals.notJson);
  return state;
}

/**
 * Draws the fallback picture, which is shown without the script.
 * @param {Given} given
 * @param {Record<string, any>} options the options of the picture
 */
function drawPicture(given, options) {
  const { guide, src, bug } = given;
  const words = writeWords(given);
  // A page of a chapter has no picture, and a picture has no bug.
  if ([guide, src, bug].some((value) => value !== undefined)) return words;
  try {
    return inBothThemes(options, (themed) => drawSteps(attention, themed)) + writeCaption(given);
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

const SETTING_LINE = /^([A-Za-z-]+)(?:\s*[:=]\s*(.*))?$/s;

/** @param {string} content @param {Attributes} attributes @returns {Given} */
function readLines(content, attributes) {
  /** @type {Given} */
  const given = {};
  const lines = joinBrackets(content.split('\n').map((line) => line.trim())).filter(Boolean);
  for (const [i, line] of lines.entries()) {
    const [name, value] =
      i === 0 && isFirst(line, attributes)
        ? [attributes.first, line]
        : readAttribute(line, attributes);
    if (Object.hasOwn(given, name)) throw makeRefusal(name, refusals.oneValue, refusals.twice);
    given[name] = value;
  }
  return given;
}

/** Joins lines of numbers in brackets. @param {string[]} lines */
function joinBrackets(lines) {
  /** @type {string[]} */
  const joined = [];
  let depth = 0;
  for (const line of lines) {
    if (depth > 0) joined.push(`${joined.pop()} ${line}`);
    else joined.push(line);
    if (depth > 0 || /^[A-Za-z-]+\s*[:=]\s*\[/.test(line))
      depth += line.split('[').length - line.split(']').length;
  }
  return joined;
}

/**
 * Whether a line is the first line, not an attribute. A first line may begin with a word and a
 * colon. The word is an attribute if an attribute has this name, or a similar name and accepts the
 * value.
 * @param {string} line
 * @param {Attributes} attributes
 */
function isFirst(line, { kinds }) {
  const [, name, value] = SETTING_LINE.exec(line) ?? [];
  if (name === undefined) return true;
  if (STATE_FIELDS.includes(camel(name)) && value && !/\s/.test(value)) return false;
  const known = findMeantName(camel(name), Object.keys(kinds));
  if (known === undefined) return true;
  if (WORDS.includes(known)) return !(known === 'state' && value?.startsWith('{'));
  // A single word that is similar to an attribute is a word.
  if (!value) return known !== camel(name);
  const fits = hasListedValues(known) && findMisspelt(known, value).length === 0;
  if (known !== camel(name)) return !fits;
  // In `query: what is attention`, the phrase is not a valid query.
  const isPhrase = !LISTS.includes(known) && /\S\s+\S/.test(value);
  return hasListedValues(known) && isPhrase && !fits;
}

/** @param {string} line @param {Attributes} attributes @returns {[name: string, value: string | true]} */
function readAttribute(line, { kinds }) {
  const [, name = '', value] = SETTING_LINE.exec(line) ?? [];
  const field = kinds === LAB_FENCE.kinds ? STATE_FIELDS.find((each) => each === camel(name)) : '';
  if (field) throw makeRefusal(name, refusals.inState(field), refusals.noAttribute);
  const near = findMeantName(camel(name), Object.keys(kinds));
  if (!near)
    throw name && value
      ? makeRefusal(
          name,
          listNearest(
            name,
            Object.keys(kinds).map((kind) => parted(kind)),
          ),
          refusals.unknown,
        )
      : makeRefusal(line, refusals.attributeLine, refusals.unknown);
  if (near !== camel(name)) throw makeRefusal(name, parted(near), refusals.unknown);
  if (kinds[near] !== 'flag') {
    if (!value)
      throw makeRefusal(name, refusals.nameThenValue(name, describeValues(near)), refusals.noValue);
    if (near === 'id' && /\s/.test(value))
      throw makeRefusal(name, refusals.withoutBlanks, JSON.stringify(value));
    return [parted(near), value];
  }
  if (!['', 'true', undefined].includes(value))
    throw makeRefusal(name, refusals.flagAlone(name), JSON.stringify(value));
  return [near, true];
}
