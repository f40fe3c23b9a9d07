/**
 * The configuration of the analyzer that writes the Custom Elements Manifest. The analyzer reads names, attributes,
 * defaults and descriptions from the classes. Types come from the declarations of the package.
 */

import { addAll } from '../entries/loader.js';
import { bugNames } from '../features/practice/author-chapter/bug.js';
import { declarations } from '../state/attributes.js';
import { FIELD_NAMES, FIELDS } from '../state/fields.js';
import { withMinus, writeLimit } from '../text/number.js';
import { listPaths, readText } from './files.js';

/** @import { Plugin } from '@custom-elements-manifest/analyzer' */
/** @import { Field } from '../state/types.js' */

/**
 * @typedef {any} Doc a part of the manifest
 * @typedef {any} Node a node of a syntax tree; the analyzer has its own version of TypeScript
 */

addAll();

/** The module of the package that exports the classes. */
const MODULE = 'dist/element.js';

/** @type {Plugin} */
const publishedManifest = {
  name: 'as-published',
  initialize({ ts, context }) {
    context.types = readTypes(ts);
  },
  packageLinkPhase({ customElementsManifest: manifest, context }) {
    const types = /** @type {Types} */ (context.types);
    /** @type {Doc[]} */
    const modules = manifest.modules;
    const elements = modules
      .flatMap(({ declarations }) => declarations)
      .filter(({ customElement }) => customElement)
      .map((element) => completeElement(element, types));
    const maps = elements.filter(({ tagName }) => tagName === 'attention-map');
    Object.assign(manifest, {
      schemaVersion: '2.1.0',
      readme: 'README.md',
      modules: [
        describeModule(MODULE, 'js', elements, elements),
        describeModule('dist/define.js', 'custom-element-definition', elements),
        describeModule('dist/attention-map.js', 'custom-element-definition', maps),
      ],
    });
  },
};

