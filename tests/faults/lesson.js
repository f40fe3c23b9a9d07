// Faults of where a reader is: pages, answers, steps, the last experiment, misspelt names, what is drawn and written of it.

/** @type {import('./faults.js').Room} */
export const lesson = {
  name: 'lesson',
  folders: ['tests/web'],
  groups: [
    {
      file: 'web/state/guide.js',
      tests: ['tests/web/guide.test.js'],
      faults: [
        {
          name: 'answers that have no room are the last ones',
          find: 'const fits = parts.toReversed().filter(',
          replace: 'const fits = [...parts].filter(',
        },
        {
          name: 'an answer with anything after it is read',
          find: '(\\*?)$/',
          replace: '(\\*?)/',
        },
        {
          name: 'the former pages are counted from 0',
          find: 'FORMER[numberOf(value) - 1]',
          replace: 'FORMER[numberOf(value)]',
        },
      ],
    },
    {
      file: 'src/js/nearest.js',
      tests: ['tests/js/nearest.test.js'],
      faults: [
        {
          name: 'a name of one letter is like any other',
          find: 'best.far < Math.min(best.candidate.length, name.length)',
          replace: 'best.far <= Math.min(best.candidate.length, name.length)',
        },
      ],
    },
    {
      file: 'web/state/source-kinds.js',
      tests: ['tests/web/step-order.test.js'],
      faults: [
        {
          name: 'the mechanisms of sixteen numbers are not compared',
          find: 'dModel <= MAX_DIGITS',
          replace: 'dModel < MAX_DIGITS',
        },
      ],
    },
    {
      file: 'web/features/models/manifest.js',
      tests: ['tests/web/step-order.test.js'],
      faults: [
        {
          name: 'the translator shows the features of a dot product',
          find: "mechanism === 'additive' ? 'scaledScores' : 'features'",
          replace: "mechanism === 'additive' ? 'features' : 'scaledScores'",
        },
      ],
    },
    {
      file: 'web/state/step-order.js',
      tests: ['tests/web/step-order.test.js'],
      faults: [
        {
          name: 'a step that no lesson has stays where the second layer is',
          find: 'steps.find((candidate) => localName(candidate) === localName(wanted))',
          replace: 'steps.findLast((candidate) => localName(candidate) === localName(wanted))',
        },
      ],
    },
    {
      file: 'web/session/experiments.js',
      tests: ['tests/web/last-experiment.test.js'],
      faults: [
        {
          name: 'a word that is put in anywhere was repeated',
          find: "is[at] === is[at - 1] ? 'repeat'",
          replace: "at > 0 ? 'repeat'",
        },
        {
          name: 'what else was changed does not count',
          find: "if (!before || more.some((setting) => name !== 'sentence' || setting !== 'edits')) return '';",
          replace: "if (!before) return '';",
        },
      ],
    },
    {
      file: 'web/state/store.js',
      tests: ['tests/web/store.test.js'],
      faults: [
        {
          name: 'a sentence of the page is looked at as if it were typed',
          find: "only === 'sentence' && by === 'reader'",
          replace: "only === 'sentence'",
        },
      ],
    },
    {
      file: 'web/session/run-cache.js',
      tests: ['tests/web/run-cache.test.js'],
      faults: [
        {
          name: 'numbers of another sentence are said to be of this one',
          find: "changedSettings(before, settings).some((name) => name !== 'training')",
          replace: "changedSettings(before, settings).every((name) => name !== 'training')",
        },
      ],
    },
    {
      file: 'web/state/address.js',
      tests: ['tests/web/address.test.js'],
      faults: [
        {
          name: 'a sentence that begins with “own” is lost',
          find: "if (name === 'source' && isOwn(",
          replace: 'if (isOwn(',
        },
      ],
    },
    {
      file: 'web/sources/seeded.js',
      tests: ['tests/web/computation.test.js'],
      faults: [
        {
          name: 'heads of another number are taken over',
          find: 'drawn([seed, dModel, heads], ',
          replace: 'drawn([seed, dModel], ',
        },
        {
          name: 'embeddings of another width are taken over',
          find: 'drawn([seed, table, width, ...words], ',
          replace: 'drawn([seed, table, ...words], ',
        },
      ],
    },
    {
      file: 'web/sources/layout.js',
      tests: ['tests/sources/given-numbers.test.js'],
      faults: [
        {
          name: 'matrices that are stacked lie on each other',
          find: 'data.set(weight.data, i * rows * columns);',
          replace: 'data.set(weight.data, i * rows);',
        },
      ],
    },
    {
      file: 'web/export/numbers.js',
      tests: ['tests/web/export-tables.test.js'],
      faults: [
        {
          name: 'three million numbers are too many',
          find: 'count > MOST_NUMBERS',
          replace: 'count >= MOST_NUMBERS',
        },
      ],
    },
    {
      file: 'web/export/drawing.js',
      tests: ['tests/web/drawing-golden.test.js'],
      faults: [
        {
          name: 'words that are read from the right stand on the left',
          find: 'const left = (column) => (isRtl ?',
          replace: 'const left = (column) => (!isRtl ?',
        },
        {
          name: '2¹⁴ numbers are an image',
          find: 'rows * columns > MOST_RECTANGLES',
          replace: 'rows * columns >= MOST_RECTANGLES',
        },
      ],
    },
  ],
};
