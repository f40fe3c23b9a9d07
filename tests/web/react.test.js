import assert from 'node:assert/strict';
import { register } from 'node:module';
import { it } from 'node:test';

const standIn = new URL('react-stand-in.js', import.meta.url).href;
const hook = `export const resolve = (name, context, next) =>
  name === 'react' ? { url: '${standIn}', shortCircuit: true } : next(name, context)`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { mount } = await import('./react-stand-in.js');
const { AttentionLab, AttentionMap } = await import('../../web/entries/react.js');

const NESTED = [[1, 0]];
const TEXT = '[[0.25, 0.75]]';

it('a prop may change from an object to a text and back, and null or nothing removes it', () => {
  const element = { weights: /** @type {unknown} */ (undefined), addEventListener() {} };
  const render = mount(AttentionMap, element);
  for (const weights of [NESTED, TEXT, NESTED, null, TEXT, undefined, NESTED, undefined]) {
    render({ weights });
    assert.equal(element.weights ?? undefined, weights ?? undefined);
  }
});

it('an object reaches each property that accepts one, and nothing else', () => {
  const [value, style] = [{ sentence: 'a b' }, { color: 'red' }];
  const element = /** @type {any} */ ({ addEventListener() {} });
  const props = /** @type {any} */ (AttentionLab)({ value, style });
  assert.deepEqual(props, { style, ref: props.ref });
  mount(AttentionLab, element)({ value });
  assert.equal(element.value, value);
});

it('an object is set once, so that renders do not undo what the reader changed', () => {
  /** @type {unknown[]} */
  const states = [];
  const element = {
    /** @param {unknown} state */
    set state(state) {
      states.push(state);
    },
  };
  const render = mount(AttentionLab, element);
  const state = { seed: 3 };
  render({ state });
  render({ state, sentence: 'a b' });
  render({ state: { seed: 3 } });
  assert.deepEqual(states, [state]);
  for (const next of [{ seed: 4 }, { seed: 4, key: 0 }, { seed: 4 }]) render({ state: next });
  assert.deepEqual(states, [state, { seed: 4 }, { seed: 4, key: 0 }, { seed: 4 }]);
});

it('a ref is told of the element once, like that of any tag', () => {
  const element = { addEventListener() {} };
  /** @type {unknown[]} */
  const told = [];
  const note = (/** @type {unknown} */ given) => {
    told.push(given);
  };
  const withEnd = (/** @type {unknown} */ given) => {
    told.push(given);
    return () => told.push('end');
  };
  const object = { current: null };
  const render = mount(AttentionLab, element);
  for (const sentence of ['a', 'a b', 'a b c']) render({ ref: note, sentence });
  assert.deepEqual(told.splice(0), [element]);
  for (const sentence of ['a', 'a b']) render({ ref: withEnd, sentence });
  assert.deepEqual(told.splice(0), [null, element]);
  for (const sentence of ['a', 'a b']) render({ ref: object, sentence });
  assert.deepEqual([told, object.current], [['end'], element]);
  render({ sentence: 'a' });
  assert.equal(object.current, null);
});
