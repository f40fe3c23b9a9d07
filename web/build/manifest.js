/**
 * How the analyzer makes the Custom Elements Manifest, of which `build.sh` runs it. It reads the classes:
 * names, attributes, defaults, words. Types come from the declarations of the package.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAll } from '../entries/loader.js';
import { declarations } from '../state/attributes.js';
import { FIELD_NAMES, FIELDS } from '../state/fields.js';

/**
 * @import { Field } from '../state/types.js'
 * @import { Plugin } from '@custom-elements-manifest/analyzer'
 */

/**
 * @typedef {any} Doc a part of the manifest
 * @typedef {any} Node of a syntax tree: the analyzer has a TypeScript of its own
 */

addAll();

/** The modules of a package that have the classes and their types. */
const MODULE = 'dist/element.js';

const TYPES_FOLDER = 'dist/types';

/** @type {Plugin} */
const asPublished = {
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
      .map((element) => asDeclared(element, types));
    const maps = elements.filter(({ tagName }) => tagName === 'attention-map');
    Object.assign(manifest, {
      schemaVersion: '2.1.0',
      readme: 'README.md',
      modules: [
        moduleOf(MODULE, 'js', elements, elements),
        moduleOf('dist/define.js', 'custom-element-definition', elements),
        moduleOf('dist/attention-map.js', 'custom-element-definition', maps),
      ],
    });
  },
};

export default {
  globs: ['web/elements/define-elements.js', 'web/elements/attention-*.js'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [asPublished],
};

/**
 * @param {string} path
 * @param {string} kind of its exports
 * @param {Doc[]} exported
 * @param {Doc[]} [declarations]
 */
const moduleOf = (path, kind, exported, declarations = []) => ({
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

/** Files of types that the elements use. */
const TYPES = /^(element|web\/.*|src\/js\/(?!learning\/(?!grammars)).*)\.d\.ts$/;

/** A type without the files that its names are from. @param {Node} type */
const shortenType = (type) => type.getText().replace(/import\((['"]).*?\1\)\./g, '');

/** @param {Node[]} nodes */
const byName = (nodes) => new Map(nodes.map((node) => [node.name.text, node]));

/** The types that are declared. @param {Node} ts */
function readTypes(ts) {
  /** @type {Node[]} */
  const statements = readdirSync(TYPES_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => TYPES.test(path))
    // The last of a name counts: of two types that of web/, and before an interface the class that it adds to.
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(TYPES_FOLDER, path), 'utf8');
      return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.toReversed();
    })
    // A type that only goes by its name in another file is declared there.
    .filter(({ name, type }) => type === undefined || shortenType(type) !== name?.text);
  const named = new Map(statements.map((statement) => [statement.name?.text, statement]));
  /** @type {Node[]} */
  const tables = statements.flatMap(({ declarationList }) => declarationList?.declarations ?? []);
  const fields = byName(
    tables
      .filter(({ name }) => /^(SETTING|SELECTION)_FIELDS$/.test(name.text))
      .flatMap(({ type }) => type.members),
  );
  return {
    /**
     * The members of a class, an interface or an object type.
     * @param {string} name
     * @returns {Map<string, Node>}
     */
    membersOf(name) {
      const { members, type } = named.get(name);
      /** @type {Node[]} */
      const nodes = members ?? type.members;
      return byName(nodes.filter((node) => node.name && !ts.isSetAccessor(node)));
    },
    /**
     * As it is written, but a name of a union or of another type is spelled out, and what is open is what
     * it is open for: so readers know what there is to choose.
     * @param {Node} type
     * @param {Node[]} [open]
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
    /** The comment of an entry of the state, in the table. @param {string} name */
    describeField: (name) => ts.getTextOfJSDocComment(fields.get(name).jsDoc.at(-1).comment),
  };
}

/**
 * With types that are inferred, and with the properties of the state, which a table declares.
 * @param {Doc} element
 * @param {Types} types
 */
function asDeclared(element, types) {
  /** @type {{ name: string, attributes: Doc[], events: Doc[], members: Doc[] }} */
  const { name, attributes, events, members: listed } = element;
  const found = new Map(listed.map((member) => [member.name, member]));
  const members = [...types.membersOf(name)].flatMap(([key, node]) => {
    const member = found.get(key);
    if (!member || member.static) return [];
    if (member.kind === 'method') return methodOf(member, node, types);
    // One that is no property of Lit's is an attribute of the same name, unless the class describes another.
    const observed = attributes.find(
      ({ name: observedName, type }) => observedName === key && !type,
    );
    const attribute = member.attribute ?? observed?.name;
    return describeField({ ...member, attribute }, node, types);
  });
  if (name === 'AttentionLab') members.unshift(...entriesOfState(types));
  const sent = types.membersOf(`${name}Events`);
  return {
    ...element,
    // Their common base is no part of the package.
    superclass: { name: 'LitElement', package: 'lit' },
    members,
    attributes: [
      ...members.filter(({ attribute }) => attribute).map(attributeOf),
      ...attributes.filter(({ type, fieldName }) => type && !fieldName),
    ],
    // The analyzer takes the argument of `new CustomEvent(type)` for an event too.
    events: events
      .filter((event) => sent.has(event.name))
      .map((event) => ({ ...event, type: types.describe(sent.get(event.name).type) })),
  };
}

/** @param {Doc} member @param {Node} node @param {Types} types */
function methodOf(member, node, types) {
  const { parameters = [], ...method } = member;
  return {
    ...method,
    parameters: parameters.map((/** @type {Doc} */ parameter, /** @type {number} */ i) => ({
      ...parameter,
      type: types.describe(node.parameters[i].type, node.typeParameters),
    })),
    return: { type: types.describe(node.type) },
  };
}

/** A default is told where an attribute has it. @param {Doc} member @param {Node} node @param {Types} types */
function describeField(member, node, types) {
  const { name, description, attribute, reflects, readonly, default: value } = member;
  const isSet = attribute && value !== 'undefined';
  return {
    kind: 'field',
    name,
    type: types.describe(node.type),
    description,
    attribute,
    reflects,
    default: isSet ? value : undefined,
    readonly,
  };
}

/** @param {Types} types */
const entriesOfState = (types) =>
  FIELD_NAMES.filter((name) => name in declarations).map((name) => {
    const { value } = FIELDS[name];
    const { attribute, reflect } = declarations[name];
    return {
      kind: 'field',
      name,
      type: { text: describeType(FIELDS[name]) },
      description: types.describeField(name),
      attribute: attribute || undefined,
      reflects: reflect || undefined,
      default: typeof value === 'string' ? `'${value}'` : String(value),
    };
  });

/** @param {Field<unknown>} field */
function describeType({ choices = [], isOpen, range }) {
  const named = isOpen ? [] : choices.map((choice) => `'${choice}'`);
  return [...named, ...(range ? ['number'] : [])].join(' | ') || 'string';
}

/**
 * The default of an attribute is its text; one that is absent by default has none.
 * @param {Doc} field
 */
function attributeOf({ attribute, name, type, description, default: value = '' }) {
  const text = type.text === 'boolean' ? '' : value.replaceAll("'", '');
  return { name: attribute, fieldName: name, type, description, default: text || undefined };
}
