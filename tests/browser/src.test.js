import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { floats, npy } from '../sources/written.js';
import { onHostPages, onHostPagesOnce, plainPage, untilSettled } from './host.js';

/**
 * @import { Host, Page } from './host.js'
 * @import { Server } from 'node:http'
 * @import { AddressInfo } from 'node:net'
 */

const WEIGHTS = JSON.stringify({
  weights: [
    [0.75, 0.25],
    [0.5, 0.5],
  ],
  tokens: ['the', 'cat'],
});

/** @param {string} title @param {string} text */
const chapter = (title, text) =>
  JSON.stringify({ title, pages: [{ id: 'one', title, settings: { heads: 1 }, text }] });

const FILES = {
  'weights.json': WEIGHTS,
  'other.json': JSON.stringify([
    [
      [1, 0, 0],
      [0.5, 0.25, 0.25],
      [0, 0, 1],
    ],
  ]),
  'translator.json': JSON.stringify({
    attentionLab: 1,
    maps: {
      cross: {
        words: { queries: ['il'], keys: ['he', 'is'] },
        tensors: { weights: [[0.25, 0.75]] },
      },
      encoder: { words: { queries: ['he'], keys: ['he'] }, tensors: { weights: [[1]] } },
    },
  }),
  'qkv.json': JSON.stringify({ q: [[1]], k: [[1]], v: [[1]] }),
  'page.json': '<!doctype html><title>Not here</title>',
  'masks.json': chapter('Masks', 'What a mask hides.'),
  'scores.json': chapter('Scores', 'What a score is.'),
  'broken.json': '{ "title": "Masks" }',
};

/** Returns what the map shows, and what its listeners heard. @param {Page} page */
const readMap = (page) =>
  page.evaluate(async () => {
    while (!(await attentionMap.updateComplete));
    return {
      numbers: allInMap('td[data-value]').map(({ dataset }) => Number(dataset.value)),
      words: allInMap('tbody th').map((word) => word.textContent?.trim()),
      alert: inMap('[role=alert]')?.textContent?.trim() ?? '',
      errors: kept.errors.splice(0),
    };
  });

function listen() {
  kept.errors = [];
  document.addEventListener('attention-error', (event) =>
    kept.errors.push(/** @type {CustomEvent} */ (event).detail.message),
  );
}

/** @param {string} attributes */
const mapPage = (attributes) => plainPage(`<attention-map ${attributes}></attention-map>`);

/** @param {Page} page @param {string} src */
const setSrc = (page, src) =>
  page.evaluate((to) => {
    attentionMap.src = to;
  }, src);

/**
 * Opens a page next to the files. The test reads the page's complaints itself.
 * @param {Host} host
 */
const openWithFiles =
  ({ open }) =>
  (/** @type {string} */ html, /** @type {object} */ more = {}) =>
    open({ html, files: FILES, early: listen, mayComplain: true, ...more });

