/**
 * The tables of the elements' attributes, properties and events, from dist/custom-elements.json.
 * `node web/build/documents.js` writes the tables of web/elements/README.md between the comments that name them; a test
 * fails if they are out of date. pages.js writes the tables of embed.html.
 */

import { writeFileSync } from 'node:fs';
import { addSourceNames } from '../entries/source-names.js';
import { bugNames } from '../features/practice/author-chapter/bug.js';
import { mistakeName } from '../features/practice/text/en/bugs.js';
import { getTensorKind } from '../graph/graph.js';
import { openSource } from '../session/computation.js';
import { DEFAULTS, FIELDS } from '../state/fields.js';
import { listSourceKinds } from '../state/source-kinds.js';
import { tensorName } from '../text/en/tensors.js';
import { escaped } from '../text/markup.js';
import { isMain, readJson, readText, root } from './files.js';

/** @import { CustomElementDeclaration, Package } from 'custom-elements-manifest' */
/** @import { Source } from '../sources/types.js' */
/** @import { Settings } from '../state/types.js' */

export const DOCUMENTS = ['web/elements/README.md'];

/** The largest number of values in a table. For longer lists, the description names the values. */
const MANY = 12;

/** Formats text for a cell of a table. @param {unknown} [text] text with any number of lines */
const formatCell = (text = '') => String(text).replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** Converts Markdown code to HTML. @param {string} text */
const toHtml = (text) =>
  escaped(text.replace(/\s+/g, ' ')).replace(/`([^`]+)`/g, '<code>$1</code>');

/** @param {string} [text] */
const code = (text) => (text ? `\`${text}\`` : '');

/** Formats the values of a type, without quotes. @param {string} [type] */
function formatValues(type = '') {
  const parts = type.split(' | ').filter((part) => !/^(null|undefined)$/.test(part));
  if (parts.length > MANY) return 'one of many';
  return parts.map((part) => (part.startsWith("'") ? code(part.slice(1, -1)) : part)).join(' ');
}

/** @typedef {{ name: string, description?: string, type?: { text: string }, default?: string }} Entry */

/** @param {Entry} entry */
const describeValues = ({ name, type, default: value = '', description }) => [
  code(name),
  formatValues(type?.text),
  code(value.replaceAll("'", '')),
  description,
];

/** @param {Entry[]} [entries] */
const describeEntries = (entries = []) =>
  entries.map(({ name, description }) => [code(name), description]);

/** @param {{ parameters?: { name: string }[] }} method */
const joinNames = ({ parameters = [] }) => parameters.map(({ name }) => name).join(', ');

/** Lists the names that `steps` takes with each source. The seed has other steps for each mechanism. */
function listStepsOfSources() {
  addSourceNames();
  return listSourceKinds().flatMap(({ name, steps, hasStep = () => true }) => {
    const source = code(`source="${name}"`);
    if (name !== DEFAULTS.source) return [[source, steps.map(code).join(' ')]];
    return /** @type {const} */ (['dot', 'additive']).map((mechanism) => {
      // All steps exist with a second sentence, a temperature and dropout.
      const settings = {
        ...DEFAULTS,
        mechanism,
        target: DEFAULTS.sentence,
        temperature: 2,
        dropout: 0.5,
      };
      const names = steps.filter((step) => hasStep(step, settings));
      return [`${source} ${code(`mechanism="${mechanism}"`)}`, names.map(code).join(' ')];
    });
  });
}

/** Lists every tensor of the sources that need no model: its name, its symbols and what it holds. */
function listResults() {
  /** Settings with which all tensors exist. @type {Partial<Settings>} */
  const all = { positions: 'sinusoidal', mask: 'causal', temperature: 2, dropout: 0.5 };
  const seeded = /** @type {const} */ (['dot', 'additive']).flatMap((mechanism) =>
    ['', DEFAULTS.sentence].map((target) => ({ ...all, step: 'mechanisms', mechanism, target })),
  );
  /** @type {Map<string, Set<string>[]>} */
  const results = new Map();
  const printed = /** @type {const} */ ([{ source: 'article' }, { source: 'coffee' }]);
  for (const settings of [...seeded, ...printed]) {
    const source = openSource(/** @type {any} */ (undefined), { ...DEFAULTS, ...settings });
    for (const node of /** @type {Source} */ (source).graph.values()) {
      const [symbols, names] = results.get(node.id) ?? [new Set(), new Set()];
      symbols.add(code(node.symbol));
      names.add(tensorName(getTensorKind(node))[0]);
      results.set(node.id, [symbols, names]);
    }
  }
  return [...results].map(([id, both]) => [
    code(id),
    ...both.map((texts) => [...texts].filter(Boolean).join(', ')),
  ]);
}

