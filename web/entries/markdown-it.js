/**
 * A fence of Markdown that becomes an element: `md.use(attentionFences)`.
 *
 *     ```attention
 *     They eat fried noodles
 *     steps: scores, weights
 *     mask: causal
 *     ```
 *
 * The first line may be the sentence; others are attributes. JSON is a chapter of the author's own. Within
 * the element stands a picture of its tables, made now: it is there until the script is, and without it.
 */

import { ArgumentError, loadAttention } from '../../src/js/index.js';
import { findMeantName } from '../../src/js/nearest.js';
import {
  describeValues,
  drawSteps,
  MARKS,
  makeRefusal,
  NAMES,
  readOptions,
} from '../export/step-svg.js';
import { modelNames } from '../features/models/manifest.js';
import { ChapterError, readChapter } from '../features/practice/own-chapter/read.js';
import { add } from '../features.js';
import { findMisspelt, hasListedValues, LISTS } from '../state/attributes.js';
import * as text from '../text/en/export.js';
import { escaped, writeElement } from '../text/markup.js';
import { camel, parted } from '../text/spelling.js';

const attention = await loadAttention();

add(modelNames);

/** Attributes of the element that have no part in a picture. */
const OF_ELEMENT = ['hide', 'show', 'lang', 'guide', 'view', ...MARKS];

/** Boolean attributes. */
const FLAGS = ['readonly', 'compact', 'permalink'];

/**
 * @typedef {object} Fence
 * @property {string} info
 * @property {string} content
 * @property {[number, number] | null} map lines of the file
 *
 * @typedef {(tokens: any[], index: number, ...rest: any[]) => string} Rule
 * @typedef {{ renderer: { rules: Record<string, any> } }} MarkdownIt what is used of it
 */

/**
 * @param {MarkdownIt} md
 * @param {object} [options]
 * @param {boolean} [options.vue] whether the page is a template of Vue's, as in VitePress
 * @throws {Error} when a page is rendered, with the line of a fence that cannot be read
 */
export default function attentionFences(md, { vue = false } = {}) {
  /** @type {Rule | undefined} */
  const others = md.renderer.rules.fence;
  /** @type {Rule} */
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content, map } = /** @type {Fence} */ (tokens[index]);
    if (info.trim().split(/\s/)[0] !== 'attention') return others?.(tokens, index, ...rest) ?? '';
    try {
      const html = /^\s*\{\s*["}]/.test(content) ? chapter(content) : lab(content);
      return `${vue ? writeElement('div', [['v-html', JSON.stringify(html)]]) : html}\n`;
    } catch (error) {
      const where = map ? `, line ${map[0] + 1 + lineOf(content, error)}` : '';
      throw new Error(`attention${where}: ${messageOf(error)}`, { cause: error });
    }
  };
}

/** @param {unknown} error */
function messageOf(error) {
  if (error instanceof ChapterError)
    return error.problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Within the fence, from 0: that of the attribute that is refused. @param {string} content @param {unknown} error */
function lineOf(content, error) {
  const argument = error instanceof ArgumentError ? error.argument : undefined;
  const lines = content.split('\n').map((line) => line.trim());
  return (
    1 + lines.findIndex((line) => line === argument || line.split(/[:=]/)[0].trimEnd() === argument)
  );
}

/** @param {string} json @returns {string} */
function chapter(json) {
  const { title } = readChapter(json);
  // Within a script nothing may look like its end.
  const script = `<script type="application/json">${json.trim().replaceAll('<', '\\u003c')}</script>`;
  return `<attention-lab hide="course">${script}<p>${escaped(String(title))}</p></attention-lab>`;
}

/** @param {string} content */
function lab(content) {
  const given = readLines(content);
  const texts = Object.entries(given).filter(([, value]) => value !== true);
  readOptions(Object.fromEntries(texts), OF_ELEMENT);
  const attributes = Object.entries(given).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`,
  );
  const ofPicture = texts.filter(([name]) => !OF_ELEMENT.includes(name));
  return `<attention-lab${attributes.join('')}>${picture(given, Object.fromEntries(ofPicture))}</attention-lab>`;
}

/**
 * The fallback picture, shown without the script.
 * @param {Record<string, string | true>} given
 * @param {Record<string, string | true>} options of these those that a picture has a part in
 */
function picture({ sentence = '', guide }, options) {
  const words = escaped(String(sentence));
  if (guide !== undefined) return words;
  try {
    // Not wider than the column of the text.
    return drawSteps(attention, options).replace(
      '<svg ',
      '<svg style="max-width:100%;height:auto" ',
    );
  } catch (error) {
    // A model learns in the page.
    if (error instanceof ArgumentError && error.argument === 'source') return words;
    throw error;
  }
}

const LINE = /^([A-Za-z-]+)(?:\s*[:=]\s*(.*))?$/s;

/** @param {string} content @returns {Record<string, string | true>} */
function readLines(content) {
  const lines = content.split('\n').map((line) => line.trim());
  return Object.fromEntries(
    lines
      .filter(Boolean)
      .map((line, i) => (i === 0 && isSentence(line) ? ['sentence', line] : readAttribute(line))),
  );
}

const KNOWN = [...NAMES, ...OF_ELEMENT, ...FLAGS];

/**
 * A sentence may begin with a word and a colon. The word is an attribute if there is one of that name, or of a name
 * that is near and takes the value.
 * @param {string} line
 */
function isSentence(line) {
  const [, name, value] = LINE.exec(line) ?? [];
  if (name === undefined) return true;
  const known = findMeantName(camel(name), KNOWN);
  if (known === undefined) return true;
  // A bare word that is nearly an attribute is a word.
  if (!value) return known !== camel(name);
  const fits = hasListedValues(known) && findMisspelt(known, value).length === 0;
  if (known !== camel(name)) return !fits;
  // `query: what is attention`: no value of a query is a phrase.
  const isPhrase = !LISTS.includes(known) && /\S\s+\S/.test(value);
  return hasListedValues(known) && isPhrase && !fits;
}

/** @param {string} line @returns {[name: string, value: string | true]} */
function readAttribute(line) {
  const [, name = '', value] = LINE.exec(line) ?? [];
  const near = findMeantName(camel(name), KNOWN);
  if (!near) throw makeRefusal(name && value ? name : line, 'an attribute: its value', 'unknown');
  if (near !== camel(name)) throw makeRefusal(name, parted(near), 'unknown');
  if (!FLAGS.includes(near)) {
    if (!value) throw makeRefusal(name, text.such(name, describeValues(near)), text.noValue);
    return [parted(near), value];
  }
  if (!['', 'true', undefined].includes(value))
    throw makeRefusal(name, `${name} alone, or true`, JSON.stringify(value));
  return [near, true];
}
