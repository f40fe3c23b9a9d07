// Pieces of words: for each tokenizer, joined pieces give the words of the text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { tokenTexts } from '../../web/features/pretrained/text/en/pretrained.js';
import { compareTokens, modelAnswer } from '../../web/features/pretrained/views/answer.js';
import { listAnswerCells } from '../../web/features/pretrained/views/drawings.js';
import { findJoinedRuns, findPiece } from '../../web/figures/pieces.js';
import { labelNextTokens } from '../../web/text/tokens/labels.js';
import { attention, viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { checkpoints, filesOf, sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

const TEXT = 'They unbelievably eat noodles';

describe('pieces that are joined are the words of the text', () => {
  for (const name of ['use-lite', ...checkpoints]) {
    it(name, async () => {
      const model = await loadPretrained(attention, sourceOf(name));
      const { tokens, words } = model.tokenize(TEXT);
      const isByteLevel = tokens.some((token) => token.startsWith('Ġ'));
      const shown = tokenTexts(tokens, isByteLevel);
      const runs = findJoinedRuns(words);
      assert.ok(runs.length > 0);
      const joined = runs.map(([first]) => findPiece(words, shown, first)?.word ?? '');
      const textWords = TEXT.split(' ');
      for (const word of joined)
        assert.ok(
          textWords.some((each) => each.toLowerCase() === word.toLowerCase()),
          word,
        );
      for (const [i, token] of shown.entries()) {
        const run = runs.findIndex(([first, end]) => i >= first && i < end);
        const piece = findPiece(words, shown, i);
        assert.equal(piece?.word, joined[run], token);
        if (!piece) continue;
        const [first, end] = runs[run];
        assert.deepEqual([piece.number, piece.count], [i - first + 1, end - first]);
        assert.equal(piece.place, i === first ? 'first' : i === end - 1 ? 'last' : 'inner');
      }
    });
  }
});

it('tokens that a model adds, and those without words, are joined with nothing', () => {
  assert.deepEqual(findJoinedRuns([-1, -1, 0, 1, 1, -1, -1]), [[3, 5]]);
  assert.deepEqual(findJoinedRuns([]), []);
  assert.equal(findPiece([-1, -1], ['a', 'b'], 1), undefined);
  assert.equal(findPiece(undefined, ['a', 'a'], 1), undefined);
});

it('letters of byte-level tokenizers are the bytes of UTF-8, and others stay', () => {
  const shown = ['ĠcafÃ©', 'ä¸Ńæĸĩ', 'Ġ', 'Ċ', '中文', '<|endoftext|>', 'Ā', 'ĉx', 'ġ', '##', 'é'];
  assert.deepEqual(tokenTexts(shown, true), [
    ...['café', '中文', '␣', '↵', '中文', '<|endoftext|>', '␀', '␉x', '␡', '##', '<0xE9>'],
  ]);
  const others = ['é', 'Ã', '©', '##ß', '▁über', '中文', '▁'];
  assert.deepEqual(tokenTexts(others, false), ['é', 'Ã', '©', 'ß', 'über', '中文', '␣']);
});

it('tokens that share a character all show it, and never its bytes', () => {
  const naive = ['Ġna', 'Ã', '¯', 've', 'ĠðŁ', 'Ļ', 'Ĥ'];
  const shown = tokenTexts(naive, true);
  assert.deepEqual(shown, ['na', 'ï…', '…ï', 've', '🙂…', '…🙂…', '…🙂']);
  const words = [0, 0, 0, 0, 1, 1, 1];
  assert.equal(findPiece(words, shown, 2)?.word, 'naïve');
  assert.equal(findPiece(words, shown, 5)?.word, '🙂');
  assert.deepEqual(tokenTexts(['▁', '<0xCE>', '<0xA9>', 'Ã'], false), ['␣', 'Ω…', '…Ω', 'Ã']);
});

describe('tokens that a model proposes', () => {
  it('are explained where one is a piece, and only there', async () => {
    const { show } = await openModel(filesOf('bert'));
    const view = async (/** @type {number} */ query) =>
      markup(modelAnswer(viewContext(await show({ sentence: 'the [MASK] river', query }))));
    const views = await Promise.all([0, 1, 2, 3, 4].map(view));
    const isMarked = views.map((text) =>
      /<th scope="row"[^>]*>(<[^>]*>)*…[\p{L}\p{N}]/u.test(text),
    );
    assert.deepEqual(
      views.map((text) => text.includes('Dots in front mark a piece')),
      isMarked,
    );
    assert.deepEqual(new Set(isMarked), new Set([true, false]));
  });

  for (const [what, proposed, before, expected] of /** @type {const} */ ([
    ['pieces of BERT', ['m', '##m', 'to', '.'], 'the', ['m', '…m', 'to', '.']],
    [
      'pieces of GPT-2',
      ['Ġthe', 'the', 'ing', ',', 'Ċ'],
      'Ġwalk',
      ['the', '…the', '…ing', ',', '↵'],
    ],
    ['digits and a minus sign', ['6', '-', '-6', 'Ġ6'], 'Ġmill', ['…6', '-', '-6', '6']],
    ['pieces behind no letter', ['Ġthe', 'the'], 'Ġ(', ['␣the', 'the']],
    ['pieces of Llama', ['▁the', 's', '.'], '▁cat', ['the', '…s', '.']],
    ['tokens at the start', ['▁the', 'the'], undefined, ['␣the', 'the']],
  ]))
    it(`never share a label: ${what}`, () => {
      assert.deepEqual(labelNextTokens(proposed, before), expected);
    });

  it('have no marks of a tokenizer, beside bytes that are no characters', async () => {
    const { show } = await openModel(filesOf('gpt2'));
    const context = viewContext(await show({ sentence: 'the bird sings', query: 5 }));
    const tokens = compareTokens(context);
    assert.ok(tokens.some(({ token }) => token.startsWith('Ġ')));
    assert.ok(tokens.some(({ token }) => /^[đĝ]$/.test(token)));
    assert.doesNotMatch(tokens.map(({ label }) => label).join(' '), /[Ġđĝ]/);
    assert.doesNotMatch(markup(modelAnswer(context)), /Ġ/);
    // The file has the tokens of the vocabulary first, and last as they are shown.
    const shown = listAnswerCells(context).map((row) => row.at(-1));
    assert.doesNotMatch(shown.join(' '), /Ġ/);
  });
});
