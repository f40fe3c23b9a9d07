// Small ONNX models, encoded here: a model is a protobuf message, and of protobuf it needs three
// kinds of field. The field numbers are those of onnx.proto.

/**
 * @typedef {{ op: string, domain?: string, inputs: string[], outputs: string[],
 *   attributes?: Record<string, number> }} Node an attribute that ends in `_f` is a float
 * @typedef {{ shape: number[], data: Float32Array | BigInt64Array }} Constant
 */

const FLOAT = 1;
const INT64 = 7;
const MICROSOFT = 'com.microsoft';

/** @param {number} value @returns {number[]} */
function varint(value) {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** @param {Uint8Array[]} parts */
function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {number} field @param {number} value */
const integer = (field, value) => new Uint8Array([...varint(8 * field), ...varint(value)]);

/** @param {number} field @param {number} value */
const float = (field, value) =>
  join([new Uint8Array(varint(8 * field + 5)), bytesOf(new Float32Array([value]))]);

/** @param {number} field @param {string | Uint8Array | Uint8Array[]} content */
function nested(field, content) {
  const bytes =
    typeof content === 'string'
      ? new TextEncoder().encode(content)
      : content instanceof Uint8Array
        ? content
        : join(content);
  return join([new Uint8Array([...varint(8 * field + 2), ...varint(bytes.length)]), bytes]);
}

/** @param {Float32Array | BigInt64Array} data */
const bytesOf = (data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** @param {Node} node */
const encodeNode = ({ op, domain = '', inputs, outputs, attributes = {} }) => [
  ...inputs.map((name) => nested(1, name)),
  ...outputs.map((name) => nested(2, name)),
  nested(4, op),
  ...Object.entries(attributes).map(([name, value]) =>
    nested(
      5,
      name.endsWith('_f')
        ? [nested(1, name.slice(0, -2)), float(2, value), integer(20, 1)]
        : [nested(1, name), integer(3, value), integer(20, 2)],
    ),
  ),
  nested(7, domain),
];

/** @param {[name: string, constant: Constant]} entry */
const encodeConstant = ([name, { shape, data }]) => [
  ...shape.map((size) => integer(1, size)),
  integer(2, data instanceof Float32Array ? FLOAT : INT64),
  nested(8, name),
  nested(9, bytesOf(data)),
];

/** @param {string} name @param {number[]} [shape] left out where the runtime infers it */
function encodeValue(name, shape) {
  const sizes =
    shape &&
    nested(
      2,
      shape.map((size) => nested(1, [integer(1, size)])),
    );
  const type = nested(1, [integer(1, FLOAT), ...(sizes ? [sizes] : [])]);
  return [nested(1, name), nested(2, [type])];
}

/**
 * A model of float32 tensors.
 * @param {object} model
 * @param {Record<string, number[]>} model.inputs the shape of each
 * @param {Record<string, Constant>} [model.constants]
 * @param {Node[]} model.nodes
 * @param {string[]} model.outputs
 */
export function encodeModel({ inputs, constants = {}, nodes, outputs }) {
  const graph = [
    ...nodes.map((node) => nested(1, encodeNode(node))),
    nested(2, 'bench'),
    ...Object.entries(constants).map((entry) => nested(5, encodeConstant(entry))),
    ...Object.entries(inputs).map(([name, shape]) => nested(11, encodeValue(name, shape))),
    ...outputs.map((name) => nested(12, encodeValue(name))),
  ];
  return join([
    integer(1, 10), // the version of the format that goes with operator set 23
    nested(7, graph),
    nested(8, [nested(1, ''), integer(2, 23)]),
    nested(8, [nested(1, MICROSOFT), integer(2, 1)]),
  ]);
}
