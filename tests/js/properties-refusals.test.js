// Each argument of each operation, broken in each of many ways: the error has the right class and
// names the argument, and the next valid call gives the right bits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { chooseCaseCount } from '../support/bar.js';
import { tensorsOf } from '../support/cases.js';
import { holdsFor } from '../support/check.js';
import { assertSameBits } from '../support/near.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { calls, change, listNames, listOperations } from './argument-kinds.js';
import { getErrorClass, spoilersByKind } from './bad-arguments.js';

/** @import { Call } from './argument-kinds.js' */

const attention = await loadAttention();

/** @param {Call} call @param {any} args */
const results = ({ run }, args) => tensorsOf(run(attention, args));

it('every operation, argument and option is made wrong', () => {
  const withoutArguments = ['dispose', 'lengths', 'read', 'reset', 'toJSON'];
  const inOtherTests = ['fromStateDict', 'loadAttention'];
  const operations = [...calls.map(({ operation }) => operation), ...withoutArguments];
  assert.deepEqual([...new Set([...operations, ...inOtherTests])].sort(), listOperations());
  const places = new Set(
    calls.flatMap(({ operation, places }) =>
      Object.keys(places).map((path) => `${operation}(${path})`),
    ),
  );
  for (const call of calls) {
    const objects = Object.keys(call.places).filter((path) => call.places[path] === 'options');
    const members = objects.flatMap((path) =>
      listNames(attention, call, path).map((name) => `${path}.${name}`),
    );
    for (const path of [...Object.keys(call.make()), ...members])
      assert.ok(places.has(`${call.operation}(${path})`), `${call.operation}(${path})`);
  }
  for (const [name, { length }] of Object.entries(attention)) {
    const paths = [...places].filter((place) => place.startsWith(`${name}(`));
    const given = paths.filter((path) => !path.includes('.'));
    assert.equal(given.length, length, name);
  }
});

for (const call of calls) {
  const places = Object.entries(call.places);
  describe(`${call.operation}, with one argument made wrong`, () => {
    const right = results(call, call.make());

    it('names it, and the next call is right', () => {
      const drawn = fc.constantFrom(
        ...places.flatMap(([path, kind]) =>
          Object.keys(spoilersByKind[kind]).map((way) => ({ path, kind, way })),
        ),
      );
      holdsFor(
        { drawn },
        chooseCaseCount(100, 20_000),
        ({ drawn: { path, kind, way }, random }) => {
          const args = call.make();
          const spoil = /** @type {Record<string, any>} */ (spoilersByKind[kind])[way];
          change(args, path, (value) => spoil(value, random));
          const error = caught(() => call.run(attention, args));
          const { operation } = call;
          assertRefusal(error, { kind: getErrorClass(way), operation, argument: path });
          const next = results(call, call.make());
          assert.deepEqual(Object.keys(next), Object.keys(right));
          for (const [name, expected] of Object.entries(right))
            assertSameBits(next[name], expected, name);
        },
      );
    });
  });
}
