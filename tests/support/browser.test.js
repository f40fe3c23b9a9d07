import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, serveFolder, waitInLab } from './browser.js';
import { borrowBrowser, openPool } from './browser-pool.js';
import { browserNames, findBrowser } from './find-browser.js';
import { connectTo, startBrowser } from './start-browser.js';

describe('a browser on a served page', () => {
  let folder = '';
  /** @type {Awaited<ReturnType<typeof serveFolder>>} */
  let server;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
    await writeFile(join(folder, 'index.html'), '<script type="module" src="page.js"></script>');
    await writeFile(join(folder, 'page.js'), 'document.title = String(6 * 7);');
    server = await serveFolder(folder, { 'x-test': 'yes' });
  });

  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  for (const name of browserNames) {
    it(`${name} loads it and runs its script`, async () => {
      const browser = await launchBrowser(name);
      try {
        const page = await browser.newPage();
        await page.goto(server.url, { waitUntil: 'load' });
        assert.equal(await page.title(), '42');
        assert.ok(server.requests.includes('/page.js'));
      } finally {
        await browser.close();
      }
    });
  }

  it('waits for an element that appears late inside the shadow root', async () => {
    const browser = await launchBrowser('chromium');
    try {
      const page = await browser.newPage();
      await page.goto(server.url, { waitUntil: 'load' });
      await page.evaluate(() => {
        const lab = document.createElement('attention-lab');
        document.body.append(lab);
        lab.attachShadow({ mode: 'open' });
      });
      const found = waitInLab(page, 'p');
      await page.evaluate(() => lab.shadowRoot?.append(document.createElement('p')));
      assert.equal(await (await found).evaluate((element) => element.localName), 'p');
    } finally {
      await browser.close();
    }
  });

  it('no test waits for such an element by waitForSelector, which may never return', async () => {
    const tests = new URL('../', import.meta.url);
    const names = await readdir(tests, { recursive: true });
    const files = names.filter((name) => /\.js$/.test(name) && !name.includes('node_modules'));
    assert.ok(files.length > 300);
    for (const name of files) {
      const text = await readFile(new URL(name, tests), 'utf8');
      assert.doesNotMatch(text, /waitForSelector\([^;]*>>>/, name);
    }
  });

  it('the server sends the headers it was given, and 404 outside its folder', async () => {
    const found = await fetch(server.url);
    assert.equal(found.headers.get('x-test'), 'yes');
    assert.equal(found.headers.get('content-type'), 'text/html; charset=utf-8');
    for (const path of ['missing.js', '..%2f..%2fetc%2fpasswd', '%']) {
      assert.equal((await fetch(server.url + path)).status, 404, path);
    }
  });

  it('a missing browser gives an error that says how to get it', () => {
    const environment = process.env;
    try {
      process.env = { PATH: '', FIREFOX_PATH: '/nowhere/firefox' };
      assert.throws(() => findBrowser('chromium'), /chromium is missing: .*CHROMIUM_PATH/);
      assert.throws(() => findBrowser('firefox'), /FIREFOX_PATH is \/nowhere\/firefox/);
    } finally {
      process.env = environment;
    }
  });
});

it('a browser that crashes while it starts is started once more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
  const path = join(folder, 'browser');
  const chromium = findBrowser('chromium');
  /** Writes a browser that crashes in its first starts. @param {number} crashes */
  const writeBrowser = (crashes) =>
    writeFile(
      path,
      `#!/bin/sh
        echo start >> "$0.starts"
        [ $(wc -l < "$0.starts") -gt ${crashes} ] && exec ${chromium} "$@"
        echo 'Segmentation fault' >&2
        exit 139`,
      { mode: 0o755 },
    );
  const countStarts = async () => (await readFile(`${path}.starts`, 'utf8')).split('\n').length - 1;
  const environment = process.env;
  try {
    process.env = { ...environment, CHROMIUM_PATH: path };
    await writeBrowser(1);
    const browser = await startBrowser('chromium');
    await browser.end();
    assert.equal(await countStarts(), 2);
    await writeBrowser(4);
    await assert.rejects(startBrowser('chromium'), /Segmentation fault/);
    assert.equal(await countStarts(), 4);
  } finally {
    process.env = environment;
    await rm(folder, { recursive: true });
  }
});

describe('a pool of browsers', () => {
  for (const name of browserNames) {
    it(`lends a returned ${name} to the next borrower, and ends it when its borrower exits`, async () => {
      const pool = await openPool({ chromium: 1, firefox: 1 });
      /** @type {string[]} */
      const endpoints = [];
      try {
        const first = await borrowBrowser(pool.port, name);
        endpoints.push(first.endpoint);
        const browser = await connectTo(name, first.endpoint);
        const context = await browser.createBrowserContext();
        await (await context.newPage()).goto('data:text/html,one');
        await context.close();
        await browser.disconnect();
        // The limit is one browser, so the second borrower waits.
        const waiting = borrowBrowser(pool.port, name);
        await first.giveBack();

        const second = await waiting;
        assert.equal(second.endpoint, first.endpoint);
        const again = await connectTo(name, second.endpoint);
        const pages = await again.pages();
        assert.deepEqual(
          pages.map((page) => page.url()),
          ['about:blank'],
          'nothing is left of who had it before',
        );
        // Skip this for Firefox, which takes long to start and would behave the same.
        if (name === 'firefox') return;
        const last = borrowBrowser(pool.port, name);
        second.drop();
        const third = await last;
        assert.notEqual(third.endpoint, first.endpoint);
        endpoints.push(third.endpoint);
        third.drop();
      } finally {
        await pool.close();
        for (const endpoint of endpoints) {
          await assert.rejects(connectTo(name, endpoint), 'it has ended');
        }
      }
    });
  }
});
