import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goals } from '../../web/features/practice/goals/goals.js';
import { findBestChange, tryMoves } from '../../web/features/practice/goals/hints.js';
import { findDirectionToGoal, isReached } from '../../web/features/practice/goals/rules.js';
import { readNamedNumber } from '../../web/graph/trace.js';
import { contextAt, editsWith, goalNamed } from './goals.js';
import '../support/features.js';

/** @import { CourseContext, Goal } from './goals.js' */

/** @param {CourseContext} context @param {string} id @param {number} row */
const rowOf = ({ computation: { results } }, id, row) => {
  const { data, shape } = results[id];
  const width = shape[shape.length - 1];
  return Array.from(data.subarray(row * width, (row + 1) * width));
};

/** @param {CourseContext} context @param {string} place */
const valueAt = ({ computation: { run }, state }, place) =>
  readNamedNumber(run, place) ?? state.temperature;

/** @param {CourseContext} context @param {string} place @param {number} value */
const changeOf = (context, place, value) =>
  place === 'temperature'
    ? { temperature: value }
    : { edits: editsWith(context, { [place]: value }) };

/**
 * Returns the derivative of the first measure by each number, from the effects of a tenth more and a
 * tenth less.
 * @param {Goal} goal
 */
function slopesOf(goal) {
  const moves = tryMoves(contextAt(goal), goal, goal.measures[0]);
  return moves.flatMap(({ place, direction, effect }) => {
    if (place === undefined || direction !== 1) return [];
    const less = moves.find((move) => move.place === place && move.direction === -1);
    assert.ok(less, place);
    return { place, derivative: (effect - less.effect) / 0.2 };
  });
}

describe('a hint', () => {
  for (const goal of goals)
    it(`of ${goal.id} brings it nearer`, () => {
      const context = contextAt(goal);
      const hint = findBestChange(context, goal);
      assert.ok(hint);
      const measure = goal.measures[hint.index];
      const before = measure.read(context);
      const { place, direction, effect, change } = hint;
      const isNumber = place !== undefined && direction !== undefined;
      const hintChange = isNumber
        ? changeOf(context, place, valueAt(context, place) + direction * 0.05)
        : change;
      const after = measure.read(contextAt(goal, hintChange));
      assert.ok(
        (after - before) * findDirectionToGoal(measure, before) > 0,
        `${before} to ${after}`,
      );
      if (isNumber)
        assert.ok(
          Math.abs(after - before - effect / 2) < 0.35 * Math.abs(after - before),
          `${after - before}, half of ${effect}`,
        );
      else assert.equal(after - before, effect);
    });

  it('agrees with the Jacobian of softmax: for the query and all keys', () => {
    const goal = goalNamed('noodles');
    const context = contextAt(goal);
    const [fried, noodles] = [2, 3];
    const weights = rowOf(context, 'weights', fried);
    const query = rowOf(context, 'q', fried);
    const keys = weights.map((_, key) => rowOf(context, 'k', key));
    // dα/ds_j = α (δ_j − α_j). A score is the sum of q_c k_jc, without scaling.
    const byScore = weights.map(
      (weight, key) => weights[noodles] * (Number(key === noodles) - weight),
    );
    const expected = Object.fromEntries([
      ...query.map((_, c) => [
        `q.0.${fried}.${c}`,
        byScore.reduce((sum, value, key) => sum + value * keys[key][c], 0),
      ]),
      ...keys.flatMap((_, key) =>
        query.map((value, c) => [`k.0.${key}.${c}`, byScore[key] * value]),
      ),
    ]);
    const found = slopesOf(goal);
    assert.deepEqual(found.map(({ place }) => place).toSorted(), Object.keys(expected).toSorted());
    for (const { place, derivative } of found)
      assert.ok(Math.abs(derivative - expected[place]) < 1e-4, `${place}: ${derivative}`);
    const [largest] = Object.entries(expected).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
    const place = findBestChange(context, goal)?.place ?? '';
    assert.ok(Math.abs(Math.abs(expected[place]) - Math.abs(largest[1])) < 1e-4, place);
  });

  it('agrees with the derivative by the temperature, too', () => {
    const goal = goalNamed('temperature');
    const context = contextAt(goal);
    const [scores, weights] = ['scores', 'weights'].map((id) => rowOf(context, id, 1));
    const mean = scores.reduce((sum, score, i) => sum + score * weights[i], 0);
    // At temperature 1: dα_i/dT = −α_i (s_i − Σ α s).
    const expected = -weights[3] * (scores[3] - mean);
    const [{ derivative }] = slopesOf(goal);
    assert.ok(Math.abs(derivative - expected) < 1e-4, `${derivative} for ${expected}`);
  });

  it('asks for the power of e where a tenth of a score leads nowhere', () => {
    assert.match(goalNamed('twice').hint ?? '', /^e to which power is 2\?/);
  });

  it('names only what was changed once all moves are made, and nothing beyond the range', () => {
    const goal = goalNamed('noodles');
    const context = contextAt(goal);
    const used = contextAt(goal, { edits: editsWith(context, { 'k.0.0.0': 0, 'k.0.1.1': 0 }) });
    const hint = findBestChange(used, goal);
    assert.ok(['k.0.0.0', 'k.0.1.1'].includes(hint?.place ?? ''));
    const edge = contextAt(goal, { edits: editsWith(context, { 'k.0.0.0': -3, 'k.0.1.1': -3 }) });
    assert.equal(findBestChange(edge, goal), undefined);
  });

  it('keeps what is reached already', () => {
    const goal = goalNamed('tables');
    const edits = editsWith(contextAt(goal), { 'weights.0.1.0': 0.1 });
    assert.equal(findBestChange(contextAt(goal, { edits }), goal)?.place, 'weights.0.1.2');
  });

  it('says that equal words are told apart by no number', () => {
    const goal = goalNamed('places');
    for (const { place, derivative } of slopesOf(goal))
      assert.ok(Math.abs(derivative) < 1e-4, place);
    assert.deepEqual(findBestChange(contextAt(goal), goal)?.change, { positions: 'sinusoidal' });
  });
});