export default {
  globs: ['web/elements/define-elements.js', 'web/elements/attention-*.js'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [publishedManifest],
};

/**
 * @param {string} path
 * @param {string} kind the kind of its exports
 * @param {Doc[]} exported
 * @param {Doc[]} [declarations]
 */
const describeModule = (path, kind, exported, declarations = []) => ({
  kind: 'javascript-module',
  path,
  declarations,
  exports: exported.map(({ name, tagName }) => ({
    kind,
    name: kind === 'js' ? name : tagName,
    declaration: { name, module: MODULE },
  })),
});

/** @typedef {ReturnType<typeof readTypes>} Types */

/** The declaration files with types that the elements use. */
const TYPES = /^(element|web\/.*|src\/js\/(?!learning\/(?!grammars)).*)\.d\.ts$/;

/** Returns the text of a type without `import(…)`. @param {Node} type */
const shortenType = (type) => type.getText().replace(/import\((['"]).*?\1\)\./g, '');

/** @param {Node[]} nodes */
const mapByName = (nodes) => new Map(nodes.map((node) => [node.name.text, node]));

/** Reads the declared types. @param {Node} ts */
function readTypes(ts) {
  /** @type {Node[]} */
  const statements = listPaths('dist/types')
    .filter((path) => TYPES.test(path))
    // The last declaration of a name counts. The order prefers types of web/, and classes over interfaces that extend them.
    .sort()
    .flatMap((path) => {
      const text = readText(`dist/types/${path}`);
      return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.toReversed();
    })
    // Skip aliases of a type with the same name in another file.
    .filter(({ name, type }) => type === undefined || shortenType(type) !== name?.text);
  const named = new Map(statements.map((statement) => [statement.name?.text, statement]));
  /** @type {Node[]} */
  const tables = statements.flatMap(({ declarationList }) => declarationList?.declarations ?? []);
  const fields = mapByName(
    tables
      .filter(({ name }) => /^(SETTING|SELECTION)_FIELDS$/.test(name.text))
      .flatMap(({ type }) => type.members),
  );
  return {
    /**
     * Returns the members of a class, an interface or an object type.
     * @param {string} name
     * @returns {Map<string, Node>}
     */
    getMembers(name) {
      const { members, type } = named.get(name);
      /** @type {Node[]} */
      const nodes = members ?? type.members;
      return mapByName(nodes.filter((node) => node.name && !ts.isSetAccessor(node)));
    },
    /**
     * Describes a type. Aliases of unions and of other types are expanded, and type parameters are replaced by their
     * constraints, so that readers see the possible values.
     * @param {Node} type
     * @param {Node[]} [open] the type parameters
     */
    describe(type, open = []) {
      const meant = open.find(({ name }) => name.text === type.getText())?.constraint ?? type;
      const alias = named.get(shortenType(meant))?.type;
      const isPlain = [ts.isUnionTypeNode, ts.isTypeReferenceNode, ts.isImportTypeNode].some(
        (isOfKind) => alias && isOfKind(alias),
      );
      const text = shortenType(isPlain ? alias : meant);
      return { text: text.replaceAll('"', "'").replace(/\s+/g, ' ') };
    },
    /** Returns the comment of an entry of the state. @param {string} name */
    describeField: (name) => ts.getTextOfJSDocComment(fields.get(name).jsDoc.at(-1).comment),
  };
}

/**
 * Completes an element with its inferred types, and with the properties of the state, which a table declares.
 * @param {Doc} element
 * @param {Types} types
 */
function completeElement(element, types) {
  /** @type {{ name: string, attributes: Doc[], events: Doc[], members: Doc[] }} */
  const { name, attributes, events, members: listed } = element;
  const found = new Map(listed.map((member) => [member.name, member]));
  const members = [...types.getMembers(name)].flatMap(([key, node]) => {
    const member = found.get(key);
    if (!member || member.static) return [];
    if (member.kind === 'method') return describeMethod(member, node, types);
    // A member that is not a property of Lit may be an attribute of the same name, unless the class describes another one.
    const isObserved = attributes.some((observed) => observed.name === key && !observed.type);
    const attribute = member.attribute ?? (isObserved ? key : undefined);
    return describeField({ ...member, attribute }, node, types);
  });
  if (name === 'AttentionLab') members.unshift(...describeState(types));
  const sent = types.getMembers(`${name}Events`);
  return {
    ...element,
    // The common base class is not part of the package.
    superclass: { name: 'LitElement', package: 'lit' },
    members,
    attributes: [
      ...members.filter(({ attribute }) => attribute).map(describeAttribute),
      ...attributes.filter(({ type, fieldName }) => type && !fieldName),
    ],
    // Keep only declared events: the analyzer also lists the argument of `new CustomEvent(type)`.
    events: events
      .filter((event) => sent.has(event.name))
      .map((event) => ({ ...event, type: types.describe(sent.get(event.name).type) })),
  };
}

/** @param {Doc} method @param {Node} node @param {Types} types */
const describeMethod = (method, node, types) => ({
  ...method,
  parameters: (method.parameters ?? []).map(
    (/** @type {Doc} */ parameter, /** @type {number} */ i) => ({
      ...parameter,
      type: types.describe(node.parameters[i].type, node.typeParameters),
    }),
  ),
  return: { type: types.describe(node.type) },
});

/**
 * Describes a field. Only fields with an attribute have a default.
 * @param {Doc} member
 * @param {Node} node
 * @param {Types} types
 */
function describeField(member, node, types) {
  const { name, description, attribute, reflects, readonly, default: value } = member;
  const isSet = attribute && value !== 'undefined';
  const type = types.describe(node.type);
  const field = { kind: 'field', name, type, description, attribute, reflects };
  return { ...field, default: isSet ? value : undefined, readonly };
}

/** Describes the limits of a number, of each kind of source. @param {Field<unknown>} field */
function describeRange({ range, choices, otherRanges: { given, learned } = {} }) {
  // Any number is a scale.
  if (!range || choices) return '';
  const [least, most] = range.map((limit) => withMinus(writeLimit(limit)));
  const limits = [
    `${least} to ${most}`,
    given && `${writeLimit(given[1])} with own tensors or a pretrained model`,
    learned && `${writeLimit(learned[1])} in a model that learns`,
  ];
  return `. ${limits.filter(Boolean).join(', ')}`;
}

/** Lists the types of values that no list has. @param {Field<unknown>} field */
const listOpenTypes = ({ choices, isOpen, range }) =>
  range ? ['number'] : choices && !isOpen ? [] : ['string'];

/** Describes the fields of the state. @param {Types} types */
const describeState = (types) =>
  FIELD_NAMES.filter((name) => name in declarations).map((name) => {
    const { value, choices = [], isOpen } = FIELDS[name];
    const { attribute, reflect } = declarations[name];
    const names = name === 'bug' ? bugNames : isOpen ? [] : choices;
    const named = names.map((choice) => `'${choice}'`);
    return {
      kind: 'field',
      name,
      type: { text: [...named, ...listOpenTypes(FIELDS[name])].join(' | ') },
      description: types.describeField(name) + describeRange(FIELDS[name]),
      attribute: attribute || undefined,
      reflects: reflect || undefined,
      default: typeof value === 'string' ? `'${value}'` : String(value),
    };
  });

/**
 * Describes the attribute of a field. Its default is text; a boolean attribute, absent by default, has none.
 * @param {Doc} field
 */
function describeAttribute({ attribute, name, type, description, default: value = '' }) {
  const text = type.text === 'boolean' ? '' : value.replaceAll("'", '');
  return { name: attribute, fieldName: name, type, description, default: text || undefined };
}
