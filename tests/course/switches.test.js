// Buttons of a page that change its settings: what they show is still the page's own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { differsFromPage } from '../../web/pages/page.js';
import { normaliseState } from '../../web/state/normalise.js';
import { camel } from '../../web/text/spelling.js';
import '../support/names.js';

it('a page whose own button was pressed is not taken for another’s numbers', () => {
  let pressed = 0;
  for (const chapter of [
    ...['why', 'mixing', 'scoring', 'projections', 'order', 'heads', 'translation', 'own'],
  ]) {
    const path = new URL(`../../web/features/course/text/en/${chapter}.json`, import.meta.url);
    for (const { id, show = [] } of JSON.parse(readFileSync(path, 'utf8')).pages) {
      const page = pages.find((one) => one.id === `${chapter}-${id}`);
      assert.ok(page, id);
      for (const { choices = [] } of show) {
        for (const { settings = {} } of choices) {
          const changed = Object.entries(settings).map(([name, value]) => [camel(name), value]);
          const state = normaliseState({ ...makePageState(page), ...Object.fromEntries(changed) });
          assert.equal(
            differsFromPage(state, page),
            false,
            `${page.id}: ${JSON.stringify(settings)}`,
          );
          pressed++;
        }
      }
    }
  }
  assert.ok(pressed >= 5, `${pressed} buttons`);
  const [first] = pages;
  assert.ok(differsFromPage(normaliseState({ ...makePageState(first), keys: 'queries' }), first));
});
