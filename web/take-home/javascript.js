/** A lesson as a JavaScript program that calls the core as the page does: it prints the same bits. */

import { exact } from '../model/number.js';
import { ARTICLE } from '../sources/article.js';
import { banner, MOST_PRINTED, planOf, preamble } from './plan.js';
import { aligned, chunks, javascriptString, nestedLists } from './source.js';

/**
 * @typedef {import('../model/lesson.js').Lesson} Lesson
 * @typedef {import('../model/state.js').State} State
 * @typedef {import('./plan.js').Plan} Plan
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 */

const MARK = ' //';

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @returns {import('./exports.js').Made}
 */
export function toJavascript(state, lesson) {
  const plan = planOf(state, lesson);
  if ('refused' in plan) return plan;
  const calls = { dot, additive, article, coffee };
  const blocks = [
    heading('What goes in'),
    ...sizes(plan),
    ...constants(plan, lesson),
    heading('What the core computes from it'),
    ...calls[plan.kind](plan),
    heading('What came out'),
    printing(plan),
  ];
  const body = blocks.filter(Boolean).join('\n\n');
  return { text: `${opening(plan, body.includes('tensor('))}\n\n${body}\n` };
}

/** @param {string} title */
const heading = (title) => `// ${banner(title)}`;

/** @param {Plan} plan @param {boolean} needsTensor */
function opening(plan, needsTensor) {
  const needs = 'Needs the package attention-lab; save as a module, such as attention.mjs.';
  return [
    ...[...preamble(plan), needs].map((line) => `// ${line}`),
    `import { loadAttention${needsTensor ? ', tensor' : ''} } from 'attention-lab/core';`,
  ].join('\n');
}

