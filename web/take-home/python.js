/** A lesson as a Python program: the same steps in NumPy and in PyTorch, each in its own words. */

import { exact } from '../model/number.js';
import { ARTICLE } from '../sources/article.js';
import { banner, planOf, preamble } from './plan.js';
import { aligned, chunks, nestedLists, pythonString } from './source.js';

/**
 * @typedef {import('../model/lesson.js').Lesson} Lesson
 * @typedef {import('../model/state.js').State} State
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('./source.js').Line} Line
 *
 * @typedef {object} Dialect how a library says it
 * @property {string} needs
 * @property {string[]} imports
 * @property {(list: string) => string} floats
 * @property {(list: string) => string} flags 1 and 0 as booleans
 * @property {(name: string, axis: number, other: number) => string} swap
 * @property {string} causal
 * @property {(pad: number) => string} padding
 * @property {(scores: string, fill: string) => string} masked
 * @property {(plan: Plan) => Line[]} softmax `masked_scores` to `weights`
 * @property {(p: string) => string} dropped
 * @property {string} tanh
 * @property {(name: string) => string} zeros
 * @property {string} sum over the first axis
 * @property {(plan: Plan) => Line[]} check
 * @property {string} digits
 */

const FILLS = Object.freeze({ inf: '-math.inf', '-1e9': '-1e9', 0: '0.0' });
const FILL_NOTES = Object.freeze({
  inf: 'The fill is -inf, whose exponential is 0: what is masked gets no weight.',
  '-1e9': 'The fill is far below every score; a row of nothing else attends evenly.',
  0: 'A fill of 0 is a common mistake: a score of 0 still gets a weight.',
});

const MARK = '  #';

/** @type {Readonly<Record<string, string>>} where a variable is not the tensor's name in small letters */
const VARIABLES = Object.freeze({
  embeddings: 'X',
  queryEmbeddings: 'Z',
  q: 'Q',
  k: 'K',
  v: 'V',
  projectedQueries: 'Q',
  projectedKeys: 'K',
});

/** @param {string} tensor */
const variable = (tensor) =>
  VARIABLES[tensor] ?? tensor.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {number} value */
const number = (value) => {
  const text = exact(value);
  // A list of whole numbers alone would hold no −0.
  return /[.e]/.test(text) ? text : `${text}.0`;
};

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @param {Dialect} dialect
 * @returns {import('./exports.js').Made}
 */
export function python(state, lesson, dialect) {
  const plan = planOf(state, lesson);
  if ('refused' in plan) return plan;
  const steps = [
    ...(plan.kind === 'dot' ? dotScores(plan, dialect) : []),
    ...(plan.kind === 'additive' ? additiveScores(plan, dialect) : []),
    ...(plan.kind === 'article' || plan.kind === 'coffee' ? sceneScores(plan) : []),
    ...fromScoresToWeights(plan, dialect),
    ...(plan.kind === 'dot' ? heads(plan, dialect) : []),
    ...(plan.kind === 'additive' ? additiveOutput(plan) : []),
    ...(plan.kind === 'article' ? articleHeads(dialect) : []),
  ];
  const blocks = [
    heading('What goes in'),
    ...sizes(plan),
    ...constants(plan, lesson, dialect),
    heading('What is computed from it'),
    ...steps.map((lines) => aligned(lines, MARK)),
    heading('What came out'),
    printing(plan, dialect),
  ];
  const body = blocks.filter(Boolean).join('\n\n');
  return { text: `${opening(plan, dialect, body.includes('math.'))}\n\n${body}\n` };
}

/** @param {string} title */
const heading = (title) => `# ${banner(title)}`;

/**
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @param {boolean} needsMath
 */
function opening(plan, { needs, imports }, needsMath) {
  return [
    ...[...preamble(plan), needs].map((line) => `# ${line}`),
    ...(needsMath ? ['import math', ''] : []),
    ...imports,
  ].join('\n');
}

/** @param {Plan} plan */
function sizes({ kind, asking, asked, themselves, heads: H, width }) {
  /** @param {string[]} words */
  const list = (words) =>
    `[${chunks(words.map(pythonString), 12)
      .map((some) => some.join(', '))
      .join(',\n    ')}]`;
  return [
    [
      `asking = ${list(asking)}`,
      themselves ? 'asked = asking  # every word asks all of them' : `asked = ${list(asked)}`,
    ].join('\n'),
    aligned(
      [
        ['L, S = len(asking), len(asked)', 'how many words ask, how many are asked'],
        ...(kind === 'dot'
          ? /** @type {Line[]} */ ([
              [`D, H = ${width}, ${H}`, 'numbers of a word, heads'],
              ['d = D // H', 'numbers of a query, a key, a value in one head'],
            ])
          : []),
      ],
      MARK,
    ),
  ];
}

/**
 * @param {Plan} plan
 * @param {Lesson} lesson
 * @param {Dialect} dialect
 */
