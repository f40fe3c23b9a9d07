/** Notes for teachers: the aim of each chapter, its duration, and common misconceptions. */

import { html } from 'lit';
import { checkNumbers } from '../../../../text/en/controls.js';
import { exponent } from '../../../../text/inline.js';

export const chapter = {
  title: 'Notes for teachers',
  question: 'What is each chapter for, and what goes wrong?',
};

export const title = 'Notes for teachers';

export const setup = html`<p>For each of the eight chapters: its aim, the time it takes, what learners get wrong,
  and the answers to its tasks. The course judges its tasks by the same answers. The practice and a lesson plan come last.</p>`;

export const origin = 'Computed from the pages of the course as they open.';

export const print = 'Print';

/** @param {number} number @param {string} name */
export const heading = (number, name) => `Chapter ${number}: ${name}`;

export const aim = 'Aim';

export const time = 'Time';

/** @param {[alone: string, inClass: string]} minutes */
export const inShort = ([alone, inClass]) => `${alone} minutes alone, ${inClass} in class`;

/** @param {[alone: string, inClass: string]} minutes */
export const minutes = (minutes) =>
  `${inShort(minutes)}, including a discussion of the wrong answers.`;

export const misconceptions = 'What learners get wrong';

export const answers = 'Answers';

/** The note on a page that Next skips. */
export const extra = '(extra)';

export const noTask = 'No task: a summary, and what comes next.';

export const chapterItself = 'the chapter itself';

export const planned = 'Lessons';

/**
 * Describes how the chapters fit into lessons.
 * @param {number[][]} short the numbers of the chapters in each lesson of 45 minutes
 * @param {number[][]} long the same for lessons of 90 minutes
 */
export const lessons = (short, long) =>
  `In class, all chapters take ${short.length} lessons of 45 minutes (chapters ${spans(short)}), or ${long.length} of 90 minutes (chapters ${spans(long)}).`;

/** @param {number[][]} lessons */
const spans = (lessons) =>
  lessons
    .map((group) =>
      group.length > 2 ? `${group[0]} to ${group[group.length - 1]}` : group.join(' and '),
    )
    .join('; ');

export const slide =
  'For a slide, add &steps=weights&compact to the address of the lab, or &table=weights&compact for one table. To the address of a page of the course, add &compact. All are larger on a larger screen, and a browser’s zoom enlarges them further.';

export const address =
  'The address of a page holds your answers. Give a class the part before &a=, such as #v=1&g=scoring-dot.';

export const ownChapter =
  'You can write pages of your own, with other sentences and questions. “Attention in your own page”, below the first screen, has an example.';

export const solutions = 'A solution for each goal';

/** For each goal, one of the solutions with the fewest changes. @type {Record<string, unknown>} */
export const goalSolutions = {
  noodles: 'the key of noodles becomes (3, 2).',
  twice: 'the score that eat gives noodles becomes −0.31, which is 0.69 more than that of fried.',
  temperature: 'a temperature of 1.8.',
  scale: 'the first number of the query of eat becomes 1, the third −1: half of each.',
  additive: html`the first number of the projected key of noodles becomes 3, and the first of <i>w</i> 3.`,
  tables: 'eat gives They 0.1 and fried 0.4.',
  twins: 'the key of noodles becomes that of They: (1, −0.5).',
  leak: 'all six pairs to the right of the diagonal are masked.',
  padding: 'two words of padding, and masked scores become −∞.',
  places: 'positions are added: sines and cosines.',
  back: html`in <i>W</i><sub>Q</sub> the second number of row 1 becomes 3, the first of row 2 −3.`,
  cancel: html`row 2 of <i>W</i><sub>O</sub> becomes (−1, 0.5).`,
};

