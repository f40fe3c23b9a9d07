// The answers that tests give to pages of the course, in the form of an address: the index of a
// choice, of a word or of each item's option, or the numbers of the fields.

/**
 * The right answer of every page with a task, except targets that are reached in the figure.
 * @type {Record<string, string>}
 */
export const RIGHT = {
  ...{
    'why-flip': '1',
    'why-unseen': '11',
    'why-cup': '0.182',
    'why-even': '0.0909',
    'why-limits': '1',
  },
  ...{ 'mixing-values': '1', 'mixing-row': '0.5_-1.25', 'mixing-trained': '1' },
  'mixing-whole': '-2.4_-0.2',
  ...{ 'mixing-inside': '2', 'mixing-same': '2' },
  ...{ 'scoring-dot': '11_-7', 'scoring-share': '0.125_0.625', 'scoring-row': '0.25_0.25_0.5' },
  ...{ 'scoring-shift': '2', 'scoring-learn': '2' },
  ...{ 'projections-three': '2', 'projections-words': '1' },
  ...{ 'projections-row': '5_8', 'projections-why': '11_11' },
  ...{
    'projections-root': '0.5_0.0625',
    'projections-flat': '0.25_0.0099',
    'projections-eighth': '1_0_2',
  },
  ...{
    'order-twins': '2',
    'order-positions': '1_3',
    'order-causal': '0.667_0',
    'order-append': '0_2',
  },
  ...{ 'order-leak': '1', 'order-fill': '1' },
  ...{ 'heads-why': '1', 'heads-jobs': '0_1_3_2', 'heads-silence': '1' },
  ...{ 'heads-concatenate': '23_24', 'heads-width': '1', 'heads-output': '5_6' },
  ...{ 'translation-align': '6', 'translation-roles': '0_1_2_3', 'translation-block': '1' },
  ...{ 'translation-lengths': '7_5', 'translation-additive': '1_-1_1', 'translation-pair': '2' },
  'translation-read': '2',
  ...{
    'own-stream': '1',
    'own-model': '1',
    'own-added': '2',
    'own-meaning': '1',
    'own-next': '0',
    'own-cost': '100',
    'own-scale': '151',
    'own-row': '7',
    'own-formula': '2_0_3_1',
    'own-picture': '2',
  },
  ...{ 'own-sets': '1', 'own-bug': '1', 'own-repair': '2.83' },
};

/** Also right: the same numbers with other digits. @type {Record<string, string[]>} */
export const RIGHT_TOO = {
  'why-even': ['0.091'],
  'projections-root': ['0.5_0.0627'],
  'order-causal': [`${2 / 3}_0`],
};

/**
 * Wrong answers on pages whose JSON has no replies for single mistakes.
 * @type {Record<string, string[]>}
 */
export const WRONG = { 'why-even': ['0.1'], 'own-cost': ['10', '20', '101'] };

/**
 * Wrong answers, in a list for each reply of the page's JSON, in order. For a match: for each item
 * by the chosen option, then for items left open.
 * @type {Record<string, (string[] | Record<number, string>)[]>}
 */
export const MISTAKES = {
  // The score of another word, one product, wrong signs, the end of a key, rows and columns,
  // lengths.
  'scoring-dot': [
    ...[
      ['10_3', '11_3'],
      ['8_2', '3_-9', '8_-9', '8_-7', '11_2'],
      ['11_11'],
      ['11_7'],
      ['14_-3'],
      ['25_-10'],
    ],
  ],
  'scoring-share': [
    ...[['0_0.699', '0.125_0.699'], ['0_0.714'], ['1_5', '0.125_5'], ['0.2_1']],
    ...[['0.333_1.667'], ['0.25_0.625'], ['0.4_0.6']],
  ],
  // Powers of e: 1 1 2, 1 2 5, 1 5 2. The columns add up to 3, 8 and 9, the whole table to 20.
  'scoring-row': [
    ...[['0.333_0.125_0.222'], ['0.05_0.05_0.1'], ['0_0_1'], ['1_1_2']],
    ...[['0.5_0.5_1'], ['0.333_0.333_0.333']],
  ],
  'projections-three': [['0'], ['1']],
  // Rows times rows: 2 · 1 + 1 · 2, and 1 · 3 + 3 · 2.
  'projections-row': [
    ...[['6_8', '5_10', '6_10'], ['4_8', '5_9', '4_9'], ['2_8', '5_6', '3_2'], ['12_12']],
  ],
  'projections-why': [['11_0'], ['11_-11'], ['17_13', '11_13'], ['8_8', '11_3'], ['7_11']],
  'projections-root': [
    ...[
      ['0.25_0.0625', '0.5_0.00390625', '0.25_0.00390625'],
      ['2_16', '0.5_16', '0.5_256'],
      ['3_7'],
    ],
  ],
  // 1 minus the weight is not yet the slope.
  'projections-flat': [
    ...[['0.5_0.99', '0.25_0.99', '0.5_0.0099'], ['0.25_0.9801'], ['0.25_0.01', '0.5_0.01']],
    ['0.4_0.0099'],
  ],
  'projections-eighth': [
    ...[
      { 0: '0_0_2', 2: '2_0_2' },
      { 1: '1_1_2', 2: '1_2_2' },
      { 0: '1_0_0', 1: '1_0_1' },
    ],
    ['1_0_-1'],
  ],
  'order-twins': [['0'], ['1'], [], ['3']],
  'order-positions': [['0.54_2.54'], ['1_1'], ['1_2'], ['0_2', '0_3'], ['5_3']],
  'order-causal': [
    ...[
      ['0.25_0'],
      ['0.25_0.625'],
      ['0.667_0.333'],
      ['0.5_0.25'],
      ['1_0', '0_0'],
      ['0.286_0.714'],
      ['0.4_0'],
    ],
  ],
  'order-append': [
    ...[{ 1: '1_2', 2: '2_2', 3: '3_2' }, { 0: '0_0', 1: '0_1', 3: '0_3' }, ['-1_2']],
  ],
  'order-fill': [['0'], [], ['2']],
  'own-scale': [['12.6', '12.58'], ['1.05', '1'], ['0.147']],
  'own-row': [['7.8'], ['6.5147'], ['6'], ['5'], ['9'], ['21']],
  'own-repair': [['2.31'], ['2'], ['4']],
  'own-formula': [['-1_-1_-1_-1'], ['2_3_0_1']],
};