onHostPages('a map with src', (host, _name, once) => {
  const open = openWithFiles(host);

  it('shows the weights and the tokens of its file', async () => {
    const { page, readComplaints, requests } = await open(mapPage('src="weights.json"'));
    assert.deepEqual(await readMap(page), {
      numbers: [0.75, 0.25, 0.5, 0.5],
      words: ['the', 'cat'],
      alert: '',
      errors: [],
    });
    assert.deepEqual(readComplaints(), []);
    assert.equal(requests().filter((path) => path === '/weights.json').length, 1);
  });

  once('a lab with src says that a file of weights belongs to a map', async () => {
    for (const name of ['weights.json', 'w.npy', 'translator.json']) {
      const { page } = await open(plainPage(`<attention-lab src="${name}"></attention-lab>`), {
        files: { ...FILES, 'w.npy': /** @type {any} */ (npy([1, 2], floats([0.5, 0.5]))) },
      });
      await page.waitForFunction(() => kept.errors.length > 0);
      const sentence = `The file ${name} holds weights, not a chapter: <attention-map src="${name}"> shows them.`;
      assert.deepEqual(await page.evaluate(() => kept.errors), [sentence]);
      await page.waitForFunction(() => inLab('[role=alert]'));
      assert.equal(await page.evaluate(() => inLab('[role=alert]')?.textContent?.trim()), sentence);
    }
  });

  once('shows a .npy file, with the tokens that are set', async () => {
    const { page } = await open(mapPage('src="w.npy" row-tokens="le chat"'), {
      files: { ...FILES, 'w.npy': /** @type {any} */ (npy([1, 2, 2], floats([1, 0, 0.25, 0.75]))) },
    });
    const { numbers, words } = await readMap(page);
    assert.deepEqual(
      [numbers, words],
      [
        [1, 0, 0.25, 0.75],
        ['le', 'chat'],
      ],
    );
  });

  it('shows the map named after # in its address, or the first', async () => {
    const { page } = await open(mapPage('src="translator.json#encoder"'));
    assert.deepEqual((await readMap(page)).words, ['he']);
    await setSrc(page, 'translator.json');
    assert.deepEqual((await readMap(page)).words, ['il']);
    await setSrc(page, 'translator.json#decoder');
    const { words, alert } = await readMap(page);
    assert.deepEqual(words, ['il']);
    assert.match(
      alert,
      /^The file has no map “decoder”; the nearest is encoder\. It has encoder, cross: write one/,
    );
    await setSrc(page, 'translator.json#encoder');
    const { numbers, alert: gone } = await readMap(page);
    assert.deepEqual([numbers, gone], [[1], '']);
  });

  it('says why a file cannot load, keeps its weights, and shows the next file', async () => {
    const { page } = await open(mapPage('src="weights.json"'));
    const before = await readMap(page);
    /** @type {[string, RegExp][]} */
    const wrong = [
      ['nowhere.npy', /^The file nowhere\.npy did not load: the server answered 404\.$/],
      ['page.json', /^The file page\.json cannot be read: .*\.$/],
      ['qkv.json', /^The file qkv\.json has q, k and v; a map shows weights alone/],
      ['http://[', /^src="http:\/\/\[" is not the address of a file\.$/],
      [
        'http://127.0.0.1:1/w.npy',
        /^The file w\.npy did not load: http:\/\/127\.0\.0\.1:1 gave no answer, or does not allow/,
      ],
    ];
    for (const [src, sentence] of wrong) {
      await setSrc(page, src);
      const { alert, errors, ...rest } = await readMap(page);
      assert.match(alert, sentence);
      assert.deepEqual(errors, [alert]);
      assert.deepEqual(rest, { numbers: before.numbers, words: before.words }, src);
      await setSrc(page, 'weights.json');
      assert.deepEqual(await readMap(page), before, `after ${src}`);
    }
  });

  once('says so if it shows nothing yet', async () => {
    const { page } = await open(mapPage('src="nowhere.npy"'));
    const { alert, numbers } = await readMap(page);
    assert.match(alert, /the server answered 404/);
    assert.deepEqual(numbers, []);
    await page.evaluate(() => {
      attentionMap.weights = [[1]];
    });
    assert.deepEqual(await readMap(page), {
      numbers: [1],
      words: ['1'],
      alert: '',
      errors: [],
    });
  });

  it('names the policy that forbids it', async () => {
    const { page } = await open(mapPage('src="weights.json"'), {
      policy: "default-src 'none'; script-src 'self'; style-src 'self'",
    });
    const { alert } = await readMap(page);
    assert.match(
      alert,
      /^The file weights\.json did not load: the policy of this page forbids it; connect-src http:/,
    );
  });

  // Firefox may allow it.
  once('says that a page from a file cannot load others', async () => {
    const { page } = await open(mapPage('src="weights.json"'), { from: 'file' });
    assert.match(
      (await readMap(page)).alert,
      /a page that is opened as a file may not load others/,
    );
  });

  once('says which addresses a page from a server cannot load', async () => {
    for (const [src, reason] of /** @type {const} */ ([
      ['file:///tmp/weights.npy', /a page from a server may not load files of the computer/],
      ['javascript:alert(1)', /src="javascript:alert\(1\)" is not the address of a file/],
    ])) {
      const { page, readComplaints } = await open(mapPage(`src="${src}"`));
      assert.match((await readMap(page)).alert, reason);
      readComplaints();
    }
  });

  once('leaves neither weights nor a message once src is removed', async () => {
    const { page } = await open(mapPage('src="weights.json" weights="[[1]]"'));
    for (const src of ['weights.json', 'nowhere.json']) {
      await setSrc(page, src);
      await readMap(page);
      await setSrc(page, '');
      const { numbers, alert } = await readMap(page);
      assert.deepEqual([numbers, alert], [[1], ''], src);
    }
  });

  once('is fetched only once the map is near the view', async () => {
    const { page, requests } = await open(
      plainPage(`<p>Before</p><div style="height: 6000px"></div>
        <attention-map src="weights.json"></attention-map>`),
    );
    await page.evaluate(() => nextFrames(4));
    assert.ok(!requests().includes('/weights.json'));
    await page.evaluate(() => attentionMap.scrollIntoView());
    await page.waitForFunction(() => inMap('td[data-value]'));
  });
});

