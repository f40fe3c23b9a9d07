import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { makeComputation } from '../../web/session/computation.js';
import { DEFAULTS, SETTINGS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import {
  changeToPreset,
  findPreset,
  findShownPreset,
  listPresets,
  makePresetState,
} from '../../web/state/presets.js';
import { getSourceSlot, isLearningModel } from '../../web/state/source-kinds.js';
import { splitWords } from '../../web/state/words.js';
import '../support/names.js';

const attention = await loadAttention();

/** @param {string} id */
const computation = (id) => makeComputation(attention, normaliseState(makePresetState(id)));
/**
 * Features compute the other presets from learned numbers. `tests/models` and `tests/pretrained`
 * test those.
 */
const plain = listPresets().filter(({ state }) => !getSourceSlot(normaliseState(state)));

describe('the presets', () => {
  it('each have an id, a name and a note', () => {
    assert.equal(new Set(listPresets().map(({ id }) => id)).size, listPresets().length);
    for (const { name, note } of listPresets()) assert.ok(name && /^[^!]+\.$/.test(note), note);
  });

  for (const { id, state } of listPresets()) {
    it(`${id} sets every setting, and is a valid state`, () => {
      const full = makePresetState(id);
      assert.deepEqual(Object.keys(full).toSorted(), SETTINGS.toSorted());
      assert.deepEqual(normaliseState(full), {
        ...normaliseState({ source: full.source }),
        ...full,
      });
      for (const [name, value] of Object.entries(state)) {
        assert.notEqual(value, DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)], name);
      }
    });

    it(`${id} is recognised by its settings in every view`, () => {
      const there = normaliseState({
        ...makePresetState(id),
        step: 'weights',
        query: 0,
        guide: 'why',
      });
      assert.equal(findPreset(there), id);
      assert.equal(findPreset(normaliseState({ ...there, seed: 8 })), undefined);
    });
  }

  for (const { id } of plain) {
    it(`${id} computes, and every number is finite`, () => {
      const { results } = computation(id);
      assert.ok(Object.keys(results).length > 0);
      for (const [name, { data }] of Object.entries(results)) {
        assert.ok(data.length > 0 && data.every(Number.isFinite), name);
      }
    });
  }

  it('of models are in the order to try them, toys last', () => {
    const models = listPresets().filter(({ state }) => isLearningModel(normaliseState(state)));
    assert.deepEqual(
      models.slice(0, 6).map(({ id }) => id),
      ['describer', 'pronoun', 'mini', 'translator-father', 'translator-jane', 'toy-previous'],
    );
  });

  it('in the list are at most fifteen with two toys, and a toy’s panel has the others', () => {
    const listed = listPresets().filter(({ isUnlisted }) => !isUnlisted);
    assert.ok(listed.length <= 15, `${listed.length}`);
    const toys = listed.filter(({ state }) => state.source === 'toy');
    assert.deepEqual(
      toys.map(({ id }) => id),
      ['toy-previous', 'toy-induction'],
    );
    const sizes = listed.filter(({ state }) =>
      Object.keys(state).every((name) => /^(heads|dModel)$/.test(name)),
    );
    assert.deepEqual(
      sizes.map(({ id }) => id),
      ['noodles'],
      'none is only a size',
    );
  });

  it('replace everything that was set before', () => {
    const odd = normaliseState({
      mechanism: 'additive',
      mask: 'causal',
      edits: 'q.0.0:1',
      seed: 9,
    });
    assert.equal(findPreset(odd), undefined);
    assert.deepEqual(normaliseState({ ...odd, ...makePresetState('noodles') }), DEFAULTS);
  });

  it('of a real model keep the reader’s sentence and word, and no other preset does', () => {
    const typed = normaliseState({ sentence: 'My grandmother bakes cake', query: 3, key: 2 });
    const opened = normaliseState({ ...typed, ...changeToPreset(typed, 'real-model') });
    assert.deepEqual(
      [opened.sentence, opened.query, opened.key, opened.source],
      ['My grandmother bakes cake', 3, -1, 'pretrained'],
    );
    assert.equal(findPreset(opened), 'real-model', 'its note stays');
    for (const { id, query } of listPresets().filter(({ forSentence }) => !forSentence)) {
      const change = changeToPreset(typed, id);
      assert.equal(change.sentence, makePresetState(id).sentence, id);
      assert.equal(change.query, query, id);
    }
    const article = normaliseState(makePresetState('article'));
    assert.equal(changeToPreset(article, 'real-model').sentence, DEFAULTS.sentence);
  });

  it('stay chosen for a real model of any settings, and for nothing else', () => {
    const odd = { sentence: 'We like green tea', head: 3, silence: '1.2' };
    const shown = (/** @type {object} */ state) => findShownPreset(normaliseState(state));
    assert.equal(shown({ ...odd, source: 'pretrained' }), 'real-model');
    assert.equal(shown({ ...odd, source: 'pretrained', model: 'a/b' }), 'real-model');
    assert.equal(shown(makePresetState('article-in-model')), 'article-in-model');
    for (const source of ['seed', 'describer', 'own'])
      assert.equal(shown({ ...odd, source }), undefined);
  });

  it('stay chosen for a model at any step of its training', () => {
    for (const id of ['describer', 'pronoun', 'mini', 'toy-induction']) {
      const there = { ...makePresetState(id), training: 300 };
      assert.equal(findShownPreset(normaliseState(there)), id);
      assert.equal(findPreset(normaliseState(there)), undefined, 'its note is about the end');
    }
  });

  it('give the defaults for an unknown id', () => {
    assert.equal(findPreset(normaliseState(makePresetState('constructor'))), 'noodles');
  });

  it('have the articles’ sentences', () => {
    /** @param {string} id */
    const words = (id) => computation(id).keyWords.join(' ');
    assert.equal(words('noodles'), 'They eat fried noodles');
    assert.equal(words('hello'), 'Hello I love you');
    assert.equal(words('jane'), "Jane visite l'Afrique en septembre");
  });

  it('have eight words in the sentence about the father, with accent and apostrophe', () => {
    const { queryWords, keyWords, results } = computation('father');
    assert.equal(keyWords.join(' '), "il n'est pas aussi grand que son père");
    assert.equal(queryWords.join(' '), 'he is not as tall as his father');
    assert.deepEqual(results.weights.shape, [2, 8, 8]);
  });

  it('of models begin with seed 0, and select the word that they are about', () => {
    const looks = /** @type {Record<string, string>} */ ({
      describer: 'tired',
      pronoun: 'it',
      mini: 'they',
      'translator-father': "n'est",
      'translator-jane': 'visite',
      'toy-previous': 'a',
      'toy-mirror': 'a',
      'toy-previous-and-mirror': 'a',
      'toy-recall': 'a',
      'toy-induction': 'a',
      'toy-order': '?',
      'toy-order-without-positions': '?',
    });
    const models = listPresets().filter(({ state }) => isLearningModel(normaliseState(state)));
    assert.deepEqual(models.map(({ id }) => id).toSorted(), Object.keys(looks).toSorted());
    for (const { id, state, query } of models) {
      const full = normaliseState(state);
      assert.equal(splitWords(full.sentence).words[query], looks[id], id);
      assert.equal(full.seed, 0);
      if (id.startsWith('toy-')) assert.equal(`toy-${full.task}`, id);
      else assert.equal(full.source, id.split('-')[0]);
    }
    // All other presets select the second word.
    for (const { query } of plain) assert.equal(query, 1);
  });

  it('of toys have sentences that their task can answer', () => {
    const words = (/** @type {string} */ id) =>
      splitWords(String(makePresetState(id).sentence)).words;
    // The questions of `recall` ask for the letters of the pairs in another order. In `induction`,
    // a beginning is repeated.
    const recall = words('toy-recall');
    const pairs = recall.filter((word) => word.length === 2).map(([letter]) => letter);
    assert.deepEqual(recall.slice(pairs.length).toSorted(), pairs.toSorted());
    const induction = words('toy-induction');
    assert.ok(new Set(induction).size < induction.length);
    assert.equal(words('toy-order').join(' '), 'the dog bites the man ?');
    assert.deepEqual(words('toy-order-without-positions'), words('toy-order'));
    for (const id of ['toy-mirror', 'toy-previous-and-mirror'])
      assert.deepEqual(words(id), words('toy-previous'));
    assert.ok(words('toy-previous').every((word) => /^[a-l]$/.test(word)));
  });
});
