// The lessons with all their steps, and unusual sentences, for tests that go through the whole
// page.
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';

/** @import { State } from '../../web/state/types.js' */

/** The lessons that tests go through step by step. @type {Partial<State>[]} */
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

/** Names a lesson in messages. @param {Partial<State>} lesson */
export const name = (lesson) => JSON.stringify(lesson);

/** @param {Partial<State>} lesson */
export const stepsIn = (lesson) => listSteps(normaliseState(lesson));

/** Widths and themes. The first two include each width and each theme once. */
export const FORMS = /** @type {const} */ ([
  [1280, 'light'],
  [320, 'dark'],
  [1280, 'dark'],
  [320, 'light'],
]);

/**
 * The rules of axe that depend on colours and widths. Roles and names are the same in all forms.
 */
export const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

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
