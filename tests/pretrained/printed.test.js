import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { snippetWith } from '../support/documents.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the printed program shows tokens, weights, next tokens and a text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pretrained-'));
  try {
    mkdirSync(join(folder, 'gpt2'));
    for (const name of ['config.json', 'model.safetensors', 'tokenizer.json']) {
      const from = join(root, 'tests/golden/checkpoints/gpt2', name);
      copyFileSync(from, join(folder, 'gpt2', name));
    }
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/attention-lab'));
    writeFileSync(join(folder, 'program.mjs'), snippetWith('javascript', 'loadPretrained'));
    const options = { cwd: folder, encoding: /** @type {const} */ ('utf8') };
    const printed = execFileSync(process.execPath, ['--no-warnings', 'program.mjs'], options);
    assert.match(printed, /'Ġmill'/);
    assert.match(printed, /\[ 4, 6, 6 \]/);
    assert.equal(printed.match(/probability/g)?.length, 6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
