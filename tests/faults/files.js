// Faults of reading files: arrays by name, and which of them is shown.

/** @type {import('./faults.js').Room} */
export const files = {
  name: 'files',
  folders: ['tests/sources'],
  groups: [
    {
      file: 'web/sources/files/npy.js',
      tests: [
        'tests/sources/npy.test.js',
        'tests/sources/axes.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'columns first are read as rows first',
          find: 'isFortran ? rowsFirst(data, shape) : data',
          replace: 'data',
        },
        {
          name: 'strings are read as numbers',
          find: "if (kind === 'text') return",
          replace: "if (kind === 'other') return",
        },
      ],
    },
    {
      file: 'web/sources/files/npy.js',
      tests: ['tests/sources/npy.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'big endian is read as little',
          find: "isLittle: mark !== '>'",
          replace: "isLittle: mark !== ' '",
        },
        {
          name: 'a header may have more fields',
          find: ' || fields.size !== 3',
          replace: '',
        },
      ],
    },
    {
      file: 'web/sources/files/npy.js',
      tests: ['tests/sources/npy.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'one number in parentheses is a tuple',
          find: 'items.length === 1 && commas === 0 ? items[0] : items',
          replace: 'items',
        },
        {
          name: 'a header may go on after its end',
          find: "if (next() !== '' || at < text.length) throw SyntaxError('end');",
          replace: '',
        },
        {
          name: 'integers of Python 2 are in every version',
          find: " || (token.endsWith('L') && !allowsLong)",
          replace: '',
        },
      ],
    },
    {
      file: 'web/sources/files/npz.js',
      tests: ['tests/sources/npz.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'a flipped bit is another number',
          find: 'data.length !== size || crc32(data) !== crc',
          replace: 'data.length !== size',
        },
        {
          name: 'what is encrypted is read',
          find: 'short(at + 8) & 1',
          replace: 'short(at + 8) & 0',
        },
        {
          name: 'a comment ends the search for the end record',
          find: 'count === 0\n      ? size === 0 && before === 0',
          replace: 'count === 0\n      ? true',
        },
        {
          name: 'an archive begins where its file does',
          find: 'start: start + directory.before',
          replace: 'start',
        },
        {
          name: 'folders are arrays',
          find: '.filter(({ name }) => !NO_FILE.test(name))',
          replace: '',
        },
      ],
    },
    {
      file: 'web/sources/files/json.js',
      tests: ['tests/sources/json.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'a token may be null',
          find: 'if (index >= 0) throw Object.assign',
          replace: 'if (index > 99) throw Object.assign',
        },
        {
          name: 'of two equal names of JSON the last wins',
          find: 'if (name !== undefined) throw',
          replace: "if (name === '') throw",
        },
      ],
    },
    {
      file: 'web/state/attributes.js',
      tests: ['tests/web/lists.test.js'],
      faults: [
        {
          name: 'a list is cut within a name',
          find: 'if (/[^\\s,]/.test(string.charAt(MOST_CHARACTERS))) parts.pop();',
          replace: '',
        },
      ],
    },
    {
      file: 'web/sources/files/bytes.js',
      tests: ['tests/sources/npz.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'of two equal names the last wins',
          find: 'if (arrays.has(name)) throw',
          replace: 'if (!name) throw',
        },
      ],
    },
    {
      file: 'web/sources/files/own-tensors.js',
      tests: ['tests/web/own.test.js'],
      faults: [
        {
          name: 'a head of keys serves others than in the core',
          find: 'Math.floor((head * shared) / heads) * size',
          replace: '(head % shared) * size',
        },
        {
          name: 'any number of heads of keys is taken',
          find: 'lengths.heads % sizes[0] === 0',
          replace: 'lengths.heads >= sizes[0]',
        },
        {
          name: 'scores of any size are begun',
          find: 'if (sizeOf(scores) > MOST_NUMBERS)',
          replace: 'if (sizeOf(scores) > 64 * MOST_NUMBERS)',
        },
      ],
    },
    {
      file: 'web/sources/files/choose.js',
      tests: ['tests/sources/names.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'layers stand in the order of the file',
          find: 'numbered.toSorted((a, b) => a.number - b.number)',
          replace: 'numbered',
        },
      ],
    },
    {
      file: 'web/sources/files/choose.js',
      tests: ['tests/sources/names.test.js', 'tests/sources/refusals.test.js'],
      faults: [
        {
          name: 'the first of several is the weights',
          find: 'weights.length === 1) return weights[0]',
          replace: 'weights.length > 0) return weights[0]',
        },
        {
          name: 'negative numbers are weights',
          find: 'if (row.some((weight) => weight < 0)) return false;',
          replace: '',
        },
        {
          name: 'rows of zeros are weights',
          find: 'return count > 0;',
          replace: 'return true;',
        },
        {
          name: 'all arrays are read, however large',
          find: 'room -= bytes;',
          replace: '',
        },
      ],
    },
    {
      file: 'web/sources/files/tokens.js',
      tests: [
        'tests/sources/names.test.js',
        'tests/sources/json.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'tokens of the queries do not serve the keys',
          find: 'firstOf(keys, ofKeys, ofBoth, ofQueries)',
          replace: 'firstOf(keys, ofKeys, ofBoth)',
        },
        {
          name: 'null is a list of tokens',
          find: "kind === 'nothing' && shape.length === 0",
          replace: "kind === 'other' && shape.length === 0",
        },
      ],
    },
    {
      file: 'web/sources/plain-numbers.js',
      tests: [
        'tests/sources/json.test.js',
        'tests/web/weights-as-written.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'null is 0',
          find: 'if (leaf === null) return Number.NaN;',
          replace: 'if (leaf === null) return 0;',
        },
        {
          name: 'float16 of onnxruntime-web is read as integers',
          find: "if (type === 'float16' && data",
          replace: "if (type === 'float' && data",
        },
        {
          name: 'bytes are flags of a mask',
          find: '/^Big|^Uint8/',
          replace: '/^Big/',
        },
        {
          name: 'a string ends at a quote that is escaped',
          find: 'if ((close - before) % 2 === 0) return',
          replace: 'if (close > before - 1) return',
        },
      ],
    },
    {
      file: 'web/sources/files/json.js',
      tests: [
        'tests/sources/json.test.js',
        'tests/sources/axes.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'no attentions are a row of NaN',
          find: 'if (isMissing && !isShaped)',
          replace: 'if (isMissing && shape.length < 2)',
        },
      ],
    },
    {
      file: 'web/sources/plain-numbers.js',
      tests: [
        'tests/sources/npy.test.js',
        'tests/sources/safetensors.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'denormal halves are zero',
          find: 'fraction * 2 ** (1 - bias)',
          replace: 'fraction * 0',
        },
      ],
    },
    {
      file: 'web/sources/files/bytes.js',
      tests: [
        'tests/sources/npy.test.js',
        'tests/sources/safetensors.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'bytes that are left over are passed over',
          find: 'if (bytes.length !== length * size) {',
          replace: 'if (bytes.length < length * size) {',
        },
      ],
    },
    {
      file: 'web/sources/files/safetensors.js',
      tests: [
        'tests/sources/safetensors.test.js',
        'tests/sources/hostile-files.test.js',
        'tests/sources/refusals.test.js',
      ],
      faults: [
        {
          name: 'tensors may overlap',
          find: 'from === before && to >= from ? to : Number.NaN',
          replace: 'to >= from ? Math.max(before, to) : Number.NaN',
        },
        {
          name: 'a tensor may end before it begins',
          find: 'from === before && to >= from ? to',
          replace: 'from === before ? to',
        },
      ],
    },
  ],
};
