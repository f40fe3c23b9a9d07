import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DisposedError } from '../../src/js/index.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';

const random = createRandom(511);
const weight = random.tensor([4, 4]);
const words = random.tensor([3, 4]);
const parameters = { inProjWeight: random.tensor([12, 4]), outProjWeight: weight };

describe('a scope', () => {
  it('gives the bits of the same calls without it, and leaves no memory', () => {
    const { attention, arena } = makeInstance();
    const output = attention.scope(() => {
      const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
      const cache = layer.createCache({ capacity: 3 });
      const x = attention.resident(words);
      return attention.createLinear(weight).forward(layer.forward(x, x, x, { cache }).output);
    });
    assert.equal(arena.used, 0);
    const mixed = attention.multiHeadAttention(words, words, words, parameters, {
      numHeads: 2,
      isCausal: true,
    });
    assertSameBits(output, attention.linear(mixed.output, weight));
  });

  it('keeps what it returns, alone or in arrays, objects, Maps and Sets', () => {
    const { attention, arena } = makeInstance();
    class Layer {
      /** @param {any} kept */
      constructor(kept) {
        this.parts = { kept };
      }
    }
    /** @type {[wrap: (kept: any) => any, unwrap: (result: any) => any][]} */
    const ways = [
      [(kept) => kept, (result) => result],
      [(kept) => [1, [kept, null]], (result) => result[1][0]],
      [(kept) => ({ output: { kept } }), (result) => result.output.kept],
      [(kept) => Object.assign(Object.create(null), { kept }), (result) => result.kept],
      [(kept) => new Layer(kept), (result) => result.parts.kept],
      [(kept) => new Map([['kept', { kept }]]), (result) => result.get('kept').kept],
      [(kept) => new Map([[kept, 'kept']]), (result) => [...result.keys()][0]],
      [(kept) => new Set([0, [kept]]), (result) => [...result][1][0]],
    ];
    for (const [wrap, unwrap] of ways) {
      /** @type {any[]} */
      const others = [];
      const kept = unwrap(
        attention.scope(() => {
          others.push(attention.resident(words), attention.createLinear(weight));
          return wrap(attention.resident(words));
        }),
      );
      assertSameBits(kept.read(), words);
      for (const other of others) {
        assert.throws(() => other.read?.() ?? other.forward(words), DisposedError);
      }
      kept.dispose();
      assert.equal(arena.used, 0);
    }
  });

  it('keeps what lies at the end of a long chain of objects', () => {
    const { attention } = makeInstance();
    const chain = attention.scope(() => {
      /** @type {any} */
      let next = attention.resident(words);
      for (let i = 0; i < 20_000; i++) next = i % 2 === 0 ? { next } : [next];
      return next;
    });
    let last = chain;
    while (last.read === undefined) last = last.next ?? last[0];
    assertSameBits(last.read(), words);
    last.dispose();
  });

  it('ends on a result that holds itself', () => {
    const { attention, arena } = makeInstance();
    const result = attention.scope(() => {
      /** @type {any} */
      const list = [attention.resident(words)];
      list.push(list);
      return list;
    });
    assertSameBits(result[0].read(), words);
    result[0].dispose();
    assert.equal(arena.used, 0);
  });

  it('leaves what was made before it and after it', () => {
    const { attention, core } = makeInstance();
    const before = attention.resident(words);
    attention.scope(() => attention.linear(before, weight));
    const after = attention.resident(words);
    attention.scope(() => {});
    for (const resident of [before, after]) assertSameBits(resident.read(), words);
    assert.equal(core.scopeMembers, undefined, 'nothing is collected after its end');
  });

  it('disposes of views of what was made before it, and leaves what they show', () => {
    const { attention, arena } = makeInstance();
    const before = attention.resident(words);
    const { used } = arena;
    /** @type {any[]} */
    const views = [];
    const kept = attention.scope(() => {
      const row = before.slice(1, 2);
      views.push(before.slice(0, 1), before.reshape([4, 3]), row.reshape([4]));
      const inner = attention.scope(() => {
        views.push(before.slice(2));
        return before.reshape([2, 6]);
      });
      views.push(inner);
      assert.equal(inner.read().shape[1], 6, 'the outer scope owns it');
      return row;
    });
    for (const view of views) assert.throws(() => view.read(), DisposedError);
    assertSameBits(kept.read(), { shape: [1, 4], data: words.data.slice(4, 8) });
    assertSameBits(before.read(), words);
    assert.equal(arena.used, used);
  });

  it('keeps a view and what it shows, if it returns the view alone', () => {
    const { attention, arena } = makeInstance();
    /** @type {any} */
    let other;
    const view = attention.scope(() => {
      const resident = attention.resident(words);
      other = resident.slice(2);
      return resident.slice(0, 1).reshape([2, 2]);
    });
    assertSameBits(view.read(), { shape: [2, 2], data: words.data.slice(0, 4) });
    assert.throws(() => other.read(), DisposedError);
    assert.notEqual(arena.used, 0);
  });

  it('hands what it returns to the scope around it', () => {
    const { attention, arena } = makeInstance();
    /** @type {any} */
    let inner;
    const outer = attention.scope(() => {
      const first = attention.resident(words);
      inner = attention.scope(() => attention.resident(weight));
      assertSameBits(inner.read(), weight);
      return first;
    });
    assert.throws(() => inner.read(), DisposedError);
    assertSameBits(outer.read(), words);
    outer.dispose();
    assert.equal(arena.used, 0);
  });

  it('releases everything where the function throws, and throws on', () => {
    const { attention, arena } = makeInstance();
    const mine = new Error('mine');
    const error = caught(() =>
      attention.scope(() => {
        attention.resident(words);
        throw mine;
      }),
    );
    assert.equal(error, mine);
    assert.equal(arena.used, 0);
    const kept = attention.resident(words);
    assertSameBits(kept.read(), words);
  });

  it('releases nothing twice: what is disposed of inside makes room for others', () => {
    const { attention, arena } = makeInstance();
    /** @type {any} */
    let next;
    attention.scope(() => {
      attention.resident(words).dispose();
      next = attention.resident(weight);
      return next;
    });
    assertSameBits(next.read(), weight);
    next.dispose();
    assert.equal(arena.used, 0);
  });

  it('of another instance leaves those of this one', () => {
    const [{ attention }, { attention: other, arena }] = [makeInstance(), makeInstance()];
    const kept = other.scope(() => {
      other.resident(words);
      const mine = attention.resident(words);
      return [mine.shape.length, mine];
    });
    assert.equal(arena.used, 0);
    assertSameBits(/** @type {any} */ (kept[1]).read(), words);
  });

  it('refuses what is no synchronous function', () => {
    const { attention, arena } = makeInstance();
    const scope = /** @type {any} */ (attention).scope;
    for (const wrong of [undefined, null, 5, {}, [], 'body']) {
      const error = caught(() => scope(wrong));
      assertRefusal(error, { kind: 'ArgumentError', operation: 'scope', argument: 'body' });
    }
    const error = caught(() => scope(async () => attention.resident(words)));
    const says = /body is one that returns a promise; expected a function that returns its result/;
    assertRefusal(error, { kind: 'ArgumentError', operation: 'scope', argument: 'body', says });
    assert.equal(arena.used, 0);
  });

  it('answers for the promise that it refuses', async () => {
    const { attention } = makeInstance();
    /** @type {unknown[]} */
    const unhandled = [];
    const keep = (/** @type {unknown} */ reason) => void unhandled.push(reason);
    process.on('unhandledRejection', keep);
    caught(() => attention.scope(/** @type {any} */ (() => Promise.reject(new Error('later')))));
    await setImmediate();
    process.off('unhandledRejection', keep);
    assert.deepEqual(unhandled, []);
  });

  it('names the call that fails in it', () => {
    const { attention } = makeInstance();
    const error = caught(() => attention.scope(() => attention.linear(words, [[1]])));
    assertRefusal(error, { kind: 'ShapeError', operation: 'linear', argument: 'input' });
  });
});