export const practice = {
  title: 'The practice',
  answers: 'Bugs and goals show their answer when solved; a worksheet prints its key.',
  parts: [
    {
      guide: 'practice-bugs-1-0',
      name: 'Find the bug',
      aim: 'A program has one wrong line. Which of its tables is the first wrong one, and which mistake is it? For learners who can compute one number of each table.',
      minutes: '5 minutes per bug.',
    },
    {
      guide: 'practice-goals',
      name: 'Goals to reach',
      aim: 'Twelve goals to reach with few changes: learners see what moves a weight and what does not.',
      minutes: '3 minutes per goal.',
    },
    {
      guide: 'practice-test',
      name: 'Twelve questions',
      aim: 'Replies come after the last question, with the chapters to read again. A different seed draws different questions.',
      minutes: '15 minutes.',
    },
    {
      guide: 'practice-check',
      name: checkNumbers,
      aim: 'The page compares numbers, computed by hand or by a program, with those of the lab, and names common mistakes.',
      minutes: '2 minutes per table.',
    },
    {
      guide: 'practice-worksheet',
      name: 'Worksheet',
      aim: 'Any sentence on paper, with blanks, questions and a key; each learner may get different numbers. From the lab: Export, “Print a worksheet of this”.',
      minutes: '20 minutes per table, less for one row.',
    },
  ],
};

/**
 * @typedef {object} Notes the notes on a chapter
 * @property {unknown} aim
 * @property {[alone: string, inClass: string]} minutes
 * @property {[wrong: unknown, right: unknown][]} misconceptions
 */