/**
 * The header and the rows of each kind of table.
 * @type {Record<string, (element: CustomElementDeclaration) => unknown[][]>}
 */
const TABLES = {
  attributes: ({ attributes = [] }) => [
    ['attribute', 'values', 'default', ''],
    ...attributes.map(describeValues),
  ],
  entries: ({ members = [] }) => [
    ['entry', 'values', 'default', ''],
    ...members
      .filter((member) => member.name in FIELDS && !('attribute' in member))
      .map(describeValues),
  ],
  steps: () => [['with', 'names'], ...listStepsOfSources()],
  bugs: () => [['name', 'the mistake'], ...bugNames.map((name) => [code(name), mistakeName(name)])],
  results: () => [['name', 'symbol', 'holds'], ...listResults()],
  properties: ({ members = [] }) => [
    ['property or method', ''],
    ...members
      .filter((member) => !('attribute' in member) && !(member.name in FIELDS))
      .map((member) => [
        code(member.kind === 'method' ? `${member.name}(${joinNames(member)})` : member.name),
        member.description,
      ]),
  ],
  events: ({ events }) => [['event', ''], ...describeEntries(events)],
  parts: ({ cssParts }) => [['part', ''], ...describeEntries(cssParts)],
  properties_of_css: ({ cssProperties }) => [
    ['custom property', ''],
    ...describeEntries(cssProperties),
  ],
};

/** @param {Package} manifest @param {string} tag */
const findElement = (manifest, tag) =>
  /** @type {CustomElementDeclaration | undefined} */ (
    manifest.modules
      .flatMap(({ declarations = [] }) => declarations)
      .find((declaration) => 'tagName' in declaration && declaration.tagName === tag)
  );

/**
 * Writes the table of attributes for embed.html. It is narrow enough for a phone: values follow the description.
 * @param {Package} manifest
 * @param {string} tag
 */
export function writeAttributesAsHtml(manifest, tag) {
  const rows = (findElement(manifest, tag)?.attributes ?? []).map(
    ({ name, type, default: value, description = '' }) => {
      const values = formatValues(type?.text);
      const choices = values.includes('`') ? `${values}; ` : '';
      const note = value || choices ? `${choices}by default ${code(value) || 'none'}` : '';
      return `<tr><th scope="row"><code>${name}</code></th><td>${toHtml(description.replace(/\.$/, ''))}${
        note && `; <span class="note">${toHtml(note)}</span>`
      }</td></tr>`;
    },
  );
  const caption = `<caption>Attributes of <code>${tag}</code></caption>`;
  return `<table id="attributes-of-${tag}">${caption}<tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

/** Writes the table of the names for `steps` and `table` for embed.html. */
export function writeStepsAsHtml() {
  const rows = listStepsOfSources().map(
    ([source, names]) => `<tr><th scope="row">${toHtml(source)}</th><td>${toHtml(names)}</td></tr>`,
  );
  return `<details id="steps-of-sources"><summary>Names for <code>steps</code> and <code>table</code></summary>\n<table><tbody>\n${rows.join('\n')}\n</tbody></table></details>`;
}

/**
 * Fills in the tables of a document.
 * @param {string} text text with comments `<!-- attributes of attention-lab -->` … `<!-- end -->`
 * @param {Package} manifest
 */
export function fillTables(text, manifest) {
  return text.replace(
    /(<!-- (\w+) of ([\w-]+) -->\n).*?(?= *<!-- end -->)/gs,
    (_, start, kind, tag) => {
      const element = findElement(manifest, tag);
      if (!element || !TABLES[kind]) throw new Error(`no table of ${kind} of ${tag}`);
      const [header, ...rows] = TABLES[kind](element);
      const lines = [header, header.map(() => '---'), ...rows].map(
        (row) => `| ${row.map(formatCell).join(' | ')} |\n`,
      );
      return `${start}\n${lines.join('')}\n`;
    },
  );
}

if (isMain(import.meta.url)) {
  const manifest = readJson('dist/custom-elements.json');
  for (const path of DOCUMENTS) writeFileSync(root + path, fillTables(readText(path), manifest));
}
