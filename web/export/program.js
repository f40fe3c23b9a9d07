/** Writes a run as a program: its constants, then the line of each node's operation. */

import { findNamesAlong, measureAxes } from '../graph/axes.js';
import { getLayerPrefix, getLocalName, getTensorKind } from '../graph/graph.js';
import { hasMistake } from '../session/computation.js';
import { usesSetting } from '../state/fields.js';
import { grouped } from '../text/en/language.js';
import * as text from '../text/en/program.js';
import { capitalize, parted } from '../text/spelling.js';
import { alignComments, splitIntoChunks, writeNestedLists } from './literals.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Code, CodeLine, GraphNode, Line } from '../graph/types.js' */
/** @import { Computation } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { Language, Made } from './types.js' */

/** The most numbers in a program, because more are hard to read and to run. */
const MOST_CONSTANTS = 20_000;

/** The most numbers of a tensor that the program prints. */
export const MOST_PRINTED = 20_000;

/** Names of variables that differ from the id of the tensor. @type {Readonly<Record<string, string>>} */
const VARIABLES = {
  embeddings: 'X',
  input: 'X',
  queryEmbeddings: 'Z',
  wo: 'W_O',
  q: 'Q',
  k: 'K',
  v: 'V',
  projectedQueries: 'Q',
  projectedKeys: 'K',
};

/** @typedef {{ node: GraphNode, line: Line | undefined }} WrittenNode */

/** @typedef {ReturnType<typeof collectParts>} Parts */

/**
 * @param {State} state
 * @param {Computation} computation
 * @param {Language} language
 * @returns {Made}
 */
export function writeProgram(state, computation, language) {
  if (computation.queryWords.length === 0) return { refused: text.noWords };
  const isMistaken = hasMistake({ state, computation });
  if (isMistaken && language.name === 'javascript') return { refused: text.mistakeByCore };
  const parts = collectParts(computation, language);
  const count = countNumbers(parts);
  if (count > MOST_CONSTANTS) {
    const remedy = computation.file ? 'words' : usesSetting(state, 'dModel') ? 'width' : 'json';
    return { refused: text.tooManyNumbers(grouped(count), grouped(MOST_CONSTANTS), remedy) };
  }
  const code = parts.makeCode();
  const lines = parts.computed.map((node) => ({
    node,
    line: language.write(node, parts.makeCode(node)),
  }));
  if (lines.some(({ node, line }) => !line && code.isSet(node.id)))
    return { refused: text.insideSoftmax };
  const check = isMistaken ? [] : language.check(computation, code.name);
  const body = writeBody(parts, lines, code, check);
  const imports = [...language.imports, ...(parts.reading?.imports ?? [])].filter((line) =>
    isUsed(line, body),
  );
  const top = [...writeOpening(state, computation, language), ...imports];
  return { text: `${top.join('\n')}\n\n${body}\n` };
}

/** Collects the parts of a program. @param {Computation} computation @param {Language} language */
function collectParts(computation, language) {
  const { run, file } = computation;
  const nodes = [...run.graph.values()].filter(({ op }) => op.name !== 'fromOtherRun');
  const helpers = /** @type {Set<string>} */ (new Set());
  return {
    computation,
    language,
    given: nodes.filter(({ op }) => op.name === 'constant'),
    computed: nodes.filter(({ op }) => op.name !== 'constant'),
    reading: file && language.readFile(file, (helper) => helpers.add(helper)),
    /** Layers share constants of their lines, such as a mask. */
    shared: new Map(
      nodes.flatMap((node) =>
        (node.op.constants?.(node, run) ?? []).map((entry) => [entry.name, entry]),
      ),
    ),
    /** Names of helper functions, complete once all lines are written. */
    helpers,
    /** @param {GraphNode} [writtenNode] */
    makeCode: (writtenNode) => makeCode(computation, language, helpers, writtenNode),
  };
}

/** Counts the numbers that a program writes out. @param {Parts} parts */
function countNumbers({ computation: { run }, given, reading, shared }) {
  const spelledOut = given.filter(({ id }) => !(reading && id in reading.reads));
  return [
    ...spelledOut.map(({ id }) => run.tensor(id)),
    ...[...shared.values()].map(({ tensor }) => tensor),
  ].reduce((sum, { data }) => sum + data.length, 0);
}