/** A large step, in hundredths. Take large steps until one would go too far, then single ones. */
const LARGE = 10;

/**
 * Follows a hint step by step as long as it helps, like a reader.
 * @param {Goal} goal
 * @param {CourseContext} context
 */
function follow(goal, context) {
  const hint = findBestChange(context, goal);
  assert.ok(hint, goal.id);
  const { place, direction, change } = hint;
  if (place === undefined || direction === undefined)
    return contextAt(goal, { ...context.state, ...change });
  const measure = goal.measures[hint.index];
  const way = findDirectionToGoal(measure, measure.read(context));
  const [low, high] = place === 'temperature' ? (goal.temperature ?? []) : goal.range;
  let [best, at, size] = [context, valueAt(context, place), LARGE];
  for (;;) {
    const value = Math.round(100 * at + direction * size) / 100;
    const next = contextAt(goal, { ...context.state, ...changeOf(context, place, value) });
    const isIn = value >= Number(low) && value <= Number(high);
    const helps = isIn && (measure.read(next) - measure.read(best)) * way > 0;
    const isThere = helps && findDirectionToGoal(measure, measure.read(next)) !== way;
    if (size > 1 && (!helps || isThere)) {
      size = 1;
      continue;
    }
    if (!helps) break;
    [best, at] = [next, value];
    if (isThere) break;
  }
  assert.notEqual(best, context, `${goal.id}: ${place}`);
  return best;
}

describe('hints, one after the other,', () => {
  for (const goal of goals)
    it(`lead to ${goal.id}`, () => {
      let context = contextAt(goal);
      for (let hintCount = 0; hintCount < 8 && !isReached(goal, context); hintCount++)
        context = follow(goal, context);
      assert.ok(isReached(goal, context));
    });
});