/** The notes on each chapter. @type {Record<string, Notes>} */
export const notes = {
  why: {
    aim: 'A word alone does not tell what it means in its sentence. Attention weights say how much it looks at each word; the weights that one word gives add up to 1.',
    minutes: ['4', '15'],
    misconceptions: [
      [
        'The nearest noun gets the arc.',
        'The program learned which nouns go with which adjectives, not which word is near.',
      ],
      [
        'A word that looks for nothing has weights of 0.',
        'It still has to share out a total of 1. This program does so evenly; others give it all to one word.',
      ],
      [
        'The map explains the decision, or shows that the program understands.',
        'It shows only where a program looks. In a sentence that makes no sense, the arc is the same.',
      ],
    ],
  },
  mixing: {
    aim: 'The output of a word is each value times its weight, all added up: a point between the values.',
    minutes: ['4', '15'],
    misconceptions: [
      [
        'The output is the value with the largest weight.',
        'All values pull: the larger the weight, the stronger.',
      ],
      ['The values are simply added, or averaged.', 'Each is multiplied by its own weight first.'],
      [
        'A large weight means that the word is important.',
        'Two rows of weights may give the same output: where values are equal, no later step can tell the difference.',
      ],
      ['The right weights can give any output.', 'A mix stays between the values it mixes.'],
    ],
  },
  scoring: {
    aim: 'A score is the dot product of a query and a key; the softmax turns a row of scores into shares of 1.',
    minutes: ['6', '20'],
    misconceptions: [
      [
        'A score of 0 gives a weight of 0.',
        html`e${exponent('0')} is 1: every word gets some weight.`,
      ],
      [
        'The weights are the scores divided by their sum.',
        'Each score first becomes an exponential; otherwise a negative score would get less than nothing.',
      ],
      [
        'The columns of the weights add up to 1.',
        'The rows do: a query shares out a total of 1 among the keys.',
      ],
      [
        'The key that a query points at has the largest score.',
        'Length counts as well as direction.',
      ],
      [
        'Adding the same number to all scores changes the weights.',
        'Only differences count; multiplying changes those.',
      ],
    ],
  },
  projections: {
    aim: html`Queries, keys and values are the same words times three learned matrices. Scores are divided by √<i>d</i> so that their size does not grow with the length of a query.`,
    minutes: ['6', '20'],
    misconceptions: [
      [
        html`The number under the root is the number of words.`,
        html`It is the length of a query. If it were the number of words, all scores would change as soon as a word was added.`,
      ],
      [
        html`Scores are divided by <i>d</i>.`,
        html`That makes them too small: all words then get nearly the same weight.`,
      ],
      [
        'A changed query matrix changes keys and values too.',
        'Each has its own matrix; only what is computed from the queries changes.',
      ],
      [
        'One matrix for queries and keys would do.',
        'Then two words would always give each other the same score.',
      ],
      [
        'Two words that are close together on a map of embeddings are the most alike.',
        'The map holds a fifth of the differences: the cosine of all numbers decides.',
      ],
      [
        'A weight of nearly 1 learns fastest.',
        'There the softmax is flat: a changed score changes almost nothing.',
      ],
    ],
  },
  order: {
    aim: 'Attention knows no order unless positions are added; a mask hides words, and must act before the softmax.',
    minutes: ['6', '20'],
    misconceptions: [
      [
        'Equal words attend differently because they stand in different places.',
        'Without positions their rows are the same.',
      ],
      [
        'A masked score becomes 0.',
        html`e${exponent('0')} is 1, so it would still get a share. It becomes −∞.`,
      ],
      ['Masking after the softmax does the same.', 'What is left adds up to less than 1.'],
      [
        'A row that adds up to 1 cannot leak.',
        'It can: the sum does not say where the weight went.',
      ],
      [
        'Padding is masked as a query.',
        'Its own rows are thrown away. The harm is that other words attend to it.',
      ],
    ],
  },
  heads: {
    aim: 'One row of weights cannot serve two questions. Each head has its own matrices. The rows of all heads stand side by side and go through one more matrix.',
    minutes: ['5', '20'],
    misconceptions: [
      ['The heads are averaged.', 'They are put side by side; every number stays.'],
      ['More heads mean more numbers.', 'Each head works on a narrower row: 512 = 8 × 64.'],
      [
        'Each head has one job, the same in every sentence.',
        'In another sentence it may do something else.',
      ],
      [
        'A head with a dull map is useless.',
        'The model loses more without head 1 than without head 2, whose map is striking.',
      ],
      [
        'Heads can be joined by laying out one after the other in memory.',
        'Then each row mixes words: a well-known bug.',
      ],
    ],
  },
  translation: {
    aim: 'Queries may come from one sentence, keys and values from another. The map of weights need not be square, and it is learned, not given.',
    minutes: ['6', '20'],
    misconceptions: [
      [
        'A word looks at the word in the same place.',
        'The two languages order their words differently: weights decide.',
      ],
      [
        'The map has as many rows as columns.',
        'It has a row for each word written and a column for each word read.',
      ],
      ['Somebody told the program where to look.', 'It was told only which word should come next.'],
      [
        'A weight on a word means that only this word is used.',
        'Its state carries traces of the words around it.',
      ],
    ],
  },
  own: {
    aim: html`What becomes of the output: layers that add to the row of each word, and the next word. Then a row by hand, and a bug found by one number. Extra: the parts of one line, softmax(<i>QKᵀ</i> / √<i>d</i>) <i>V</i>.`,
    minutes: ['6', '20'],
    misconceptions: [
      [
        'A mistake raises an error, or makes rows that do not add up to 1.',
        'Most raise none. One number computed by hand often finds them.',
      ],
      ['Values affect the weights.', 'Weights come from queries and keys alone.'],
      [
        'Each layer replaces the rows of the words.',
        'It adds to them: the residual stream keeps what was there.',
      ],
      [
        'Attention has most of a model’s parameters.',
        'In the model of this chapter, the feed-forward network has more.',
      ],
      [
        'Twice the words cost twice as much.',
        'Every word meets every word: it costs four times as much.',
      ],
      ['Positions are always needed.', 'Where the order of a list means nothing, they do harm.'],
    ],
  },
};

/**
 * Answers to tasks that have several right answers, or whose model is trained on the page itself.
 * @type {Record<string, unknown>}
 */
export const writtenAnswers = {
  'mixing-slide':
    'For instance They 0.1, eat 0.3, noodles 0.6, which gives the output (−2.6, −0.9).',
  'scoring-turn':
    'For instance, move the tip to (0, 1): up, and left of where the key of fried points.',
  'order-padding':
    'Rows they and eat, columns of both padding words: four cells. The rows of padding may stay open.',
  'order-leak': 'Any weight to the right of the diagonal: those words come later.',
  'heads-jobs':
    'Head 1: the word itself. Head 2: the ball’s colour. Head 3: the first article. Head 4: the first verb.',
  'translation-lengths': '7 weights in one row, and 5 rows.',
  'translation-learn': 'Press Learn, and wait: at the end of its training the weight is above 0.9.',
};

/** The right words on pages whose model is in another script. @type {Record<string, string>} */
export const pressed = { 'translation-align': 'grand', 'translation-read': 'white' };
