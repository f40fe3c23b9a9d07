import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { attentionSvg } from '../../web/entries/svg.js';
import { NAMES } from '../../web/export/drawing-options.js';
import { maskNames } from '../../web/graph/masks/index.js';
import { parted } from '../../web/text/spelling.js';

const cli = fileURLToPath(new URL('../../web/entries/cli.js', import.meta.url));

describe('the command', () => {
  const run = (/** @type {string[]} */ ...args) =>
    promisify(execFile)(process.execPath, [cli, ...args]);

  it('writes the picture to its output', async () => {
    const { stdout } = await run('svg', '--sentence', 'They eat', '--table', 'weights');
    assert.equal(stdout, await attentionSvg({ sentence: 'They eat', table: 'weights' }));
    const { stdout: help } = await run('--help');
    assert.match(help, /^usage: attention-lab svg/);
    for (const pattern of [
      new RegExp(`--mask +${maskNames.join(' ')}\n`),
      /--scale +sqrt none words or a number\n/,
      /--heads +a number from 1 to 16, 2 by default\n/,
      /--width +pixels/,
    ])
      assert.match(help, pattern);
    const ofModels = ['training', 'rate', 'task', 'variant', 'model', 'endpoint', 'modelLayer'];
    const ofOneModel = ['silence', 'block', 'layerEdits', 'comparedSentence', 'pair'];
    for (const name of NAMES) {
      const isListed = new RegExp(`--${parted(name)} +[\\w]`).test(help);
      assert.equal(isListed, ![...ofModels, ...ofOneModel].includes(name), name);
    }
    assert.doesNotMatch(help, /NaN|undefined|.{101}/);
  });

  it('ends without a word if its reader needs no more', async () => {
    const child = spawn(process.execPath, [cli, 'svg'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    assert.equal(await readText(child.stderr), '');
    assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 0);
  });

  it('takes values that begin with a hyphen', async () => {
    const options = { sentence: '-5 degrees', training: '-1' };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const { stdout } = await run('svg', ...args);
    assert.equal(stdout, await attentionSvg(options));
    const { stdout: dashed } = await run('svg', '--sentence=--help me');
    assert.match(dashed, /<title>weights: --help me</);
  });

  it('warns of a width in which nobody can read the letters', async () => {
    const { stderr, stdout } = await run('svg', '--width', '60');
    assert.match(
      stderr,
      /^The letters .* too small to read\. A --width of at least \d+ shows them\.\n$/,
    );
    assert.match(stdout, /^<svg .*width="60"/);
    const [least] = /\d+/.exec(stderr) ?? [];
    assert.equal((await run('svg', '--width', `${least}`)).stderr, '');
  });

  it('tells the version of the package', async () => {
    const { default: packageJson } = await import('../../package.json', { with: { type: 'json' } });
    for (const option of ['--version', '-v'])
      assert.equal((await run(option)).stdout, `${packageJson.version}\n`);
  });

  for (const [args, message] of /** @type {const} */ ([
    [['svg', '--mask', 'casual'], /^attention-lab: mask is .* expected causal\n.*--help lists all/],
    [
      ['svg', '--head', '1', '--haeds', '2'],
      /^attention-lab: --haeds is unknown; expected --heads\n.*--help lists all/,
    ],
    [['svg', '-c', 'red'], /-c is unknown; expected one of \d+ names, such as/],
    [
      ['svg', '--sentence', 'one', '--sentence', 'two'],
      /--sentence is there twice; expected one value\n.*--help/,
    ],
    [['svg', '--heads'], /--heads is without a value/],
    [['svg', '--sentence', '--steps', 'q'], /--sentence is without a value;.*--sentence="--…"/],
    [['svg', '--help=no'], /--help is no; expected without a value/],
    [
      ['svg', '--source', 'pretrained'],
      /expected one of seed, article, coffee: they need no training/,
    ],
    [['svg', '--cell', 'weights.0.1.3'], /--cell is only on screen/],
    [['svg', '--compact'], /--compact is only on screen/],
    [['svg', '--state={'], /state is not JSON; expected JSON, such as/],
    [
      ['svg', '--weights', '[[1]]'],
      /--weights is no option of the command; expected a program that calls attentionSvg\(/,
    ],
    [['png'], /^attention-lab: png is unknown; expected svg\n/],
    [['svg', 'extra'], /extra is unknown; expected an option, such as --sentence "They eat"\n/],
    [[], /^usage/],
  ])) {
    it(`says what is wrong and fails: ${args.join(' ')}`, () =>
      assert.rejects(run(...args), { code: 1, stderr: message, stdout: '' }));
  }
});
