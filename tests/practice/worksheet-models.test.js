import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { modelLoader } from '../../web/features/practice/worksheet/model-loader.js';
import { addFeature } from '../../web/features.js';
import { findListener, markup, plain } from '../support/markup.js';

it('a load of the models that fails is shown, and a press repeats it', async () => {
  let [loads, shown] = [0, 0];
  addFeature({
    gives: ['models'],
    load: async () => {
      loads++;
      if (loads === 1) throw new Error('the server answered 404.');
      return {};
    },
  });
  const show = () => {
    shown++;
  };
  const { _$litDirective$: Loader } = /** @type {any} */ (modelLoader(show));
  // There is no document to render to.
  const loader = new Loader({});
  const read = () => plain(markup(loader.render(show)));
  read();
  assert.equal(loads, 0);
  loader.update({}, [show]);
  assert.equal(read(), 'Loading the models.');
  await settle();
  assert.equal(read(), 'The models did not load: the server answered 404. Try again');
  read();
  assert.deepEqual([loads, shown], [1, 0]);
  findListener(loader.render(show), 'click')?.({});
  assert.equal(read(), 'Loading the models. Try again');
  await settle();
  assert.deepEqual([loads, shown], [2, 1]);
});