/** @param {Plan} plan */
function sizes({ kind, asking, asked, themselves, heads: H, width }) {
  /** @param {string[]} words */
  const list = (words) =>
    `[${chunks(words.map(javascriptString), 12)
      .map((some) => some.join(', '))
      .join(',\n  ')}]`;
  return [
    [
      `const asking = ${list(asking)};`,
      themselves
        ? 'const asked = asking; // every word asks all of them'
        : `const asked = ${list(asked)};`,
    ].join('\n'),
    aligned(
      [
        ['const [L, S] = [asking.length, asked.length];', 'how many words ask, how many are asked'],
        ...(kind === 'dot'
          ? /** @type {import('./source.js').Line[]} */ ([
              [`const [D, H] = [${width}, ${H}];`, 'numbers of a word, heads'],
              ['const d = D / H;', 'numbers of a query, a key, a value in one head'],
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
 */
function constants(plan, { inputs, parameters, results }) {
  const { kind, separate, sharedKeys, asking, asked, mask, allowed, setScores } = plan;
  /** @param {string} name @param {string} what @param {Tensor} tensor @param {string[]} [words] */
  const given = (name, what, tensor, words) =>
    `// ${what}\nconst ${name} = ${lists(tensor, words)};`;
  const rows = 'one row a word';
  const width = kind === 'dot' ? 'D' : 'width';
  const of = {
    dot: () => {
      const size = plan.width ** 2;
      /** @param {number} i */
      const stacked = (i) => ({
        shape: [plan.width, plan.width],
        data: parameters.inProjWeight.data.subarray(i * size, (i + 1) * size),
      });
      return [
        given(
          'W_Q',
          "Weight matrix of the queries, as nn.Linear stores it: (D, D), the page's tables transposed",
          stacked(0),
        ),
        sharedKeys ? '' : given('W_K', 'Weight matrix of the keys', stacked(1)),
        given('W_V', 'Weight matrix of the values', stacked(2)),
        given('W_O', 'Weight matrix that mixes the heads', parameters.outProjWeight),
      ];
    },
    additive: () => [
      given(
        'wq',
        "Weight matrix of the queries, as nn.Linear stores it: (A, width), the page's tables transposed",
        parameters.wq,
      ),
      given('wk', 'Weight matrix of the keys', parameters.wk),
      given('wv', 'What the hidden units count: (A)', parameters.wv),
    ],
    article: () => [
      given('query', `Queries, ${rows}: (L, 1)`, inputs.query, asking),
      given('key', `Keys, ${rows}: (S, 1)`, inputs.key, asked),
      given('heads', 'What three heads have made of three other words: (3, 3, 3)', results.heads),
    ],
    coffee: () => [
      given('query', 'What is asked for: (L, 2)', inputs.query, asking),
      given('key', 'What each thing has of it: (S, 2)', inputs.key, asked),
    ],
  };
  const embeddings =
    kind === 'dot' || kind === 'additive'
      ? [
          separate
            ? given(
                'Z',
                `Embeddings of the words that ask, ${rows}: (L, ${width})`,
                inputs.queryEmbeddings,
                asking,
              )
            : '',
          given(
            'X',
            `Embeddings${separate ? ' of the words that are asked' : ''}, ${rows}: (S, ${width})`,
            inputs.embeddings,
            asked,
          ),
        ]
      : [];
  const places = kind === 'additive' ? 'query, key' : 'head, query, key';
  return [
    ...embeddings,
    ...of[kind](),
    mask === 'custom' && allowed
      ? `// Who may attend to whom, 1 = may: (L, S)\nconst allowed = ${lists(allowed)};`
      : '',
    setScores.length > 0
      ? `// Scores that you set: ${places} from 0, score\nconst setScores = [\n${setScores
          .map(({ at, score }) => `  [${[...at, exact(score)].join(', ')}],\n`)
          .join('')}];`
      : '',
  ];
}

/** @param {Tensor} tensor @param {string[]} [words] */
const lists = (tensor, words) =>
  nestedLists(tensor, { indent: '  ', comment: MARK }, words?.map(javascriptString));

/** @param {Plan} plan */
function dot(plan) {
  const Z = plan.separate ? 'Z' : 'X';
  const call = `const { output, trace } = attention.multiHeadAttention(${Z}, X, X, parameters, {
  numHeads: H,
  ...options,
});`;
  return [
    load(options(plan)),
    `const parameters = {
  qProjWeight: W_Q,
  kProjWeight: ${plan.sharedKeys ? 'W_Q, // the matrix of the queries makes the keys' : 'W_K,'}
  vProjWeight: W_V,
  outProjWeight: W_O,
};
${call}`,
    ...(plan.setScores.length > 0 ? dotFromScores : ['const tensors = { ...trace, output };']),
    `// What the heads contribute adds up to the output.
tensors.contributionSum = tensor([L, D], new Float32Array(L * D));
tensors.headContributions.data.forEach((number, i) => {
  tensors.contributionSum.data[i % (L * D)] += number;
});`,
  ];
}

/** @param {string} place index of a score */
const scoresInPlace = (
  place,
) => `// The scores that you set take the place of the computed ones. The core takes queries and keys, not
// scores: rows of scores as queries and unit vectors as keys have these very scores as products.
const scores = tensor(trace.scores.shape, trace.scores.data.slice());
for (const ${place}
const unit = asked.map((_, row) => asked.map((__, column) => Number(row === column)));`;

const dotFromScores = [
  `${scoresInPlace('[head, query, key, score] of setScores) scores.data[(head * L + query) * S + key] = score;')}
const units = Array.from({ length: H }, () => unit);
const set = attention.scaledDotProductAttention(scores, units, trace.v, options);`,
  `// The heads stand side by side, and W_O mixes them: whole, and each head's columns by themselves.
const heads = Array.from({ length: H }, (_, head) =>
  asking.map((__, query) => {
    const first = (head * L + query) * d;
    return [...set.output.data.subarray(first, first + d)];
  }),
);
const concatenated = tensor(asking.map((_, query) => heads.flatMap((rows) => rows[query])));
const contributions = heads.flatMap((rows, head) => {
  const columns = W_O.map((row) => row.slice(head * d, (head + 1) * d));
  return [...attention.linear(rows, columns).data];
});
const tensors = {
  ...trace,
  ...set.trace,
  heads: set.output,
  concatenated,
  output: attention.linear(concatenated, W_O),
  headContributions: tensor([H, L, D], contributions),
};`,
];

/** @param {Plan} plan */
function additive(plan) {
  const Z = plan.separate ? 'Z' : 'X';
  return [
    load(options(plan)),
    `// The embeddings that are asked are keys and values both.
const { output, trace } = attention.additiveAttention(${Z}, X, X, { wq, wk, wv }, options);`,
    plan.setScores.length > 0
      ? `${scoresInPlace('[query, key, score] of setScores) scores.data[query * S + key] = score;')}
const set = attention.scaledDotProductAttention(scores, unit, X, options);
const tensors = { ...trace, ...set.trace, output: set.output };`
      : 'const tensors = { ...trace, output };',
  ];
}

const scene = `const { trace } = attention.scaledDotProductAttention(query, key, key, options);`;

const article = () => [
  load([`scale: 1 / ${ARTICLE.divisor}, // as the article has it`]),
  scene,
  `// The heads stand side by side: nothing is added or averaged.
const concatenated = tensor(heads[0].map((_, row) => heads.flatMap((head) => head[row])));
const tensors = { ...trace, concatenated };`,
];

const coffee = () => [load(['scale: 1,']), scene, 'const tensors = trace;'];

/** @param {string[]} lines options besides the trace */
const load = (lines) => `const attention = await loadAttention();
const options = {
${[...lines, 'trace: true, // every step on the way'].map((line) => `  ${line}\n`).join('')}};`;

/** @param {Plan} plan */
function options({ kind, scale, temperature, mask, pad, fill, emptyRow, dropout, setScores }) {
  const heat = temperature === 1 ? '' : ` / ${single(temperature)}`;
  const note = heat && `, and a temperature of ${exact(temperature)}`;
  const factors = {
    sqrt: `1 / Math.sqrt(d)${heat}, // d: length of a query${note}`,
    none: `1${heat}, // no scaling${note}`,
    words: `1 / Math.sqrt(S)${heat}, // a common misreading: the number of words${note}`,
  };
  /** @type {string[]} */
  const lines = [];
  if (kind === 'additive') {
    if (heat) lines.push(`scale: 1${heat}, // a temperature of ${exact(temperature)}`);
    else if (setScores.length > 0) lines.push('scale: 1, // additive attention does not scale');
  } else if (typeof scale === 'number') {
    lines.push(`scale: ${single(scale)}${heat}, // chosen by you${note}`);
  } else if (scale !== undefined) lines.push(`scale: ${factors[scale]}`);

  const masks = {
    none: [],
    causal: ['isCausal: true, // no word sees a later one'],
    padding: [`attnMask: [asked.map((_, key) => key < S - ${pad})], // padding at the end: ${pad}`],
    custom: ['attnMask: allowed.map((row) => row.map(Boolean)), // true: may attend'],
  };
  lines.push(...masks[mask]);
  if (mask !== 'none' && fill !== 'inf') {
    lines.push(
      fill === '0'
        ? 'maskFill: 0, // a common mistake: a score of 0 still gets a weight'
        : 'maskFill: -1e9, // far below every score, but a row of nothing else attends evenly',
    );
  }
  if (emptyRow) lines.push(`emptyRow: '${emptyRow}', // weights of a row of which all is masked`);
  if (dropout) {
    lines.push(
      `dropout: { p: ${exact(dropout.p)}, seed: ${dropout.seed} }, // the same seed, the same zeros`,
    );
  }
  return lines;
}

/**
 * A float32 to calculate with: its shortest decimal alone may be another float64.
 * @param {number} value
 */
function single(value) {
  const text = exact(value);
  return Number(text) === value ? text : `Math.fround(${text})`;
}

/** @param {Plan} plan */
function printing({ printed, isLong }) {
  const names = printed.map((name) => `'${name}'`);
  return `const names = [
${chunks(names, 6)
  .map((some) => `  ${some.join(', ')},\n`)
  .join('')}];
// Nine digits tell any two float32 apart.
const digits = (number) => (Object.is(number, -0) ? '-0' : String(Number(number.toPrecision(9))));
for (const name of names) {
  const { shape, data } = tensors[name];
  console.log(\`\${name} (\${shape.join(', ')})\`);
${isLong ? `  if (data.length > ${MOST_PRINTED}) continue; // too many to print: look into them here\n` : ''}\
  const columns = shape[shape.length - 1];
  for (let i = 0; i < data.length; i += columns) {
    console.log(Array.from(data.subarray(i, i + columns), digits).join('  '));
  }
}`;
}
