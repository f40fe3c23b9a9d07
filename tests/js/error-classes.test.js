// The sources and their bundle have separate classes, but an error of one is an instance for both.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as sources from '../../src/js/index.js';
import * as pretrained from '../../src/js/pretrained/errors.js';
import { caught } from '../support/refusal.js';

const { build } = await import('esbuild');

/** Builds another copy of modules, like a bundle or a second version. @param {string} file */
async function importCopy(file) {
  const { outputFiles } = await build({
    entryPoints: [new URL(`../../src/js/${file}`, import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  });
  const text = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${text}`);
}

/** @type {typeof sources} */
const bundle = await importCopy('index.js');

const kinds = /** @type {const} */ ([
  ...['ShapeError', 'ArgumentError', 'LimitError', 'OutOfMemoryError', 'LoadError'],
  'DisposedError',
]);

const copies = [
  { name: 'the sources', ours: sources, theirs: bundle },
  { name: 'the bundle', ours: bundle, theirs: sources },
];

for (const { name, ours, theirs } of copies) {
  describe(`an error of ${name}`, () => {
    it('is an AttentionError of its kind, and of no other, for the other copy', () => {
      assert.notEqual(ours.AttentionError, theirs.AttentionError);
      for (const kind of kinds) {
        const Class = /** @type {any} */ (ours)[kind];
        const error = new Class({ argument: 'key', expected: 'one', received: 'another' });
        assert.ok(error instanceof theirs.AttentionError, kind);
        for (const other of kinds) {
          const Other = /** @type {any} */ (theirs)[other];
          assert.equal(error instanceof Other, other === kind, `${kind} as ${other}`);
        }
      }
    });

    it('that is thrown is one, too', async () => {
      const attention = await ours.loadAttention();
      assert.ok(
        caught(() => attention.softmax(/** @type {any} */ (5))) instanceof theirs.ArgumentError,
      );
    });

    it('of a class that a user derives is one of its base, not of another derived class', () => {
      class Mine extends ours.ShapeError {}
      class Yours extends theirs.ShapeError {}
      const error = new Mine({ argument: 'key', expected: 'one', received: 'another' });
      assert.ok(error instanceof Mine && error instanceof theirs.ShapeError);
      assert.ok(!(error instanceof Yours) && !(error instanceof theirs.LimitError));
    });
  });
}

it('an error of a model or of a Hub is one for another copy, and is not the other', async () => {
  /** @type {typeof pretrained} */
  const copy = await importCopy('pretrained/errors.js');
  assert.notEqual(copy.ModelError, pretrained.ModelError);
  const details = { argument: 'config.json', expected: 'one', received: 'is another' };
  for (const [ours, theirs] of [
    [pretrained, copy],
    [copy, pretrained],
  ]) {
    const model = new ours.ModelError('config', details);
    const hub = new ours.HubError('moved', details);
    assert.deepEqual([model.name, hub.name], ['ModelError', 'HubError']);
    assert.ok(model instanceof theirs.ModelError && hub instanceof theirs.HubError);
    assert.ok(!(model instanceof theirs.HubError) && !(hub instanceof theirs.ModelError));
    for (const error of [model, hub]) assert.ok(error instanceof bundle.AttentionError);
    assert.ok(new ours.ModelError('config', details) instanceof sources.AttentionError);
  }
});

it('what is no error of this library is an instance of none', () => {
  const others = [new Error('no'), new TypeError('no'), {}, null, undefined, 5, () => 1];
  const impostor = { constructor: sources.ShapeError };
  for (const value of [...others, impostor, Object.create(null)]) {
    assert.ok(!(/** @type {any} */ (value instanceof bundle.AttentionError)), String(typeof value));
  }
});

it('an error names the call that failed, not one that was made within it', async () => {
  const attention = /** @type {any} */ (await sources.loadAttention());
  const input = {
    get shape() {
      attention.linear([[1]], [[1]]);
      return 'none';
    },
    data: [],
  };
  assert.throws(
    () => attention.softmax(input),
    (error) => error instanceof sources.ArgumentError && error.operation === 'softmax',
  );
  assert.equal(new sources.ArgumentError({ argument: 'a' }).operation, '');
});
