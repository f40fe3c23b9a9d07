import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needSlot } from '../../web/features.js';
import { makeTable, withOwnerName } from '../../web/figures/tables.js';
import { stepSection } from '../../web/views/figure.js';
import { chooseHead } from '../../web/views/token-bar.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { filesOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');

const { info, show } = await openModel(filesOf('llama'));
const { heads } = info.sizes;

describe('the last head of a model with shared keys', () => {
  for (const [step, tensor, owner] of [
    ['q', 'q', `head ${heads}`],
    ['k', 'k', 'shared head 2'],
    ['k', 'kRotated', 'shared head 2'],
    ['v', 'v', 'shared head 2'],
  ])
    it(`is named in the table ${tensor} and in the step ${step}`, async () => {
      const context = viewContext(await show({ sentence: 'the old mill', step, head: heads - 1 }));
      const { name } = withOwnerName(makeTable(context, tensor), context.computation);
      assert.ok(name.endsWith(`, ${owner}`), name);
      const options = {
        isPart: false,
        renderPiece: (/** @type {() => unknown} */ piece) => piece(),
      };
      const section = plain(markup(stepSection(context, options)));
      assert.match(section, new RegExp(`· head ${heads} of ${heads} `));
    });

  it('takes the open number with it, if the next head has other keys', async () => {
    const context = viewContext(
      await show({ sentence: 'the old mill', step: 'k', head: heads - 1, cell: 'k.1.2.3' }),
    );
    assert.deepEqual(chooseHead(context, 0), { head: 0, cell: 'k.0.2.3' });
    assert.deepEqual(chooseHead(context, heads - 2), { head: heads - 2, cell: 'k.1.2.3' });
  });
});
