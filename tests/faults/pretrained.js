// Faults of models that somebody trained: the one that ships.

const USE_LITE = 'tests/pretrained/use-lite.test.js';
const SHIPPED = 'tests/pretrained/shipped.test.js';

/** @type {import('./faults.js').Room} */
export const pretrained = {
  name: 'pretrained',
  folders: ['tests/pretrained'],
  groups: [
    {
      file: 'src/js/pretrained/unigram.js',
      tests: ['tests/pretrained/unigram.test.js'],
      faults: [
        {
          name: 'a sum of 0 is a sum',
          find: 'if (best[end] !== 0 && sum < best[end]) return;',
          replace: 'if (ends[end] !== 0 && sum < best[end]) return;',
        },
        {
          name: 'of equal sums the first one wins',
          find: 'sum < best[end]',
          replace: 'sum <= best[end]',
        },
        {
          name: 'full-width letters stay',
          find: "normalize('NFKC')",
          replace: "normalize('NFC')",
        },
        {
          name: 'unknown symbols stay apart',
          find: 'found.pop();',
          replace: 'found.at(-1);',
        },
        {
          name: 'unknown is never the best',
          find: 'if (!isKnown) offer',
          replace: 'if (isKnown) offer',
        },
        {
          name: 'a blank belongs to the word before it',
          find: 'words[i] = word < count ? word : -1;',
          replace: 'words[i] = isWord[i] ? word : word - 1;',
        },
      ],
    },
    {
      file: 'src/js/pretrained/families/use-lite.js',
      tests: [USE_LITE],
      faults: [
        {
          name: 'both layers scale by the same root',
          find: 'scale: undefined,',
          replace: 'scale: 1 / Math.sqrt(width / heads),',
        },
        {
          name: 'the norm comes last',
          find: 'isNormBefore: true,',
          replace: 'isNormBefore: false,',
        },
      ],
    },
    {
      file: 'src/js/pretrained/forward.js',
      tests: [USE_LITE],
      faults: [
        {
          name: 'the embedding is of the sum, not of the mean',
          find: 'new Float32Array(n).fill(1 / n)',
          replace: 'new Float32Array(n).fill(1)',
        },
      ],
    },
    {
      file: 'src/js/pretrained/machine.js',
      tests: [USE_LITE],
      faults: [
        {
          name: 'an embedding has the length √width',
          find: 'fill(1 / Math.sqrt(width))',
          replace: 'fill(1)',
        },
      ],
    },
    {
      file: 'src/js/pretrained/layout.js',
      tests: [USE_LITE],
      faults: [
        {
          name: 'scales may have another shape',
          find: 'scale.shape.length === 1 && ',
          replace: '',
        },
      ],
    },
    {
      file: 'src/js/pretrained/weights.js',
      tests: [USE_LITE],
      faults: [
        {
          name: 'each piece begins with the first scale',
          find: 'scales[Math.floor((start + i) / width)]',
          replace: 'scales[Math.floor(i / width)]',
        },
      ],
    },
    {
      file: 'src/js/pretrained/shipped.js',
      tests: [SHIPPED],
      faults: [
        {
          name: 'any weights are taken',
          find: 'toHex(digest) === SHIPPED[name]',
          replace: 'toHex(digest) !== undefined',
        },
        {
          name: 'a script that the page has is not used',
          find: 'if (scripts()?.[name] === undefined) {',
          replace: 'if (folder) {',
        },
        {
          name: 'an answer of 404 is a file',
          find: 'if (!response.ok) throw',
          replace: 'if (response.ok === undefined) throw',
        },
      ],
    },
    {
      file: 'web/build/use-lite.js',
      tests: ['tests/pretrained/use-lite-files.test.js'],
      faults: [
        {
          name: 'the largest number of a row is −128',
          find: ', 0) / 127;',
          replace: ', 0) / 128;',
        },
        {
          name: 'matrices stay (in, out)',
          find: 'result[column * rows + row] =',
          replace: 'result[row * columns + column] =',
        },
        {
          name: 'embeddings are added once',
          find: 'data.map((x) => 2 * x)',
          replace: 'data.map((x) => x)',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/server.js',
      tests: [
        'tests/pretrained/changes.test.js',
        'tests/pretrained/server.test.js',
        'tests/pretrained/level.test.js',
      ],
      faults: [
        {
          name: 'the last run of a model stays when it is gone',
          find: '    this.#plain.delete(name);\n',
          replace: '',
        },
        {
          name: 'a model goes when its first element leaves it',
          find: '--entry.users > 0',
          replace: '--entry.users > 1',
        },
        {
          name: 'a load that goes on is begun again',
          find: 'this.#models.get(name) ?? this.#start(',
          replace: 'this.#start(',
        },
        {
          name: 'a silenced head speaks in the compared sentence',
          find: 'model.run(comparedText, { silence: silenced })',
          replace: 'model.run(comparedText, {})',
        },
        {
          name: 'changes without a place are kept',
          find: 'answer(attention, model, text, fitting)',
          replace: 'answer(attention, model, text, changes)',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/answer.js',
      tests: ['tests/pretrained/changes.test.js'],
      faults: [
        {
          name: 'probabilities are of the first position',
          find: 'rowOf(all, position)',
          replace: 'rowOf(all, 0)',
        },
        {
          name: 'a token that is probable before alone is left out',
          find: '[...first, ...second]',
          replace: '[...second]',
        },
        {
          name: 'a cosine is divided by one length',
          find: 'dotProduct(attention, left, left) * dotProduct(attention, right, right)',
          replace: 'dotProduct(attention, left, left) * dotProduct(attention, left, left)',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/changes.js',
      tests: ['tests/pretrained/changes.test.js'],
      faults: [
        {
          name: 'pairs beyond the sentence are blocked',
          find: 'isHead(name) && isPair(name)',
          replace: 'isHead(name)',
        },
      ],
    },
    {
      file: 'web/state/layer-edits.js',
      tests: ['tests/pretrained/changes.test.js'],
      faults: [
        {
          name: 'numbers of other layers are left out',
          find: 'parseLayerEdits(layerEdits).set(modelLayer, parseEdits(edits))',
          replace: 'new Map([[modelLayer, parseEdits(edits)]])',
        },
        {
          name: 'numbers taken back in one layer are taken back in all others',
          find: 'return { layerEdits: formatLayerEdits(others) };',
          replace: "return { layerEdits: '' };",
        },
        {
          name: 'another layer keeps the numbers of the one before',
          find: 'const shown = all.get(layer) ?? new Map();',
          replace: 'const shown = parseEdits(edits);',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/lens.js',
      tests: ['tests/pretrained/lens.test.js'],
      faults: [
        {
          name: 'each sum has the tokens of the first',
          find: '[part, predicted[i]]',
          replace: '[part, predicted[0]]',
        },
      ],
    },
    {
      file: 'src/js/pretrained/forward.js',
      tests: ['tests/pretrained/lens.test.js'],
      faults: [
        {
          name: 'rows of the stream skip the final norm',
          find: 'readLogits(machine, model, finish(machine, model, rows, n), n)',
          replace: 'readLogits(machine, model, rows, n)',
        },
      ],
    },
    {
      file: 'web/figures/pieces.js',
      tests: ['tests/pretrained/pieces.test.js'],
      faults: [
        {
          name: 'tokens of no word are joined',
          find: 'words[first] >= 0 && ',
          replace: '',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/article-claim.js',
      tests: ['tests/pretrained/article-claim.test.js'],
      faults: [
        {
          name: 'a word weighs what its first piece does',
          find: 'words.map((other) => (other === word ? 1 : 0))',
          replace: 'words.map((_, i) => (i === words.indexOf(word) ? 1 : 0))',
        },
        {
          name: 'one of both words is enough',
          find: 'Math.min(subject, object)',
          replace: 'Math.max(subject, object)',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/error-details.js',
      tests: ['tests/pretrained/hub-sentences.test.js'],
      faults: [
        {
          name: 'an error loses its reason on the way',
          find: "'code', 'reason'",
          replace: "'code'",
        },
      ],
    },
    {
      file: 'web/features/pretrained/views/block-marks.js',
      tests: ['tests/pretrained/block.test.js'],
      faults: [
        {
          name: 'the first head is marked, whichever is open',
          find: 'head === shown ? 1 : 0.25',
          replace: 'head === 0 ? 1 : 0.25',
        },
        {
          name: 'a norm that comes behind is drawn before',
          find: 'if (!isNormBefore) normBehind',
          replace: 'if (isNormBefore) normBehind',
        },
      ],
    },
    {
      file: 'web/features/pretrained/views/habits.js',
      tests: ['tests/pretrained/habits.test.js'],
      faults: [
        {
          name: 'an even share is a habit',
          find: 'share - equal >= LEAST',
          replace: 'share >= LEAST',
        },
        {
          name: 'a word that contains a pronoun is one',
          find: '(?<!\\p{L})(it|',
          replace: '(it|',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/threads.js',
      tests: ['tests/pretrained/threads.test.js'],
      faults: [
        {
          name: 'a Worker that has ended is asked',
          find: 'if (calls.isEnded) return',
          replace: 'if (calls.isEnded === undefined) return',
        },
        {
          name: 'a Worker that says nothing is never replaced',
          find: 'this.#restart = () => resolve(worker.terminate());',
          replace: '',
        },
        {
          name: 'an error after its start ends a Worker',
          find: 'started.abort();',
          replace: '',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/loading.js',
      tests: ['tests/pretrained/connection.test.js', 'tests/pretrained/level.test.js'],
      faults: [
        {
          name: 'a model stays when its element is gone',
          find: 'gone.register(',
          replace: 'String(',
        },
        {
          name: 'other files do not end the load of files',
          find: 'if (isFilesModel(model)) this.cancel();',
          replace: '',
        },
      ],
    },
    {
      file: 'web/features/pretrained/run/connection.js',
      tests: ['tests/pretrained/connection.test.js'],
      faults: [
        {
          name: 'a late token takes the place of another sentence',
          find: "isLatest && continuation !== ''",
          replace: "continuation !== ''",
        },
      ],
    },
    {
      file: 'src/js/pretrained/source.js',
      tests: ['tests/pretrained/interventions.test.js'],
      faults: [
        {
          name: 'of two files with one name the deeper counts',
          find: 'if (!byName.has(name)) byName.set',
          replace: 'byName.set',
        },
      ],
    },
  ],
};
