// Faults of the course's own pictures: the translator, its scores and links, a model that somebody trained.

const TRANSLATION = ['tests/course/translation.test.js'];
const REAL_MODEL = ['tests/course/real-model.test.js'];
const MIXING = ['tests/course/mixing.test.js'];

/** @type {import('./faults.js').Room} */
export const course = {
  name: 'course',
  folders: ['tests/course'],
  groups: [
    {
      file: 'web/features/course/encoder-decoder.js',
      tests: TRANSLATION,
      faults: [
        {
          name: 'each word has the context of the first',
          find: "rowOf(context, 'contexts', selected)",
          replace: "rowOf(context, 'contexts', 0)",
        },
        {
          name: 'lines are as thick as they like',
          find: 'stroke-width=${THICK * weight}',
          replace: 'stroke-width=${THICK}',
        },
        {
          name: 'roles are told before they are asked for',
          find: '${isOpen ? label : nothing}',
          replace: '${label}',
        },
      ],
    },
    {
      file: 'web/features/course/additive-score.js',
      tests: TRANSLATION,
      faults: [
        {
          name: 'products are of the keys of another word',
          find: 'const place = query * keyWords.length + key;',
          replace: 'const place = query * keyWords.length;',
        },
        {
          name: 'what is asked for is shown',
          find: 'const shown = isCovered ? 1 : count;',
          replace: 'const shown = count;',
        },
      ],
    },
    {
      file: 'web/features/course/translation.js',
      tests: TRANSLATION,
      faults: [
        {
          name: 'links are blocked before the answer',
          find: 'readonly: readonly || !isOpen }',
          replace: 'readonly }',
        },
        {
          name: 'all words of a translation are marked as new',
          find: 'const same = first < 0 ? queryWords.length : first;',
          replace: 'const same = 0;',
        },
      ],
    },
    {
      file: 'web/pages/page.js',
      tests: ['tests/course/second-try.test.js'],
      faults: [
        {
          name: 'a target is called reached wherever its numbers are now',
          find: 'rememberState(state) === rememberState(pageState(page))',
          replace: 'true',
        },
      ],
    },
    {
      file: 'web/figures/principal.js',
      tests: REAL_MODEL,
      faults: [
        {
          name: 'the second direction is the first once more',
          find: 'row[j] -= size * unit[i] * unit[j];',
          replace: 'row[j] -= 0;',
        },
        {
          name: 'directions are longer than 1',
          find: ') / root,',
          replace: ') / (root * root),',
        },
      ],
    },
    {
      file: 'web/features/course/real-model.js',
      tests: REAL_MODEL,
      faults: [
        {
          name: 'values are of the first head',
          find: '...rowOf(results[id], state.head, row),',
          replace: '...rowOf(results[id], 0, row),',
        },
        {
          name: 'lengths are shown before the answer',
          find: "isOpen ? asideOf(leading, 'stream') : ''",
          replace: "asideOf(leading, 'stream')",
        },
      ],
    },
    {
      file: 'web/features/course/word-map.js',
      tests: REAL_MODEL,
      faults: [
        {
          name: 'likeness is a product, whatever the lengths',
          find: 'products[i * count + j] / (length * lengths[i])',
          replace: 'products[i * count + j]',
        },
        {
          name: 'a full stop is a word of the map',
          find: '/\\p{L}/u.test(name)',
          replace: 'name',
        },
        {
          name: 'a word is most like itself',
          find: 'other !== index',
          replace: 'other >= 0',
        },
      ],
    },
    {
      file: 'web/features/course/mixing-motion.js',
      tests: MIXING,
      faults: [
        {
          name: 'a sum is of the values without their weights',
          find: 'some.map(({ weight }) => weight)',
          replace: 'some.map(() => 1)',
        },
      ],
    },
  ],
};
