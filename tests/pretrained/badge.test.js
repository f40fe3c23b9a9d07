import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { worksheetPage } from '../../web/features/practice/worksheet/page.js';
import { keyPaper, sheetPaper } from '../../web/features/practice/worksheet/paper.js';
import { needSlot } from '../../web/features.js';
import { weightsFigure } from '../../web/views/overview.js';
import { showWorksheet } from '../practice/worksheets.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { filesOf, weightsOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');
const { show } = await openModel('use-lite');

/** @param {object} settings */
async function readBadge(settings) {
  const { computation } = await show({ sentence: 'We like green tea', ...settings });
  return computation.words?.badge ?? '';
}

describe('the note on the origin of the numbers', () => {
  it('names each change of the model, whichever layer is on the screen', async () => {
    const origin = /^All numbers come from .*, layer [12] of 2\./;
    for (const modelLayer of [0, 1]) {
      const text = await readBadge({ modelLayer, silence: '1.2', block: '0.*.0.1' });
      assert.match(text, origin);
      assert.match(
        text,
        /Silenced: head 3 of layer 2\. Blocked: 1 pair in all heads of layer 1\.$/,
      );
    }
    assert.match(await readBadge({}), /layer 1 of 2\.$/);
  });

  it('names no change that the sentence has no place for', async () => {
    assert.doesNotMatch(await readBadge({ block: '0.*.9.1' }), /Blocked/);
  });

  it('names no number in a layer that the model lacks', async () => {
    assert.doesNotMatch(await readBadge({ layerEdits: '8.output.1.3:2' }), /Set by you/);
  });

  it('says which characters the model does not know, in any script', async () => {
    for (const sentence of ['我喜欢吃面条', 'I like 🍜', 'أحب المعكرونة'])
      assert.match(
        await readBadge({ sentence, model: 'use-lite' }),
        /of 2\. This model was trained on English text\. It does not know some characters .* piece, �\.$/,
      );
    assert.doesNotMatch(await readBadge({ model: 'use-lite' }), /does not know/);
    const bert = await openModel(filesOf('bert'));
    const { computation } = await bert.show({ sentence: 'the 鳥' });
    assert.match(String(computation.words?.badge), /This model does not know .* piece, \[UNK\]\.$/);
  });

  it('says that the model gives NaN, and why', async () => {
    const files = filesOf('gpt2');
    const weights = weightsOf('gpt2');
    // Bytes of ones are NaN.
    weights.fill(0xff, weights.length / 2);
    const { show: showDamaged } = await openModel({ ...files, 'model.safetensors': weights });
    const { computation } = await showDamaged({ sentence: 'the bird' });
    assert.match(String(computation.words?.badge), /Its file holds NaN .* so it gives NaN\.$/);
    assert.doesNotMatch(await readBadge({}), /NaN/);
  });

  it('explains the bracket around pieces and the sign of a blank, if the sentence has them', async () => {
    const read = async (/** @type {string} */ sentence) =>
      plain(markup(weightsFigure(viewContext(await show({ sentence })))));
    const both = await read('We sing, they dance 😀');
    assert.match(both, /A bracket joins pieces that have no blank between them\./);
    assert.match(both, /␣ is a piece that is only a blank\./);
    assert.doesNotMatch(await read('We like green tea'), /bracket|␣/);
  });

  it('counts more than three changes', async () => {
    assert.match(
      await readBadge({ silence: '0.0 0.1 0.2 1.0' }),
      /of 2\. The model is changed in 4 places\.$/,
    );
  });

  it('stands on a printed sheet and on its key, if there are changes', async () => {
    for (const [silence, isNamed] of /** @type {const} */ ([
      ['1.2', true],
      ['', false],
    ])) {
      const context = await show({ sentence: 'We like green tea', silence });
      const sheet = /** @type {any} */ ({ number: 1, context, exercises: [], questions: [] });
      for (const paper of [sheetPaper(sheet, 1), keyPaper(sheet, false)])
        assert.equal(/Silenced: head 3 of layer 2\./.test(plain(markup(paper))), isNamed);
    }
  });
});

it('a worksheet with a single step of a real model does not ask for another step', async () => {
  const context = { ...showWorksheet({}), ...(await show({ sentence: 'They eat fried noodles' })) };
  const text = plain(markup(worksheetPage.figure(/** @type {any} */ (context))));
  assert.match(text, /Left out because a page is only 10 columns wide: .*Queries/);
  assert.doesNotMatch(text, /choose another/);
});
