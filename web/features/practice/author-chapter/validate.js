/** Validates a value against a schema. Each problem has a path and a message. */

import { findNearest } from '../../../../src/js/nearest.js';
import { joinPath, makeProblem, UNQUOTING } from '../../../pages/tasks/schema.js';
import { between } from '../../../text/en/pages.js';
import * as text from '../text/en/author-chapter.js';

/** @import { Problem, Schema } from '../../../pages/types.js' */

/** @param {unknown} value @returns {string} the name of the type in a schema */
function nameType(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** @param {Schema} schema @param {unknown} value */
const isOfType = ({ type }, value) =>
  type === 'integer' ? Number.isInteger(value) : nameType(value) === type;

/**
 * @param {Schema} schema
 * @param {unknown} value a parsed JSON value
 * @param {string} [path]
 * @returns {Problem[]} the problems, in the order of the schema
 */
export function findProblems(schema, value, path = '') {
  const refuse = (/** @type {string} */ message) => makeProblem(path, message);
  if (schema.oneOf) return findKindProblems(schema.oneOf, value, path);
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((other) => isOfType(other, value));
    // For a string other than `largest`, name both types: the author may have meant the number.
    if (fitting && (fitting.enum?.length !== 1 || fitting.enum[0] === value))
      return findProblems(fitting, value, path);
    return refuse(text.either(schema.anyOf.map(describeType)));
  }
  if ('const' in schema)
    return value === schema.const ? [] : refuse(text.only(JSON.stringify(schema.const)));
  if (!isOfType(schema, value)) return refuse(text.either([describeType(schema)]));
  if (schema.enum) {
    const names = schema.enum.map(String).filter(Boolean);
    return schema.enum.includes(value)
      ? []
      : refuse(text.oneOf(names, findNearest(String(value), names)));
  }
  if (typeof value === 'string') return makeProblem(path, explainText(schema, value));
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    return value >= minimum && value <= maximum ? [] : refuse(between(minimum, maximum));
  }
  if (Array.isArray(value)) return findListProblems(schema, value, path);
  return typeof value === 'object' ? findObjectProblems(schema, Object(value), path) : [];
}

/** @param {Schema} schema */
function describeType({ type = 'object', enum: names, required = [], description }) {
  if (names?.length === 1) return text.quoted(String(names[0]));
  if (description) return `${text.types[type]}, ${description}`;
  return required.length > 0 ? text.objectOf(required) : text.types[type];
}

/** @param {Schema} schema @param {string} value */
function explainText({ minLength = 0, maxLength = Infinity, pattern, examples = [] }, value) {
  // JSON Schema counts code points, not UTF-16 units.
  const { length } = [...value];
  if (length < minLength) return text.empty;
  if (length > maxLength) return text.long(maxLength);
  if (!pattern || new RegExp(pattern, 'u').test(value)) return undefined;
  return pattern === UNQUOTING ? text.quotesNumber : text.form(value, examples);
}

/** @param {Schema} schema @param {unknown[]} value @param {string} path */
function findListProblems({ items = {}, minItems = 0, maxItems = Infinity }, value, path) {
  if (value.length < minItems) return makeProblem(path, text.atLeast(minItems));
  if (value.length > maxItems) return makeProblem(path, text.atMost(maxItems));
  return value.flatMap((item, i) => findProblems(items, item, `${path}[${i}]`));
}

/**
 * Finds problems of an object's properties. An unknown name is taken for the nearest known name. If
 * no known name is near, it is taken for the first missing property whose schema the value fits, or
 * whose type it has. For example, `text` is taken for `answer`, and `fields` for `cells`. Such a
 * property is then not reported as missing.
 * @param {Schema} schema
 * @param {Record<string, unknown>} value
 * @param {string} path
 * @returns {Problem[]}
 */
function findObjectProblems({ properties = {}, required = [] }, value, path) {
  const known = Object.keys(properties);
  const names = Object.keys(value);
  const missing = required.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !known.includes(name)).slice(0, MOST_UNKNOWN);
  const meant = unknown.map((name) => {
    const near = findNearest(name, known);
    const fits = (/** @type {string} */ property) =>
      findProblems(properties[property], value[name]).length === 0;
    const isAlike = (/** @type {string} */ property) => isOfType(properties[property], value[name]);
    const found = missing.indexOf(near ?? missing.find(fits) ?? missing.find(isAlike) ?? '');
    return found < 0 ? near : missing.splice(found, 1)[0];
  });
  return [
    ...unknown.flatMap((name, i) =>
      makeProblem(joinPath(path, shortenName(name)), text.unknown(meant[i], known)),
    ),
    ...missing.flatMap((name) => makeProblem(joinPath(path, name), text.missing)),
    ...names
      .filter((name) => known.includes(name))
      .flatMap((name) => findProblems(properties[name], value[name], joinPath(path, name))),
  ];
}

/** @param {Schema[]} kinds @param {unknown} value @param {string} path @returns {Problem[]} */
function findKindProblems(kinds, value, path) {
  if (nameType(value) !== 'object')
    return makeProblem(path, text.either([text.objectOf(['kind'])]));
  const { kind } = Object(value);
  const names = kinds.map(({ properties }) => String(properties?.kind.const));
  const schema = kinds[names.indexOf(kind)];
  if (schema) return findProblems(schema, value, path);
  return makeProblem(joinPath(path, 'kind'), text.oneOf(names, findNearest(String(kind), names)));
}

const MAX_QUOTED_LETTERS = 40;

/** The most unknown names that are reported for one object. */
const MOST_UNKNOWN = 20;

/** @param {string} name */
const shortenName = (name) =>
  name.length > MAX_QUOTED_LETTERS ? `${name.slice(0, MAX_QUOTED_LETTERS)}…` : name;
