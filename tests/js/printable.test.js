import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromPrintable, toPrintable } from '../../src/js/printable.js';

fc.configureGlobal({ seed: 7 });

describe('bytes as printable characters', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        assert.deepEqual(fromPrintable(toPrintable(bytes)), bytes);
      }),
    );
  });

  it('come back, each of the 256', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    assert.deepEqual(fromPrintable(toPrintable(bytes)), bytes);
  });

  it('hold nothing that a string or a script could stumble over', () => {
    const text = toPrintable(Uint8Array.from({ length: 256 }, (_, i) => i));
    assert.match(text, /^[(-[\]-~]*$/);
  });
});
