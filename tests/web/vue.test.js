import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { AttentionLab, AttentionMap } from '../../web/entries/vue.js';

it('a server writes no attribute for a false flag, and each for a true one', async () => {
  for (const [component, name] of /** @type {const} */ ([
    [AttentionLab, 'locked'],
    [AttentionLab, 'compact'],
    [AttentionLab, 'permalink'],
    [AttentionMap, 'locked'],
  ]))
    for (const flag of [false, true]) {
      const props = { [name]: flag, 'aria-hidden': false };
      const html = await renderToString(createSSRApp({ render: () => h(component, props) }));
      assert.equal(html.includes(` ${name}`), flag, html);
      assert.match(html, / aria-hidden="false"/);
    }
});
