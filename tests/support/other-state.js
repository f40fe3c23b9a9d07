/**
 * A value for each field of the state that is not its default, so that tests notice a field that
 * they would lose.
 */
export const OTHER = {
  ...{ source: 'coffee', sentence: 'one two', target: 'three four five', layer: 'self' },
  ...{ mechanism: 'additive', heads: 3, dModel: 6, keyWidth: 5, keys: 'queries', seed: 1 },
  ...{ mask: 'custom', pad: 0, masked: '0.1', fill: '0', emptyRow: 'nan', positions: 'sinusoidal' },
  ...{ scale: 0.5, temperature: 2, dropout: 0.5, dropoutSeed: 2 },
  ...{ training: 3, rate: 2, task: 'mirror', variant: 'one' },
  ...{ model: 'openai-community/gpt2', modelLayer: 1, silence: '0.1', block: '0.1.2.0' },
  ...{ endpoint: 'http://localhost:1', layerEdits: '0.q.0.0.0:1' },
  ...{ comparedSentence: 'a', pair: 'b', bug: 'scale-d', edits: 'q.0.0:1' },
  ...{ view: 'whole', step: 'output', query: 0, key: 2, pin: 3, rows: 'one', head: 2 },
  ...{ lineHeads: '0 2', lineRows: 'all', texts: 'a-b', cell: 'q.0.0.0', spread: 8 },
  ...{ before: 'v=1', guide: 'why', answers: 'why-flip_1*' },
};
