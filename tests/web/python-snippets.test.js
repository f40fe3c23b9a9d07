// The Python code of the documents can be parsed. README's layer gives the numbers of the
// JavaScript below it. Python and NumPy are needed for the numbers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fromStateDict, loadAttention, toNested } from '../../src/js/index.js';
import { TextTokenizer } from '../../src/js/pretrained/tokens.js';
import { expectedOf, jsonOf } from '../pretrained/checkpoints.js';
import { snippetsIn, snippetWith } from '../support/documents.js';
import { findPython } from '../support/python.js';

const support = fileURLToPath(new URL('../support', import.meta.url));

const STAND_IN = 'import torch_stand_in\ntorch_stand_in.install()\n';

/**
 * Returns the output of a Python program, which can import our stand-in for PyTorch.
 * @param {string} python
 * @param {string} program
 * @param {string} [input]
 */
function printedBy(python, program, input) {
  const env = { ...process.env, PYTHONPATH: support };
  const options = { env, input, encoding: /** @type {const} */ ('utf8') };
  const { status, stdout, stderr } = spawnSync(python, ['-B', '-c', program], options);
  assert.equal(status, 0, stderr);
  return stdout;
}

/**
 * Runs a JavaScript snippet with its imports and returns some of its values.
 * @param {string} snippet
 * @param {Record<string, unknown>} imported
 * @param {string} wanted names in the snippet, in braces
 */
function evaluate(snippet, imported, wanted) {
  const body = snippet.replace(/^import .*$/m, '').replace('await loadAttention()', 'attention_');
  return new Function(...Object.keys(imported), 'console', `${body}\nreturn ${wanted};`)(
    ...Object.values(imported),
    { log() {} },
  );
}

describe('the Python of the documents', () => {
  it('is valid Python', () => {
    const snippets = snippetsIn('python');
    assert.ok(snippets.length >= 5, `${snippets.length} snippets`);
    const program = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)';
    printedBy(findPython(), program, JSON.stringify(snippets));
  });

  it('saves a layer that gives the same numbers in JavaScript', async () => {
    const print = 'print(json.dumps([saved, output.tolist(), weights.tolist()]))';
    const snippet = snippetWith('python', 'MultiheadAttention');
    const [saved, output, weights] = JSON.parse(
      printedBy(findPython(), `${STAND_IN}${snippet}\n${print}`),
    );
    const javascript = snippetWith('js', `saved = '{"in_proj_weight"`);
    const given = javascript.replace(
      /^const saved = .*$/m,
      `const saved = ${JSON.stringify(saved)};`,
    );
    assert.notEqual(given, javascript);
    const ours = evaluate(
      given,
      { fromStateDict, toNested, attention_: await loadAttention() },
      '{ output, weights }',
    );
    assertNear(toNested(ours.output), output);
    assertNear(toNested(ours.weights), weights);
  });
});

/** Stand-ins for the packages that the program for Marian imports, with the pieces of a tiny model. */
const MARIAN = `
import json, os, sys, types
pieces = json.load(sys.stdin)
class Spm:
    GetPieceSize = lambda self: len(pieces)
    IdToPiece = lambda self, i: pieces[i][0]
    GetScore = lambda self, i: pieces[i][1]
class Model:
    from_pretrained = classmethod(lambda cls, name: cls())
    save_pretrained = lambda self, folder, safe_serialization: os.mkdir(folder)
class Tokenizer:
    from_pretrained = classmethod(lambda cls, name: cls())
    spm_source = Spm()
    encoder = {piece: i for i, (piece, _) in enumerate(pieces)} | {"Ziel": len(pieces)}
stand_in = types.ModuleType("transformers")
stand_in.MarianMTModel, stand_in.MarianTokenizer = Model, Tokenizer
sys.modules["transformers"] = stand_in
`;

it('the Python of the documents writes a tokenizer for Marian, with the ids of its source pieces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marian-'));
  try {
    const json = jsonOf('marian', 'tokenizer.json');
    const program = `${MARIAN}os.chdir(${JSON.stringify(folder)})\n${snippetWith('python', 'Marian')}`;
    // A piece of the target alone comes last.
    printedBy(findPython(), program, JSON.stringify(json.model.vocab));
    const converted = JSON.parse(readFileSync(join(folder, 'folder/tokenizer.json'), 'utf8'));
    const [ours, theirs] = [converted, json].map((each) => new TextTokenizer(each, {}));
    for (const { text } of expectedOf('marian').cases) {
      assert.deepEqual(ours.encode(text).ids, theirs.encode(text).ids);
      assert.equal(ours.decode(ours.encode(text).ids), text);
    }
    assert.equal(ours.decode([json.model.vocab.length]), 'Ziel');
    assert.equal(ours.countIds(), json.model.vocab.length + 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/**
 * Asserts that nested arrays have one shape and equal numbers up to six digits.
 * @param {any} actual
 * @param {any} expected
 */
function assertNear(actual, expected) {
  const [a, b] = [actual, expected].map((nested) => [nested].flat(Number.POSITIVE_INFINITY));
  assert.equal(a.length, b.length);
  assert.ok(a.length > 0);
  for (const [i, value] of a.entries())
    assert.ok(Math.abs(value - b[i]) < 1e-6 * Math.max(1, Math.abs(b[i])), `${value}, not ${b[i]}`);
}