function constants(plan, { results }, { floats, flags }) {
  const { kind, separate, sharedKeys, asking, asked, allowed, dropout, setScores, pairs } = plan;
  /** @param {string} name @param {string} what @param {string} tensor @param {string[]} [words] */
  const given = (name, what, tensor, words) => {
    const lists = nestedLists(
      results[tensor],
      { indent: '    ', comment: MARK, number },
      words?.map(pythonString),
    );
    return `# ${what}\n${name} = ${floats(lists)}`;
  };
  const rows = 'one row a word';
  const width = kind === 'dot' ? 'D' : 'width';
  const of = {
    dot: () => [
      given('W_Q', 'Weight matrices of the queries, head by head: (H, D, d)', 'wq'),
      sharedKeys ? '' : given('W_K', 'Weight matrices of the keys: (H, D, d)', 'wk'),
      given('W_V', 'Weight matrices of the values: (H, D, d)', 'wv'),
      given('W_O', 'Weight matrix that mixes the heads: (D, D)', 'wo'),
    ],
    additive: () => [
      given('W_q', 'Weight matrix of the queries: (their width, hidden width A)', 'wq'),
      given('W_k', 'Weight matrix of the keys: (their width, A)', 'wk'),
      given('w', 'What the hidden units count: (A)', 'wv'),
    ],
    article: () => [
      given('query', `Queries, ${rows}: (L, 1)`, 'query', asking),
      given('key', `Keys, ${rows}: (S, 1)`, 'key', asked),
      given('heads', 'What three heads have made of three other words: (3, 3, 3)', 'heads'),
    ],
    coffee: () => [
      given('query', 'What is asked for: (L, 2)', 'query', asking),
      given('key', 'What each thing has of it: (S, 2)', 'key', asked),
    ],
  };
  const embeddings =
    kind === 'dot' || kind === 'additive'
      ? [
          separate
            ? given(
                'Z',
                `Embeddings of the words that ask, ${rows}: (L, ${width})`,
                'queryEmbeddings',
                asking,
              )
            : '',
          given(
            'X',
            `Embeddings${separate ? ' of the words that are asked' : ''}, ${rows}: (S, ${width})`,
            'embeddings',
            asked,
          ),
        ]
      : [];
  /** @param {import('../../src/js/index.js').Tensor} tensor */
  const bits = (tensor) => flags(nestedLists(tensor, { indent: '    ', comment: MARK }));
  const places = kind === 'additive' ? 'query, key' : 'head, query, key';
  return [
    ...embeddings,
    ...of[kind](),
    allowed ? `# Who may attend to whom, 1 = may: (L, S)\nallowed = ${bits(allowed)}` : '',
    dropout
      ? `# Which weights the page's dropout kept, 1 = kept: ${pairs}\nkept = ${bits(dropout.kept)}`
      : '',
    setScores.length > 0
      ? `# Scores that you set, by ${places} from 0\nset_scores = {\n${setScores
          .map(({ at, score }) => `    (${at.join(', ')}): ${number(score)},\n`)
          .join('')}}`
      : '',
  ];
}

/**
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {Line[][]}
 */
function dotScores({ separate, sharedKeys }, { swap }) {
  const [Z, keys] = [separate ? 'Z' : 'X', sharedKeys ? 'W_Q' : 'W_K'];
  return [
    [
      '# Every head projects all words at once, with matrices of its own.',
      [`Q = ${Z} @ W_Q`, '(L, D) @ (H, D, d) -> (H, L, d)'],
      [
        `K = X @ ${keys}`,
        `(S, D) @ (H, D, d) -> (H, S, d)${sharedKeys ? ', with the matrices of the queries' : ''}`,
      ],
      ['V = X @ W_V', '(S, D) @ (H, D, d) -> (H, S, d)'],
    ],
    [
      '# Each query meets each key: their dot product is the score.',
      [`scores = Q @ ${swap('K', 1, 2)}`, '(H, L, d) @ (H, d, S) -> (H, L, S)'],
    ],
  ];
}

/**
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {Line[][]}
 */
function additiveScores({ separate }, { tanh }) {
  return [
    [
      '# Rows of any widths are queries and keys; both are projected to one hidden width A.',
      [`Q = ${separate ? 'Z' : 'X'} @ W_q`, '(L, A), projected queries'],
      ['K = X @ W_k', '(S, A), projected keys'],
    ],
    [
      '# Each query is added to each key, and tanh keeps the sums between -1 and 1.',
      [`features = ${tanh}(Q[:, None] + K[None, :])`, '(L, 1, A) + (1, S, A) -> (L, S, A)'],
      ['scores = features @ w', '(L, S, A) @ (A) -> (L, S)'],
    ],
  ];
}

/**
 * @param {Plan} plan
 * @returns {Line[][]}
 */
const sceneScores = ({ kind }) => [
  [
    '# Each query meets each key: their dot product is the score.',
    [
      'scores = query @ key.T',
      kind === 'article' ? '(L, 1) @ (1, S) -> (L, S)' : '(L, 2) @ (2, S) -> (L, S)',
    ],
  ],
];

/**
 * The same in every kind of attention.
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {Line[][]}
 */
