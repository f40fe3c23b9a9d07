import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readAddress, writeAddress } from '../../web/state/address.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { recordFigure } from '../support/bar.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';
import { makeRuns } from '../web/run-settings.js';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { attention } from './lab.js';

/** @import { State } from '../../web/state/types.js' */

const PAIRS = [
  ...'v=1 v=2 v= s= s=% s=%E0%A4%A s=%00 s=<script>alert(1)</script> t=%F0%9F'.split(' '),
  ...['s=<img src=x onerror=alert(1)>', 't=javascript:alert(1)', 's=%ED%A0%80', 's=%E2%80%AE+abc'],
  ...'m=additive m=__proto__ h=-1 h=1e99 h=NaN d=32 d=0 d=Infinity d=0x10'.split(' '),
  ...[
    'kw=99',
    'seed=-5',
    'seed=1e400',
    'mask=custom',
    'mask=%3Cb%3E',
    'cells=0.0 9.9 x.y',
    'pad=1e9',
  ],
  ...'fill=0 fill=-1e9 empty=nan sc=1e-400 sc=words sc= temp=0 temp=-1 drop=2'.split(' '),
  ...[
    'w=q.0.0:NaN',
    'w=q.0.0:1e6;x.%25.0:1',
    'w=;;;:::',
    `w=${'q.0.0:1;'.repeat(400)}`,
    'from=coffee',
  ],
  ...'from=article step=spread step=constructor step=toString q=99 q=-1 k=7 pin=3'.split(' '),
  ...'head=7 c=weights.0.0.0 c=constructor.0 c=__proto__.0.0 c=weights.9.9.9'.split(' '),
  ...'rows=one'.split(' '),
  ...'before=v%3D1%26h%3D4 before=% before=before%3Dbefore g=1 g=18 g=99 g=-3 a=9'.split(' '),
  ...['__proto__=1', 'toString=1', 'constructor=x', '=', '&&&', '#', '?', 'spread=0', 'layer=self'],
];

/** Addresses, the same in every run: random pairs, some of them broken or with any letters. */
const hostile = fc.sample(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...PAIRS), { maxLength: 8 }).map((all) => all.join('&')),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.array(fc.constantFrom(...PAIRS), { maxLength: 5 }),
          fc.nat(60),
          anyText({ maxLength: 5 }),
        )
        .map(([all, at, junk]) => `${all.join('&').slice(0, at)}${junk}${all.join('&').slice(at)}`),
    },
    { weight: 1, arbitrary: anyText({ maxLength: 80 }) },
  ),
  { numRuns: reduceCaseCount(1000), seed: 7 },
);

/** Words that break out of markup, scripts, addresses, lines or objects. */
const WORDS = [
  ...'<b>x</b> <img/src=x/onerror=alert(1)> <svg/onload=alert(1)> </table> <!-- -->'.split(' '),
  ...'<script>alert(1)</script> </script> <style>*{display:none}</style>'.split(' '),
  ...'<iframe/src=//x>'.split(' '),
  ...'<template> </template> <slot> <a/href=javascript:alert(1)>x</a>'.split(' '),
  ...'<base/href=//x>'.split(' '),
  ...[
    '&lt;b&gt;',
    '&#60;b&#62;',
    '&amp;',
    '&',
    '&nbsp;',
    '&#0;',
    '"',
    "'",
    '`',
    '"onload=alert(1)',
  ],
  ...[
    "'onload=alert(1)",
    '`\u0024{1}`',
    '\u0024{alert(1)}',
    '{{x}}',
    '{x}',
    '<%=x%>',
    '#{x}',
    '$lit$',
    '<?lit$1$>',
  ],
  ...'javascript:alert(1) data:text/html,x //host % %zz %E0%A4%A %3Cb%3E %00'.split(' '),
  ...'__proto__ constructor toString hasOwnProperty undefined null NaN [object'.split(' '),
  ...['\ud800', '\udfff', '\ud83d\ude00', '👩‍👩‍👧‍👦', 'e\u0301', 'Z\u0338\u031b', '﷽', '\u202eabc'],
  ...['\u2066x'],
  ...['\u200b\u200d', '\u0000', '\u0007', '\u001b[31m', '\u00ad', '\ufeff', '\ufffe', '\\'],
  ...['\\u0041', '=1+1'],
  ...["';DROP/**/TABLE", '../../x', 'x'.repeat(2000), 'إنه', '我们', '½', 'ﬁ', 'İ', 'ß'],
];

/** This number is enough to see what a page makes of them. */
const IN_BROWSER = reduceCaseCount(150);

/**
 * Asserts that a valid state is shown, and that its own address leads back to it.
 * @param {State} state
 * @param {string} text
 */