/** @param {Parts} parts @param {readonly WrittenNode[]} lines @param {Code} code @param {CodeLine[]} check */
function writeBody(parts, lines, code, check) {
  const { computation, language, given, computed, reading, shared, helpers } = parts;
  const blocks = [...writeBlocks(parts, lines, code), check];
  const constants = given.map((node) => writeConstant(node, parts));
  // All lines that may use helper functions are written by now.
  const functions = language.helpers(helpers);
  return [
    writeHeading(text.headings.given, language),
    writeWordLists(computation, language),
    language.sizes(nameSizes(computation)),
    // The function that reads the file calls some of these.
    ...(reading ? [...functions, reading.opening] : []),
    ...constants,
    ...[...shared.values()].map(({ name, note, axes, tensor }) =>
      [
        writeComment(`${note}: ${code.shape(axes)}`, language),
        language.assign(
          name,
          language.flags(writeLists(tensor, language), name, tensor.shape.length),
        ),
      ].join('\n'),
    ),
    ...(reading ? [] : functions),
    computed.length > 0 ? writeHeading(text.headings.computed, language) : '',
    ...blocks.map((block) => alignComments(block, language.mark)),
    writeHeading(text.headings.results, language),
    writePrinting(parts, lines, code),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** @param {Parts} parts @param {readonly WrittenNode[]} lines @param {Code} code */
function writeBlocks({ computation, language }, lines, code) {
  /** @type {CodeLine[][]} */
  const blocks = [];
  // Layers share lines that come before others, such as a mask.
  const notedNames = new Set();
  for (const { node, line } of lines) {
    if (!line) continue;
    const step = findStepComment(node, computation, language);
    if (step || blocks.length === 0) blocks.push(step ? [writeComment(step, language)] : []);
    const before = line.before?.filter((needed) => !notedNames.has(`${needed}`));
    for (const needed of before ?? []) notedNames.add(`${needed}`);
    const unnoted = { ...line, before };
    blocks[blocks.length - 1].push(...makeCodeLines(node, unnoted, code, computation, language));
  }
  return blocks;
}

/** @param {Parts} parts @param {readonly WrittenNode[]} lines @param {Code} code */
function writePrinting({ computation: { run }, language, given, computed }, lines, code) {
  const nodes = lines.filter(({ line }) => line).map(({ node }) => node);
  const printed = (computed.length > 0 ? nodes : given).map(({ id }) => id);
  const isLong = printed.some((id) => run.tensor(id).data.length > MOST_PRINTED);
  return language.printing(
    printed.map((id) => [id, code.name(id)]),
    isLong,
  );
}

/** @param {State} state @param {Computation} computation @param {Language} language */
function writeOpening(state, computation, language) {
  const { run, words } = computation;
  const { graph } = run;
  return [
    text.opening(findTitle(state, computation)),
    text.origin(findOrigin(state, computation), computation.originals.size > 0),
    ...(words?.notInProgram ? [words.notInProgram] : []),
    ...(graph.has('selfWeights') ? [text.crossNote] : []),
    ...(state.step === 'mechanisms' && graph.has('otherWeights') ? [text.besideNote] : []),
    ...language.needs,
  ].map((line) => writeComment(line, language));
}

/** Lines that are not recognised count as used. @param {string} line @param {string} body */
const isUsed = (line, body) =>
  !/^(import (math|json)|from safetensors)/.test(line) ||
  body.includes(`${line.split(' ').at(-1)}${line.startsWith('from') ? '(' : '.'}`);

/** @param {string} words @param {Language} language */
const writeComment = (words, { mark }) => `${mark.trim()} ${words}`;

/** @param {string} title @param {Language} language */
const writeHeading = (title, language) =>
  writeComment(`---- ${title} ${'-'.repeat(60 - title.length)}`, language);

/** @param {Tensor} tensor @param {Language} language @param {string[]} [words] */
const writeLists = (tensor, { indent, mark, number, string }, words) =>
  writeNestedLists(tensor, { indent, comment: mark, number }, words?.map(string));

/** @param {Computation} computation @param {Language} language */
function writeWordLists({ queryWords, keyWords }, language) {
  const [query, key] = [queryWords, keyWords].map(
    (words) =>
      `[${splitIntoChunks(words.map(language.string), 12)
        .map((some) => some.join(', '))
        .join(`,\n${language.indent}`)}]`,
  );
  return language.words({ query, key: query === key ? undefined : key });
}

/** @param {Computation} computation @returns {[string, string, string][]} */
function nameSizes({ run }) {
  if (run.graph.get('q')?.op.name === 'constant') {
    return [['d', String(run.tensor('q').shape[2]), text.sizes.ownD]];
  }
  const weights = findQueryWeights(run);
  if (!weights) return [];
  const [d, D, H] = run.tensor(weights.id).shape.toReversed();
  return [
    ['D', String(D), text.sizes.D],
    ...(H === undefined
      ? []
      : [/** @type {[string, string, string]} */ (['H', String(H), text.sizes.H])]),
    ['d', String(d), H === undefined ? text.sizes.ofQuery : text.sizes.d],
  ];
}

/** Returns the query weights of the first layer, per head or for one head. @param {Computation['run']} run */
const findQueryWeights = ({ graph }) =>
  [...graph.values()].find(({ id, axes }) => getLocalName(id) === 'wq' && /^h?fc$/.test(axes));

/**
 * Returns the helper functions with which operations write their lines.
 * @param {Computation} computation
 * @param {Language} language
 * @param {Set<string>} helpers names of helpers that lines use
 * @param {GraphNode} [writtenNode] a node whose sizes take precedence, because the length of an
 * axis may vary within a real model
 * @returns {Code}
 */
function makeCode(computation, language, helpers, writtenNode) {
  const { run, numbersSet } = computation;
  const size = makeSizeWriter(run, writtenNode);
  return {
    name: (id) => nameVariable(id, run, language),
    size,
    use: (helper) => {
      helpers.add(helper);
      return helper;
    },
    isSet: (id) => numbersSet.some((cell) => cell.id === id),
    inputsOf: (id) => run.graph.get(id)?.inputs ?? [],
    shape: (axes) => `(${[...axes].map(size).join(', ')}${axes.length === 1 ? ',' : ''})`,
    axisOf: (from, to) => {
      const axis = [...from].findIndex((letter) => !to.includes(letter));
      return axis === from.length - 1 ? -1 : axis;
    },
    alongAxes: (array, axes, wanted) => {
      const index = [...wanted].map((letter) => (axes.includes(letter) ? ':' : 'None'));
      const isLast =
        index.lastIndexOf('None') === index.length - 1 &&
        index.indexOf('None') === index.length - 1;
      return `${array}[${isLast ? '..., None' : index.join(', ')}]`;
    },
  };
}

/** @param {string} id @param {Computation['run']} run @param {Language} language */
function nameVariable(id, { graph }, language) {
  const layer = getLayerPrefix(id).replaceAll('/', '_');
  const local = getLocalName(id);
  if (VARIABLES[local]) return layer + VARIABLES[local];
  const node = graph.get(id);
  if (node?.op.name === 'constant' && /^w(?!ord)/.test(local)) return layer + node.symbol;
  return layer + (language.name === 'python' ? parted(local, '_') : local);
}

/**
 * Returns a function that writes the size of an axis, as a letter if it has one.
 * @param {Computation['run']} run
 * @param {GraphNode} [writtenNode] a node whose sizes take precedence
 * @returns {(axis: string) => string}
 */
function makeSizeWriter(run, writtenNode) {
  const nodes = [...run.graph.values()];
  const weights = findQueryWeights(run);
  const [d, D] = weights ? run.tensor(weights.id).shape.toReversed() : [];
  const lengths = measureAxes(
    (writtenNode ? [...writtenNode.inputs, writtenNode] : []).map(({ id, axes }) => ({
      axes,
      shape: run.tensor(id).shape,
    })),
  );
  /** @param {string} axis */
  const measureAxis = (axis) => {
    const holder = nodes.find(({ axes }) => axes.includes(axis));
    return (
      lengths.get(axis) ?? (holder ? run.tensor(holder.id).shape[holder.axes.indexOf(axis)] : 1)
    );
  };
  return (axis) => {
    if (axis === 'q') return 'L';
    if (axis === 'k') return 'S';
    if (axis === 'h' && weights) return 'H';
    const length = measureAxis(axis);
    if (axis === 'c' && length === d) return 'd';
    return 'fgCo'.includes(axis) && length === D ? 'D' : String(length);
  };
}

/** A given tensor: read from its file, or written out. @param {GraphNode} node @param {Parts} parts */
function writeConstant(node, { computation, language, reading, makeCode }) {
  const { run, nodes } = computation;
  const code = makeCode(node);
  const rows = findNamesAlong(node.axes[0], computation);
  const read = reading?.reads[node.id];
  const name = code.name(node.id);
  return [
    writeComment(
      `${text.constants[getTensorKind(node)] ?? capitalize(nodes[node.id].name)}: ${code.shape(node.axes)}`,
      language,
    ),
    language.assign(name, read ?? language.floats(writeLists(run.tensor(node.id), language, rows))),
    // The file does not contain the numbers that the reader has set.
    ...(read ? computation.numbersSet : [])
      .filter(({ id }) => id === node.id)
      .map(({ index, value }) => language.set(name, index, value)),
  ].join('\n');
}

/**
 * @param {GraphNode} node
 * @param {Line} line
 * @param {Code} code
 * @param {Computation} computation
 * @param {Language} language
 * @returns {CodeLine[]}
 */
function makeCodeLines(node, line, code, { numbersSet }, language) {
  const name = code.name(node.id);
  return [
    ...(line.before ?? []),
    ...language.statement(name, { ...line, note: line.note ?? code.shape(node.axes) }),
    ...numbersSet
      .filter(({ id }) => id === node.id)
      .map(
        ({ index, value }) =>
          /** @type {CodeLine} */ ([language.set(name, index, value), text.setNote]),
      ),
  ];
}

/** @param {GraphNode} node @param {Computation} computation @param {Language} language */
function findStepComment({ id, op, options }, { words }, language) {
  const name = getLocalName(id);
  return op.step?.(options, language.name) ?? words?.steps?.[name] ?? text.steps[name];
}

/** @param {State} state @param {Computation} computation */
function findTitle({ source, mechanism, heads }, { words }) {
  const title = words?.title ?? text.titles[/** @type {keyof typeof text.titles} */ (source)];
  if (title) return title;
  return mechanism === 'additive' ? text.additiveTitle : text.dotTitle(heads);
}

/** @param {State} state @param {Computation} computation */
const findOrigin = ({ source, seed }, { words }) =>
  words?.program ?? text.origins[/** @type {keyof typeof text.origins} */ (source)](seed);
