// A session holds all that an element knows, without a document. This test drives a session as an
// element does.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { LabSession } from '../../web/session/lab-session.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { originBadge } from '../../web/views/overview.js';
import { viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { numbersOf, PROGRAM, READER, startSession } from './start-session.js';

/** @import { PageLoader } from '../../web/session/page-loader.js' */

it('begins with a training model even if features are added after its modules are loaded', async () => {
  const session = await startSession();
  session.dispatch({ guide: 'opening' }, PROGRAM);
  assert.equal(session.state.source, 'describer');
});

it('needs no document', () => assert.equal('document' in globalThis, false));

it('asks nothing to wait for its reader while no source is opening', async () => {
  const session = await startSession();
  session.evaluate();
  const { connections } = session;
  // Each race would stay in memory with a promise that stays open.
  connections.untilReaderAwaited = () => assert.fail('nothing is opening');
  await session.opened();
});

it('has no numbers and waits for nothing before its core is loaded', async () => {
  const session = new LabSession({ requestUpdate() {} });
  assert.deepEqual(session.results(), {});
  assert.equal(session.computeFor(1), false);
  await session.opened();
  assert.equal(session.compareWithBefore(), undefined);
});

describe('a set number', () => {
  const SCORES = 's.0.0.1:1;s.0.1.2:2;weights.0.0.0:0.5';
  const SETTINGS = 'o.0.1:3;q.1.1:4;x.eat.0:5';

  it('is removed with its word when a reader types another, and undo restores it', async () => {
    const session = await startSession();
    const edits = [SCORES, SETTINGS].join(';');
    session.dispatch({ sentence: 'They eat noodles', edits }, PROGRAM);
    const before = session.state.edits;
    session.dispatch({ sentence: 'They eat rice' }, READER);
    assert.doesNotMatch(session.state.edits, /s\.0\.1\.2/);
    for (const kept of ['s.0.0.1:1', 'weights.0.0.0:0.5', ...SETTINGS.split(';')])
      assert.ok(session.state.edits.split(';').includes(kept), kept);
    const { weights } = session.results();
    for (const row of [1, 2]) {
      const sum = weights.data.slice(3 * row, 3 * row + 3).reduce((all, value) => all + value, 0);
      assert.ok(Math.abs(sum - 1) < 1e-6, `${sum}`);
    }
    session.undo();
    assert.equal(session.state.edits, before);
  });

  it('costs no numbers when a reader types', async () => {
    const session = await startSession();
    session.dispatch({ sentence: 'They eat noodles', edits: SCORES }, PROGRAM);
    assert.equal(session.computeFor(-1), true);
    session.dispatch({ sentence: 'They eat rice' }, READER);
    let slices = 1;
    while (session.computeFor(-1)) slices++;
    assert.ok(slices > 5, `${slices} slices`);
  });

  it('stays when a program changes the sentence', async () => {
    const session = await startSession();
    session.dispatch({ sentence: 'They eat noodles', edits: SCORES }, PROGRAM);
    const before = session.state.edits;
    session.dispatch({ sentence: 'You cook rice' }, PROGRAM);
    assert.equal(session.state.edits, before);
  });

  /** @param {LabSession} session */
  const badgeOf = (session) => {
    const { computation } = session.evaluate();
    const { state } = session;
    const view = originBadge(viewContext({ state, computation }));
    return markup(view)
      .replace(/<[^>]*>/g, '')
      .trim();
  };
  const GIVEN = 'q.0.1:2;q.1.1:3';

  it('is counted in the same words for readers and programs', async () => {
    const session = await startSession();
    assert.doesNotMatch(badgeOf(session), /number/);
    session.dispatch({ edits: GIVEN }, PROGRAM);
    assert.match(badgeOf(session), / 2 numbers set by hand\.$/);
    session.dispatch({ edits: `${GIVEN};q.2.1:4` }, READER);
    const edited = badgeOf(session);
    assert.match(edited, / trained\. 3 numbers set by hand\.$/);
    const { step } = session.state;
    session.dispatch({ step }, PROGRAM);
    assert.equal(badgeOf(session), edited);
    session.undo();
    assert.match(badgeOf(session), / 2 numbers set by hand\.$/);
  });

  it('of the reader is not called the page’s on the page that checks numbers', async () => {
    const session = await startSession();
    session.dispatch({ edits: GIVEN }, READER);
    const inLab = badgeOf(session);
    session.dispatch({ edits: GIVEN, guide: 'practice-check' }, READER);
    assert.equal(badgeOf(session), inLab);
    session.dispatch({ guide: '', edits: GIVEN }, READER);
    assert.equal(badgeOf(session), inLab);
  });
});

describe('a change', () => {
  it('of the sentence gives other words and numbers', async () => {
    const session = await startSession();
    const before = numbersOf(session, 'weights');
    session.dispatch({ sentence: 'one two three' }, READER);
    const { computation } = session.evaluate();
    assert.deepEqual(computation.queryWords, ['one', 'two', 'three']);
    assert.equal(session.results().weights.shape.join(), `${DEFAULTS.heads},3,3`);
    assert.notDeepEqual(numbersOf(session, 'weights'), before);
  });

  it('to a causal mask hides later keys, and undo brings them back', async () => {
    const session = await startSession();
    const before = numbersOf(session, 'weights');
    session.dispatch({ mask: 'causal' }, READER);
    const [, second] = numbersOf(session, 'weights');
    assert.equal(second, 0);
    assert.deepEqual([session.canUndo, session.canRedo], [true, false]);
    session.undo();
    assert.deepEqual(numbersOf(session, 'weights'), before);
    session.redo();
    assert.equal(session.state.mask, 'causal');
  });

  it('of one number changes its table and everything computed from it', async () => {
    const session = await startSession();
    const before = numbersOf(session, 'output');
    session.dispatch({ edits: 'q.0.0.0:2.5' }, READER);
    assert.equal(numbersOf(session, 'q')[0], 2.5);
    assert.notDeepEqual(numbersOf(session, 'output'), before);
    assert.equal(session.evaluate().computation.originals.size, 1);
  });

  it('to an invalid value takes the nearest valid one', async () => {
    const session = await startSession();
    session.dispatch({ heads: 8, mask: 'nonsense', query: 99 }, PROGRAM);
    const { heads, mask, query } = session.state;
    assert.deepEqual([heads, mask], [4, 'none']);
    assert.equal(query, session.evaluate().computation.queryWords.length - 1);
  });

  it('of the reader’s does not change settings in a readonly session', async () => {
    const session = await startSession({}, { readonly: true });
    session.dispatch({ seed: 9, query: 1 }, READER);
    assert.deepEqual([session.state.seed, session.state.query], [DEFAULTS.seed, 1]);
    session.dispatch({ seed: 9 }, PROGRAM);
    assert.deepEqual([session.state.seed, session.canUndo], [9, false]);
  });

  it('is reported with its author', async () => {
    /** @type {unknown[]} */
    const told = [];
    const session = await startSession({ onChange: (changed, _, by) => told.push([changed, by]) });
    session.dispatch({ seed: 9 }, { by: 'page' });
    session.dispatch({ seed: 9 }, READER);
    session.undo();
    assert.deepEqual(told, [
      [['seed'], 'page'],
      [[], 'reader'],
      [['seed'], 'reader'],
    ]);
  });
});

it('computes in slices, and evaluates the rest at once', async () => {
  const session = await startSession();
  assert.equal(session.computeFor(-1), true);
  assert.ok(session.evaluate().computation.keyWords.length > 0);
  assert.equal(session.computeFor(-1), false);
});

it('compares with the state before an experiment', async () => {
  const session = await startSession();
  session.evaluate();
  session.dispatch({ mask: 'causal', before: 'v=1' }, READER);
  const { changed } = session.compareWithBefore()?.summary('weights') ?? {};
  assert.ok(Number(changed) > 0);
});

describe('a page of the course', () => {
  it('sets its settings once it is loaded, and keeps the answers', async () => {
    const session = await startSession();
    session.dispatch({ guide: 'order-causal', answers: 'why-flip_1*' }, PROGRAM);
    await session.pages.load(session.state);
    assert.equal(session.pages.isReady(session.state), true);
    const { guide, answers } = session.state;
    assert.deepEqual([guide, answers], ['order-causal', 'why-flip_1*']);
    assert.notEqual(session.state.sentence, DEFAULTS.sentence);
  });

  it('sets its settings after any other page, but not beside what the author has set', async () => {
    const partly = /** @type {const} */ ({ by: 'program', onto: 'requests' });
    const alone = await startSession();
    const open = async (/** @type {LabSession} */ session, /** @type {string} */ guide) => {
      session.dispatch({ guide }, partly);
      await session.pages.load(session.state);
      const { answers, ...state } = session.state;
      return state;
    };
    /** @type {Record<string, object>} */
    const pages = {};
    for (const guide of ['opening', 'why-flip', 'mixing-row', 'order-causal'])
      pages[guide] = await open(await startSession(), guide);
    for (const guide of ['why-flip', 'mixing-row', 'opening', 'order-causal', 'why-flip'])
      assert.deepEqual(await open(alone, guide), pages[guide]);
    alone.dispatch({ ...alone.state, ...pages['mixing-row'] }, { by: 'reader' });
    assert.deepEqual(await open(alone, 'order-causal'), pages['order-causal']);

    const authored = await startSession();
    authored.dispatch({ seed: 12 }, partly);
    for (const guide of ['order-causal', 'mixing-row']) {
      const { seed, sentence } = await open(authored, guide);
      assert.deepEqual([seed, sentence], [12, DEFAULTS.sentence]);
    }
  });

  it('with a bug in it computes other numbers', async () => {
    const session = await startSession();
    const before = numbersOf(session, 'weights');
    session.dispatch({ bug: 'scale-d' }, PROGRAM);
    session.evaluate();
    await session.opened();
    const { computation, refusal } = session.evaluate();
    assert.equal(refusal, undefined);
    assert.notDeepEqual([...computation.results.weights.data], before);
  });

  it('of an author’s chapter is shown once the chapter is set', async () => {
    const session = await startSession();
    const page = { id: 'one', title: 'One', text: 'Look.' };
    session.pages.setChapter(JSON.stringify({ title: 'Mine', pages: [page] }));
    assert.equal(session.state.guide, 'chapter');
    await session.pages.load(session.state);
    assert.equal(session.pages.authorChapter?.title, 'Mine');
    session.pages.setChapter(undefined);
    assert.equal(session.pages.authorChapter, undefined);
  });

  describe('of an author’s chapter, once another session has loaded the pages,', () => {
    const chapter = JSON.stringify({
      title: 'Mine',
      pages: [
        { id: 'a', title: 'A', text: 'A.', settings: { sentence: 'p q' } },
        { id: 'b', title: 'B', text: 'B.', settings: { sentence: 'r s t' } },
      ],
    });
    before(async () => (await startSession()).pages.load({ guide: 'why-flip' }));

    const cases = /** @type {[string, string, string, (pages: PageLoader) => void][]} */ ([
      ['chapter-b', 'r s t', 'before its chapter', () => {}],
      ['chapter-b', 'r s t', 'before its file', (pages) => pages.setChapter(null)],
      ['chapter', 'p q', 'before its chapter', () => {}],
    ]);
    for (const [name, sentence, when, wait] of cases)
      it(`opens if ${name} is named ${when} is there`, async () => {
        const session = await startSession();
        session.dispatch({ guide: name }, { by: 'program', onto: 'requests' });
        wait(session.pages);
        assert.equal(session.pages.findSimilarNames(name), undefined);
        session.pages.setChapter(chapter);
        await session.pages.load(session.state);
        assert.equal(session.state.sentence, sentence);
        assert.equal(session.pages.findSimilarNames(name), undefined);
        assert.notEqual(session.pages.findSimilarNames('chapter-c'), undefined);
      });

    it('says without a chapter that there is none, and opens once there is one', async () => {
      const session = await startSession();
      session.dispatch({ guide: 'chapter-b' }, { by: 'program', onto: 'requests' });
      await session.pages.load(session.state);
      assert.equal(session.pages.isReady(session.state), true);
      session.pages.setChapter(chapter);
      await session.pages.load(session.state);
      assert.deepEqual([session.state.guide, session.state.sentence], ['chapter-b', 'r s t']);
    });
  });

  /** Starts a session that waits for the text of an author's chapter. */
  async function startWaiting() {
    const session = await startSession();
    session.pages.setChapter(null);
    const loaded = session.pages.load(session.state);
    // The modules of the course are loaded; only the text is missing.
    await new Promise((resolve) => setImmediate(resolve));
    return { session, loaded };
  }

  it('is no longer awaited once its chapter is removed or another page is shown', async () => {
    const { session, loaded } = await startWaiting();
    session.pages.setChapter(undefined);
    await loaded;
    const left = await startWaiting();
    left.session.dispatch({ guide: '' }, PROGRAM);
    await left.loaded;
  });

  it('is awaited until the last of several chapters is complete or refused', async () => {
    const { session, loaded } = await startWaiting();
    let isLoaded = false;
    loaded.then(() => {
      isLoaded = true;
    });
    session.pages.setChapter(undefined);
    session.pages.setChapter(null);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isLoaded, false);
    session.pages.setChapter(
      JSON.stringify({ title: 'Mine', pages: [{ id: 'a', title: 'A', text: 'A.' }] }),
    );
    await loaded;
    assert.equal(session.pages.authorChapter?.title, 'Mine');
    const refused = await startWaiting();
    const error = new Error('No file.');
    refused.session.pages.refuseChapter(error);
    await refused.loaded;
    assert.equal(refused.session.pages.failure, error);
  });
});
