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
  assert.deepEqual(states, [state]);
});