onHostPagesOnce('a request for a file', (host) => {
  /** @type {Server} */
  let server;
  let url = '';
  /** Called when an unanswered request ends. */
  let onAborted = () => {};
  /** Answers `held.json`. */
  let answer = () => {};
  /** Starts a server that never answers `slow.json`, and `held.json` when the test calls `answer`. */
  before(async () => {
    server = createServer((request, response) => {
      const name = String(request.url);
      const send = () =>
        response.writeHead(200, { 'access-control-allow-origin': '*' }).end(WEIGHTS);
      if (name === '/slow.json') response.on('close', () => onAborted());
      else if (name === '/held.json') answer = send;
      else send();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {AddressInfo} */ (server.address());
    url = `http://127.0.0.1:${port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is aborted when src changes or the map is removed, and repeated when the map returns', async () => {
    const { page } = await host.open({ html: mapPage(''), early: listen });
    const slow = `${url}/slow.json`;
    const isAborted = () =>
      new Promise((resolve) => {
        onAborted = () => resolve(undefined);
      });
    const requested = () => new Promise((resolve) => server.once('request', resolve));
    let next = requested();
    await setSrc(page, slow);
    await next;
    let end = isAborted();
    await setSrc(page, `${url}/weights.json`);
    await end;
    assert.deepEqual((await readMap(page)).numbers, [0.75, 0.25, 0.5, 0.5]);
    next = requested();
    await setSrc(page, slow);
    await next;
    end = isAborted();
    await page.evaluate(() => {
      kept.map = attentionMap;
      attentionMap.remove();
    });
    await end;
    next = requested();
    await page.evaluate(() => document.body.append(kept.map));
    await next;
    end = isAborted();
    await setSrc(page, '');
    await end;
    assert.deepEqual((await readMap(page)).errors, []);
  });

  it('goes on when the map is moved', async () => {
    const { page } = await host.open({ html: mapPage(''), early: listen });
    let requests = 0;
    const count = () => requests++;
    server.on('request', count);
    const requested = new Promise((resolve) => server.once('request', resolve));
    await setSrc(page, `${url}/held.json`);
    await requested;
    await page.evaluate(async () => {
      document.body.prepend(attentionMap);
      await nextFrames(4);
    });
    answer();
    await page.waitForFunction(() => inMap('td[data-value]'));
    assert.deepEqual((await readMap(page)).numbers, [0.75, 0.25, 0.5, 0.5]);
    server.off('request', count);
    assert.equal(requests, 1);
  });

  it('keeps `ready` and an export waiting while the map is off the page', async () => {
    const { page } = await host.open({ html: mapPage(''), early: listen });
    const requested = new Promise((resolve) => server.once('request', resolve));
    const aborted = new Promise((resolve) => {
      onAborted = () => resolve(undefined);
    });
    await setSrc(page, `${url}/slow.json`);
    await requested;
    await page.evaluate(() => {
      const map = attentionMap;
      /** @type {string[]} */
      const outcomes = [];
      Object.assign(kept, { map, outcomes });
      const wait = (/** @type {string} */ name, /** @type {Promise<unknown>} */ promise) =>
        promise.then(
          () => outcomes.push(name),
          () => outcomes.push(`no ${name}`),
        );
      wait('ready', map.ready);
      map.remove();
      wait('export', map.export('csv'));
    });
    await aborted;
    const readOutcomes = () => page.evaluate(() => kept.outcomes);
    await page.evaluate(() => nextFrames(4));
    assert.deepEqual(await readOutcomes(), []);
    await page.evaluate(async (src) => {
      const { map } = kept;
      map.src = src;
      document.body.append(map);
      await map.ready;
    }, `${url}/weights.json`);
    await page.waitForFunction(() => kept.outcomes.length === 2);
    assert.deepEqual(await readOutcomes(), ['ready', 'export']);
  });
});

onHostPages('a lab with src', (host, _name, once) => {
  const open = openWithFiles(host);

  const html = plainPage('<attention-lab src="masks.json" hide="course"></attention-lab>');

  /** @param {Page} page */
  const readLab = (page) =>
    page.evaluate(async () => {
      await lab.ready;
      while (!(await lab.updateComplete));
      return {
        title: inLab('.step-title')?.textContent?.trim() ?? '',
        alert: inLab('.status[role=alert]')?.textContent?.trim() ?? '',
        errors: kept.errors.splice(0),
      };
    });

  /** @param {Page} page @param {string} src @param {string} what */
  const follow = async (page, src, what) => {
    await page.evaluate((to) => {
      lab.src = to;
    }, src);
    await page.waitForFunction(
      (text) =>
        inLab('.step-title')?.textContent?.includes(text) ||
        kept.errors.some((/** @type {string} */ error) => error.includes(text)),
      {},
      what,
    );
  };

  it('opens the chapter of its file, and of another file', async () => {
    const { page, readComplaints } = await open(html);
    assert.deepEqual(await readLab(page), { title: 'Masks', alert: '', errors: [] });
    await follow(page, 'scores.json', 'Scores');
    assert.deepEqual(readComplaints(), []);
  });

  once('keeps its chapter if the next cannot load or be read', async () => {
    const { page } = await open(html);
    await readLab(page);
    await follow(page, 'nowhere.json', 'the server answered 404');
    await follow(page, 'broken.json', 'pages');
    const { title, errors } = await readLab(page);
    assert.equal(title, 'Masks');
    assert.equal(errors.length, 2);
    await follow(page, 'scores.json', 'Scores');
  });

  once('says why its first file cannot load, and opens the next', async () => {
    const { page } = await open(html.replace('masks', 'nowhere'));
    const { alert, errors } = await readLab(page);
    assert.match(alert, /^The file nowhere\.json did not load: the server answered 404\.$/);
    assert.deepEqual(errors, [alert]);
    await follow(page, 'masks.json', 'Masks');
    assert.equal((await readLab(page)).alert, '');
  });

  once('is ready once something else replaces a file that never arrives', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = /** @type {AddressInfo} */ (server.address());
    const slow = `<attention-lab src="http://127.0.0.1:${port}/slow.json"></attention-lab>`;
    const replacements = [
      () => lab.removeAttribute('src'),
      () => lab.setState({ guide: '', step: 'scores' }),
      () => lab.insertAdjacentHTML('beforeend', '<script type="application/json">{}</script>'),
    ];
    try {
      for (const replace of replacements) {
        // The page may ask for its file before it is open.
        const next = new Promise((resolve) => server.once('request', resolve));
        const { page } = await open(plainPage(slow), { mayComplain: true });
        await page.evaluate(() => void lab.ready);
        await next;
        await page.evaluate(replace);
        const kind = await page.evaluate(() => lab.ready.then(() => typeof lab.getState()));
        assert.equal(kind, 'object');
      }
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  once('with compact, also says why a chapter does not load or cannot be read', async () => {
    const { page } = await open(
      plainPage(`<attention-lab compact src="nowhere.json"></attention-lab>
        <attention-lab compact><script type="application/json">{"title": "Masks"}</script></attention-lab>
        <attention-lab compact src="masks.json"></attention-lab>`),
    );
    await untilSettled(page);
    const seen = await page.$$eval('attention-lab', (labs) =>
      labs.map(({ shadowRoot }) => {
        const texts = [
          ...(shadowRoot?.querySelectorAll('.prose:not(.setup, .task), .setup > p, [role=alert]') ??
            []),
        ];
        return texts.filter((text) => text.checkVisibility()).map((text) => text.textContent);
      }),
    );
    assert.match(seen[0].join(), /the server answered 404/);
    assert.match(seen[1].join(), /pages/);
    assert.deepEqual(seen[2], []);
  });
});
