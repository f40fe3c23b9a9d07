// What the tests of a whole page go through: lessons with all their steps, and odd sentences.
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';

/** @import { State } from '../../web/state/types.js' */

/** Each lesson with every step it has. @type {Partial<State>[]} */
export const lessons = [
  {},
  { mask: 'causal', head: 1 },
  { heads: 1 },
  { heads: 4, head: 3, query: 3, seed: 11 },
  { heads: 8, dModel: 8, sentence: 'one two' },
  { mechanism: 'additive' },
  { mechanism: 'additive', mask: 'causal', query: 2 },
  { source: 'article' },
];

/** For messages. @param {Partial<State>} lesson */
export const name = (lesson) => JSON.stringify(lesson);

/** @param {Partial<State>} lesson */
export const stepsIn = (lesson) => listSteps(normaliseState(lesson));

/** Wide and narrow, light and dark; the first two have each of these once. */
export const FORMS = /** @type {const} */ ([
  [1280, 'light'],
  [320, 'dark'],
  [1280, 'dark'],
  [320, 'light'],
]);

/** The rules of axe whose findings depend on colours and widths; roles and names are the same in all forms. */
export const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** Sentences that a page could stumble over. */
export const hostile = [
  '<img src=x onerror=alert(1)> <script>alert(2)</script> \u0024{7*7} {{x}}',
  'javascript:alert(1) "quoted" &amp; \'single\' `tick`',
  '\ud800 lone \udfff surrogates \ud83d',
  'אני אוהב \u202eedirrevo\u202c قهوة',
  '👩‍👩‍👧‍👦 é ﷽ Z̸̛͕a̷l̶g̵o',
  'extraordinarilylongword'.repeat(60),
  '我喜欢吃炒面。彼らは焼きそばを食べる。',
  'x '.repeat(500000),
];
