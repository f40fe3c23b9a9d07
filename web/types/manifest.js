/**
 * Prints the Custom Elements Manifest: what an editor or a catalogue can know about the elements.
 * Nothing is written for it alone. Names and attributes come from the classes, types and words from
 * their declarations, defaults from the state and from the constructors.
 */

import { readFile } from 'node:fs/promises';
import '../define.js';
import * as exported from '../element.js';
import { DEFAULTS } from '../session/state.js';
import { readEvents, readType, readUnions } from './read.js';

/**
 * @typedef {typeof import('lit').LitElement} ElementClass
 * @typedef {import('./read.js').Member} Member
 * @typedef {import('./read.js').Comment} Comment
 */

/** Where a package has the classes. */
const MODULE = 'dist/element.js';

/** @param {string} path from the root of the project */
const read = (path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** @param {string} name */
const kebab = (name) => name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

const handWritten = await read('web/types/element.d.ts');
const declarations = await read('dist/types/element.d.ts');
const unions = readUnions(declarations);
const entries = ['Settings', 'ViewSelection'].flatMap(
  (type) => readType(declarations, `type ${type}`).members,
);

/** @type {[name: string, element: ElementClass][]} */
const classes = Object.entries(exported).flatMap(([name, value]) =>
  'elementProperties' in value ? [[name, value]] : [],
);
const definitions = classes.map(([name]) => ({
  kind: 'custom-element-definition',
  name: kebab(name),
  declaration: { name, module: MODULE },
}));
const manifest = {
  schemaVersion: '2.1.0',
  readme: 'README.md',
  modules: [
    {
      kind: 'javascript-module',
      path: MODULE,
      declarations: await Promise.all(
        classes.map(([name, element]) => declarationOf(name, element)),
      ),
      exports: classes.map(([name]) => ({
        kind: 'js',
        name,
        declaration: { name, module: MODULE },
      })),
    },
    { kind: 'javascript-module', path: 'dist/define.js', declarations: [], exports: definitions },
  ],
};
console.log(JSON.stringify(manifest));

/**
 * @param {string} name
 * @param {ElementClass} element
 */
async function declarationOf(name, element) {
  const tagName = kebab(name);
  const { comment, members } = readType(declarations, `class ${name}`);
  const fields = fieldsOf(element, members, defaultsIn(await read(`web/elements/${tagName}.js`)));
  return {
    kind: 'class',
    customElement: true,
    tagName,
    name,
    description: comment.description,
    superclass: { name: 'LitElement', package: 'lit' },
    attributes: [...attributesOf(fields), ...partsOf(comment, 'attr')],
    members: [...fields, ...members.filter(({ kind }) => kind === 'method').map(methodOf)],
    events: eventsOf(comment, readEvents(handWritten, `${name}Events`)),
    slots: partsOf(comment, 'slot'),
    cssParts: partsOf(comment, 'csspart'),
    cssProperties: partsOf(comment, 'cssprop'),
  };
}

/** @param {Comment} comment @param {string} wanted */
function valuesOf({ tags }, wanted) {
  return tags.filter(({ tag }) => tag === wanted).map(({ text }) => text);
}

/**
 * Tags such as `@csspart cell - a number` or `@attr {string} lang - of the words`; a slot without a
 * name is the one for all children.
 * @param {Comment} comment
 * @param {string} tag
 */
function partsOf(comment, tag) {
  return valuesOf(comment, tag).map((text) => {
    const [, type, name, description] = /^(?:{(.*)} )?(\S*?) ?- (.*)$/.exec(text) ?? [];
    if (!description) throw new Error(`@${tag} ${text}: there is no description`);
    return { name, type: type ? { text: type } : undefined, description };
  });
}

/**
 * @param {Comment} comment
 * @param {ReadonlyMap<string, string>} types
 */
function eventsOf(comment, types) {
  return valuesOf(comment, 'fires').map((text) => {
    const [name] = text.split(' ', 1);
    const type = types.get(name);
    if (!type) throw new Error(`web/types/element.d.ts has no type of ${name}`);
    return { name, type: { text: type }, description: text.slice(name.length + 1) };
  });
}

/**
 * What a constructor sets, as it is written there.
 * @param {string} source
 * @returns {ReadonlyMap<string, string>}
 */
function defaultsIn(source) {
  const found = source.matchAll(/^ {4}this\.(\w+) = ('[^']*'|\d+|true|false);$/gm);
  return new Map([...found].map(([, name, value]) => [name, value]));
}

/** @typedef {ReturnType<typeof fieldOf>} Field */

/**
 * The properties that are declared, and the entries of the state where they are properties as well.
 * @param {ElementClass} element
 * @param {Member[]} members
 * @param {ReadonlyMap<string, string>} defaults
 */
function fieldsOf(element, members, defaults) {
  const declared = members.filter(({ kind }) => kind === 'field' || kind === 'get');
  const settable = new Set(members.filter(({ kind }) => kind !== 'get').map(({ name }) => name));
  const names = new Set(declared.map(({ name }) => name));
  const further = entries.filter(
    ({ name }) => element.elementProperties.has(name) && !names.has(name),
  );
  return [
    ...further.map((entry) => {
      const value = DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (entry.name)];
      return {
        ...fieldOf(element, entry),
        default: typeof value === 'string' ? `'${value}'` : String(value),
      };
    }),
    ...declared.map((member) => ({
      ...fieldOf(element, member),
      default: defaults.get(member.name),
      readonly: settable.has(member.name) ? undefined : true,
    })),
  ];
}

/**
 * @param {ElementClass} element
 * @param {Member} member
 */
function fieldOf(element, { name, type, comment }) {
  const declaration = element.elementProperties.get(name);
  const attribute =
    typeof declaration?.attribute === 'string' ? declaration.attribute : name.toLowerCase();
  return {
    kind: 'field',
    name,
    type: { text: unions.get(type) ?? type },
    description: comment.description || undefined,
    attribute: element.observedAttributes.includes(attribute) ? attribute : undefined,
    reflects: declaration?.reflect || undefined,
  };
}

/**
 * The default of an attribute is its text; one that is absent by default has none.
 * @param {(Field & { default?: string })[]} fields
 */
function attributesOf(fields) {
  return fields.flatMap(({ attribute, name, type, description, default: value = '' }) => {
    const text = type.text === 'boolean' ? '' : value.replaceAll("'", '');
    const attributes = { name: attribute, fieldName: name, type, description };
    return attribute ? [{ ...attributes, default: text || undefined }] : [];
  });
}

/** @param {Member} member */
function methodOf({ name, type, comment }) {
  // A parameter of a type that is open is of one of those that it is open for.
  const open = new Map();
  for (const text of valuesOf(comment, 'template')) {
    const [, bounds, letter] = /^{(.*)} (\S+)/.exec(text) ?? [];
    open.set(letter, unions.get(bounds) ?? bounds);
  }
  const parameters = valuesOf(comment, 'param').map((text) => {
    const [, parameterType, parameter, description] = /^{(.*)} (\S+) ?(.*)$/.exec(text) ?? [];
    return {
      name: parameter,
      type: { text: open.get(parameterType) ?? parameterType },
      description: description || undefined,
    };
  });
  return {
    kind: 'method',
    name,
    description: comment.description || undefined,
    parameters,
    return: { type: { text: type } },
  };
}