function assertState(state, text) {
  assert.deepEqual(normaliseState(state), state, text);
  assert.deepEqual(normaliseState(readAddress(writeAddress(state)).state), state, text);
}

it(`each of ${hostile.length} random and hostile addresses gives a state that can be computed, or has no words`, () => {
  const runs = makeRuns(attention);
  for (const text of hostile) {
    const state = normaliseState(readAddress(text).state);
    assertState(state, text);
    const settings = getSettings(state);
    const { computation, refusal } = runs.evaluate(settings);
    assert.equal(refusal, undefined, text);
    const isEmpty = computation.keyWords.length === 0 || computation.queryWords.length === 0;
    assert.equal('weights' in runs.results(settings, state), !isEmpty, text);
    assert.doesNotThrow(() => runs.compareWithBefore(state, settings), text);
  }
});

inOneBrowser('hostile addresses', (desk) => {
  it(`${IN_BROWSER} of them neither throw, nor leave the page blank, nor run a script`, async () => {
    await desk.page.evaluate(() => {
      kept.run = [];
      kept.alert = (/** @type {unknown} */ what) => kept.run.push(what);
      addEventListener('error', ({ message }) => kept.run.push(message));
      addEventListener('unhandledrejection', ({ reason }) => kept.run.push(String(reason)));
      // The page warns of values that an address misspells.
      kept.warned = [];
      console.warn = (/** @type {unknown} */ text) => kept.warned.push(text);
    });
    const texts = hostile.slice(0, IN_BROWSER);
    const { faults, shown, run, warned } = await desk.page.evaluate(async (wanted) => {
      const isLoading = () => inLab('p.status[role=status]:not(.empty)');
      const faults = [];
      const shown = [];
      for (const text of wanted) {
        history.replaceState(null, '', `#${text}`);
        dispatchEvent(new HashChangeEvent('hashchange'));
        do {
          while (!(await lab.updateComplete));
          if (isLoading()) await nextFrames();
        } while (isLoading());
        const isShown = inLab(
          'table[data-tensor] td, fieldset [aria-pressed], .course [data-level], .opening [data-level]',
        );
        // Without words there is a sentence instead of tables.
        if (!isShown && lab.results.weights) faults.push(`${text} is blank`);
        const { length } = lab.renderRoot.textContent ?? '';
        if (length < 120) faults.push(`${text}: no text`);
        if (inLab("img, script, iframe, [onerror], [href]:not([href^='#v=1'])"))
          faults.push(`${text}: markup`);
        shown.push(lab.getState());
      }
      return { faults, shown, run: kept.run, warned: kept.warned };
    }, texts);
    assert.deepEqual([faults, run], [[], []]);
    for (const text of warned) assert.match(text, /^<attention-lab> .+: .+/s);
    recordFigure('hostile', { counts: { 'addresses in a browser': texts.length } });
    for (const [i, state] of shown.entries()) assertState(state, texts[i]);
  });

  it(`${WORDS.length} hostile words in the sentence and in attributes are shown as text`, async () => {
    const { faults, run } = await desk.page.evaluate(async (words) => {
      const faults = [];
      // The previous address may have led anywhere.
      lab.reset();
      lab.setState({ step: 'weights' });
      for (let at = 0; at < words.length; at += 6) {
        const word = words.slice(at, at + 6).join(' ');
        for (const give of [
          () => lab.setState({ sentence: word }),
          () => lab.setAttribute('sentence', `eat ${word}`),
        ]) {
          give();
          while (!(await lab.updateComplete));
          const names =
            'b, img, svg[onload], script, style, iframe, slot, base, a[href^=javascript]';
          const injected = allInLab('table').flatMap((element) => [
            ...element.querySelectorAll(names),
          ]);
          if (injected.length > 0) faults.push(`${word}: ${injected[0].outerHTML}`);
          if (!inLab('table[data-tensor] th')) faults.push(`${word}: no table`);
        }
      }
      return { faults, run: kept.run };
    }, WORDS);
    assert.deepEqual([faults, run], [[], []]);
    recordFigure('hostile', { counts: { 'words in sentences and attributes': WORDS.length } });
  });

  it('twenty of them give a valid state when the browser navigates to them', async () => {
    for (const text of hostile.slice(0, 20)) {
      await desk.page.evaluate(
        (wanted) =>
          new Promise((resolve) => {
            const before = location.href;
            addEventListener('hashchange', resolve, { once: true });
            location.hash = wanted;
            if (location.href === before) resolve(undefined);
          }),
        text,
      );
      await settle(desk.page);
      const state = await desk.hands.state();
      assert.deepEqual(normaliseState(state), state, text);
    }
  });
});