function fromScoresToWeights(plan, dialect) {
  const { scale, mask, fill, dropout, pad, setScores, pairs } = plan;
  const before = scale === undefined ? 'scores' : 'scaled_scores';
  /** @type {Line[][]} */
  const steps = [];
  if (setScores.length > 0) {
    steps.push([
      '# The scores that you set take the place of the computed ones.',
      'for place, score in set_scores.items():',
      '    scores[place] = score',
    ]);
  }
  if (scale !== undefined) {
    steps.push([
      '# Every score is multiplied by the same number.',
      scaleLine(plan),
      ['scaled_scores = scores * scale', pairs],
    ]);
  }
  if (mask === 'none') {
    steps.push([[`masked_scores = ${before}`, 'no mask: every word may attend to all']]);
  } else {
    const who = {
      causal: 'No word sees a later one.',
      padding: `Padding at the end: ${pad}.`,
      custom: 'Painted cell by cell.',
    };
    const made = { causal: dialect.causal, padding: dialect.padding(pad), custom: '' };
    steps.push([
      `# The mask: True means may attend. ${who[mask]}`,
      `# ${FILL_NOTES[fill]}`,
      ...(made[mask] ? /** @type {Line[]} */ ([[`allowed = ${made[mask]}`, '(L, S)']]) : []),
      [`masked_scores = ${dialect.masked(before, FILLS[fill])}`, pairs],
    ]);
  }
  steps.push(dialect.softmax(plan));
  if (dropout) {
    steps.push([
      `# Dropout: a share of ${exact(dropout.p)} is taken out, what is left grows so that the mean stays.`,
      [
        `dropped = ${dropout.p < 1 ? dialect.dropped(share(dropout.p)) : dialect.zeros('weights')}`,
        pairs,
      ],
    ]);
  }
  return steps;
}

/**
 * Near 1 the shortest decimal is too far off, for 1 − p is divided by.
 * @param {number} p
 */
function share(p) {
  const short = exact(p);
  return Math.abs(Number(short) - p) < 1e-7 * (1 - p) ? short : String(p);
}

/**
 * @param {Plan} plan
 * @returns {Line}
 */
function scaleLine({ kind, scale = 'none', temperature }) {
  const heat = temperature === 1 ? '' : ` / ${exact(temperature)}`;
  const note = heat && `, and a temperature of ${exact(temperature)}`;
  if (kind === 'article') return [`scale = 1 / ${ARTICLE.divisor}`, 'as the article has it'];
  if (kind === 'additive') return [`scale = 1${heat}`, `a temperature of ${exact(temperature)}`];
  if (scale === 'sqrt') return [`scale = 1 / math.sqrt(d)${heat}`, `d: length of a query${note}`];
  if (scale === 'words') {
    return [`scale = 1 / math.sqrt(S)${heat}`, `a common misreading: the number of words${note}`];
  }
  if (scale === 'none') return [`scale = 1${heat}`, `no scaling${note}`];
  return [`scale = ${exact(scale)}${heat}`, `chosen by you${note}`];
}

/**
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {Line[][]}
 */
function heads(plan, { swap, sum, check }) {
  const mixing = plan.dropout ? 'dropped' : 'weights';
  const checked = check(plan);
  return [
    [
      '# The weights say how much of each value to take.',
      [`heads = ${mixing} @ V`, '(H, L, S) @ (H, S, d) -> (H, L, d)'],
    ],
    [
      '# The heads stand side by side, and W_O mixes them.',
      [`concatenated = ${swap('heads', 0, 1)}.reshape(L, D)`, '(L, H, d) -> (L, D)'],
      ['output = concatenated @ W_O', '(L, D) @ (D, D) -> (L, D)'],
    ],
    [
      '# The same, head by head: each has d rows of W_O to itself, and what they contribute adds up.',
      ['head_contributions = heads @ W_O.reshape(H, d, D)', '(H, L, d) @ (H, d, D) -> (H, L, D)'],
      [`contribution_sum = head_contributions.${sum}`, '(L, D), the output once more'],
    ],
    ...(checked.length > 0 ? [checked] : []),
  ];
}

/**
 * @param {Plan} plan
 * @returns {Line[][]}
 */
const additiveOutput = ({ dropout }) => [
  [
    '# The weights say how much of each embedding to take: here they are the values.',
    [`output = ${dropout ? 'dropped' : 'weights'} @ X`, '(L, S) @ (S, width) -> (L, width)'],
  ],
];

/**
 * @param {Dialect} dialect
 * @returns {Line[][]}
 */
const articleHeads = ({ swap }) => [
  [
    '# The heads stand side by side: nothing is added or averaged.',
    [`concatenated = ${swap('heads', 0, 1)}.reshape(3, 9)`, '(3, 3, 3) -> (3, 9)'],
  ],
];

/**
 * @param {Plan} plan
 * @param {Dialect} dialect
 */
function printing({ printed }, { digits }) {
  const entries = printed.map((name) => `'${name}': ${variable(name)}`);
  return [
    digits,
    'tensors = {',
    ...chunks(entries, 3).map((some) => `    ${some.join(', ')},`),
    '}',
    'for name, numbers in tensors.items():',
    "    print(name, tuple(numbers.shape), numbers, '', sep='\\n')",
  ].join('\n');
}
