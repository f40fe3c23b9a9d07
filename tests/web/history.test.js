import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getSettings, SETTINGS } from '../../web/state/fields.js';
import { closeEntry, recordChange, restoreChange, startHistory } from '../../web/state/history.js';
import { normaliseState } from '../../web/state/normalise.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyState } from '../support/states.js';

/** @import { History } from '../../web/state/history.js' */
/** @import { State } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

const start = normaliseState({});

/** Applies changes one after the other. @param {(Partial<State> & { name?: string })[]} changes */
function applyChanges(changes) {
  let [history, state] = [startHistory(), start];
  for (const { name, ...change } of changes) {
    const after = normaliseState({ ...state, ...change });
    history = recordChange(history, state, after, name);
    state = after;
  }
  return { history, state };
}

/** @param {{ history: History, state: State }} now */
function undoOnce({ history, state }) {
  const result = restoreChange(history, state, 'past');
  assert.ok(result, 'there was nothing to undo');
  return result;
}

/** @param {{ history: History, state: State }} now */
function redoOnce({ history, state }) {
  const result = restoreChange(history, state, 'future');
  assert.ok(result, 'there was nothing to redo');
  return result;
}

/** @param {string} word @param {string} name */
const typeWord = (word, name) =>
  [...word].map((_, i) => ({ sentence: `They ${word.slice(0, i + 1)}`, name }));

describe('undo and redo', () => {
  it('move back and forth through the changes', () => {
    const end = applyChanges([{ seed: 8 }, { mask: 'causal' }, { heads: 4 }]);
    const undone = undoOnce(end);
    assert.deepEqual([undone.state.heads, undone.state.mask, undone.state.seed], [2, 'causal', 8]);
    const undoneThrice = undoOnce(undoOnce(undone));
    assert.deepEqual(undoneThrice.state, start);
    assert.equal(restoreChange(undoneThrice.history, undoneThrice.state, 'past'), undefined);
    const again = redoOnce(redoOnce(redoOnce(undoneThrice)));
    assert.deepEqual(again.state, end.state);
    assert.equal(restoreChange(again.history, again.state, 'future'), undefined);
  });

  it('do not record a change of the view', () => {
    const viewed = applyChanges([
      { step: 'weights' },
      { query: 3, head: 1 },
      { cell: 'q.0.0.0', guide: 'why' },
    ]);
    assert.equal(restoreChange(viewed.history, viewed.state, 'past'), undefined);
    const { history } = applyChanges([{ seed: 8 }]);
    assert.equal(recordChange(history, start, normaliseState({ step: 'weights' })), history);
  });

  it('keep the view', () => {
    const { history, state } = applyChanges([{ seed: 8 }]);
    const looking = normaliseState({ ...state, step: 'output', query: 2, head: 1, key: 3 });
    assert.deepEqual(undoOnce({ history, state: looking }).state, { ...looking, seed: 7 });
  });

  it('move the selection if its word no longer exists', () => {
    const { history, state } = applyChanges([{ sentence: 'one two three four five six' }]);
    const { query } = undoOnce({ history, state: normaliseState({ ...state, query: 5 }) }).state;
    assert.equal(query, 3);
  });

  it('drop the redo entries at a new change', () => {
    const back = undoOnce(applyChanges([{ seed: 8 }]));
    const other = normaliseState({ ...back.state, seed: 9 });
    const history = recordChange(back.history, back.state, other);
    assert.equal(restoreChange(history, other, 'future'), undefined);
    assert.equal(undoOnce({ history, state: other }).state.seed, 7);
  });

  it('keep the redo entries at a change of the page', () => {
    const back = undoOnce(applyChanges([{ seed: 8 }]));
    const otherStep = normaliseState({ ...back.state, step: 'weights' });
    const history = recordChange(back.history, back.state, otherStep);
    assert.equal(redoOnce({ history, state: otherStep }).state.seed, 8);
  });

  it('treat letters typed into one text as one change', () => {
    const end = applyChanges([{ seed: 8 }, ...typeWord('drink', 'sentence')]);
    assert.equal(end.state.sentence, 'They drink');
    const undone = undoOnce(end);
    assert.deepEqual([undone.state.sentence, undone.state.seed], [start.sentence, 8]);
    assert.equal(undoOnce(undone).state.seed, 7);
    assert.equal(redoOnce(undone).state.sentence, 'They drink');
  });

  it('separate changes of another name, of another entry, or of two entries at once', () => {
    const slid = { temperature: 2, name: 'slider' };
    const named = applyChanges([slid, { temperature: 3, name: 'other' }]);
    assert.equal(undoOnce(named).state.temperature, 2);
    const entries = applyChanges([slid, { dropout: 0.5, name: 'slider' }]);
    assert.deepEqual(
      [undoOnce(entries).state.temperature, undoOnce(entries).state.dropout],
      [2, 0],
    );
    const two = applyChanges([slid, { temperature: 3, dropout: 0.5, name: 'slider' }]);
    assert.equal(undoOnce(two).state.temperature, 2);
    const between = applyChanges([slid, { seed: 8 }, { temperature: 3, name: 'slider' }]);
    assert.equal(undoOnce(between).state.temperature, 2);
  });

  it('begin a new change of a slider after an undo or redo', () => {
    const slid = applyChanges([
      { temperature: 2, name: 'first' },
      { temperature: 3, name: 'slider' },
    ]);
    const back = undoOnce(slid);
    const after = normaliseState({ ...back.state, temperature: 5 });
    const history = recordChange(back.history, back.state, after, 'slider');
    assert.equal(undoOnce({ history, state: after }).state.temperature, 2);
    const forth = redoOnce(back);
    const more = normaliseState({ ...forth.state, temperature: 6 });
    const longer = recordChange(forth.history, forth.state, more, 'slider');
    assert.equal(undoOnce({ history: longer, state: more }).state.temperature, 3);
  });

  it('record nothing if a slider returns to its start', () => {
    const end = applyChanges([2, 3, 1].map((temperature) => ({ temperature, name: 'slider' })));
    assert.equal(restoreChange(end.history, end.state, 'past'), undefined);
  });

  it('keep all entries at a change from outside, and end the change of a slider', () => {
    const slid = applyChanges([{ seed: 8 }, { seed: 9 }, { temperature: 2, name: 'slider' }]);
    const two = undoOnce(undoOnce(slid));
    const history = closeEntry(two.history);
    assert.equal(undoOnce({ history, state: two.state }).state.seed, 7);
    assert.equal(redoOnce(redoOnce({ history, state: two.state })).state.temperature, 2);
    const after = normaliseState({ ...slid.state, temperature: 3 });
    const joined = recordChange(closeEntry(slid.history), slid.state, after, 'slider');
    assert.equal(undoOnce({ history: joined, state: after }).state.temperature, 2);
  });

  it('never join two changes without a name', () => {
    const end = applyChanges([{ temperature: 2 }, { temperature: 1 }]);
    assert.equal(undoOnce(end).state.temperature, 2);
    assert.equal(undoOnce(undoOnce(end)).state.temperature, 1);
  });

  it('record at most 200 changes', () => {
    let now = applyChanges(Array.from({ length: 250 }, (_, i) => ({ seed: 1000 + i })));
    for (let i = 0; i < 200; i++) now = undoOnce(now);
    assert.equal(now.state.seed, 1049);
    assert.equal(restoreChange(now.history, now.state, 'past'), undefined);
    for (let i = 0; i < 200; i++) now = redoOnce(now);
    assert.equal(now.state.seed, 1249);
  });

  it('never modify a history', () => {
    const { history, state } = applyChanges([{ seed: 8 }, { seed: 9 }]);
    const copy = structuredClone(history);
    undoOnce({ history, state });
    recordChange(history, state, start);
    assert.deepEqual(structuredClone(history), copy);
    for (const part of [history, history.past, history.future, ...history.past]) {
      assert.ok(Object.isFrozen(part));
    }
  });

  it('return to the start and to the end for any changes', () => {
    const name = fc.constantFrom('', 'slider');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyState, name), { maxLength: 12 }), (steps) => {
        let [history, state] = [startHistory(), start];
        for (const [after, label] of steps) {
          history = recordChange(history, state, after, label);
          state = after;
        }
        let now = { history, state };
        const { length } = history.past;
        for (let i = 0; i < length; i++) now = undoOnce(now);
        assert.deepEqual(getSettings(now.state), getSettings(start));
        assert.deepEqual(normaliseState(now.state), now.state);
        for (let i = 0; i < length; i++) now = redoOnce(now);
        for (const entry of SETTINGS) assert.equal(now.state[entry], state[entry]);
      }),
      { numRuns: reduceCaseCount(200) },
    );
  });
});

describe('undo and redo', () => {
  it('keep the selected words selected', () => {
    const before = normaliseState({ sentence: 'eat fried noodles', query: 0, key: 1, pin: 2 });
    const after = normaliseState({
      ...before,
      sentence: 'They eat fried noodles',
      query: 1,
      key: 2,
      pin: 3,
    });
    const back = undoOnce({ history: recordChange(startHistory(), before, after), state: after });
    assert.deepEqual([back.state.query, back.state.key, back.state.pin], [0, 1, 2]);
    const forth = redoOnce(back);
    assert.deepEqual([forth.state.query, forth.state.key, forth.state.pin], [1, 2, 3]);
  });
  it('tell a word with a comma from two words', () => {
    const before = normaliseState({ sentence: 'a b,c c', query: 2, key: 1, pin: 0 });
    const after = normaliseState({ ...before, sentence: 'a,b c', query: 1 });
    const back = undoOnce({ history: recordChange(startHistory(), before, after), state: after });
    assert.equal(back.state.query, 2);
  });
  it('keep a pinned word of the second sentence pinned', () => {
    const before = normaliseState({
      sentence: 'le chat',
      target: 'the black cat sat',
      pin: 1,
      query: 2,
    });
    const after = normaliseState({ ...before, target: 'see the black cat sat', pin: 2, query: 3 });
    const back = undoOnce({ history: recordChange(startHistory(), before, after), state: after });
    assert.deepEqual([back.state.query, back.state.pin], [2, 1]);
  });
  it('keep the second of two equal words selected', () => {
    const before = normaliseState({ sentence: 'the cat saw the dog', query: 3, key: 0 });
    const after = normaliseState({
      ...before,
      sentence: 'then the cat saw the old dog',
      query: 4,
      key: 1,
    });
    const back = undoOnce({ history: recordChange(startHistory(), before, after), state: after });
    assert.deepEqual([back.state.query, back.state.key], [3, 0]);
  });
  it('keep the place of a removed selected word, or select its last occurrence', () => {
    const before = normaliseState({ sentence: 'a b a', query: 0, key: 1, pin: 2 });
    const after = normaliseState({ sentence: 'a c c', query: 1, key: 2, pin: 0 });
    const back = undoOnce({ history: recordChange(startHistory(), before, after), state: after });
    assert.deepEqual([back.state.query, back.state.key, back.state.pin], [1, 2, 0]);
    const forth = redoOnce({
      ...back,
      state: normaliseState({ ...before, query: 2, pin: 0, key: 0 }),
    });
    // One `a` is left, and the second of the two moves to it.
    assert.deepEqual([forth.state.query, forth.state.key, forth.state.pin], [0, 0, 0]);
  });
});
