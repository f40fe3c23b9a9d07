// Exports of a heat map.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rounded } from '../../web/text/number.js';
import { assertShown, plain, weightsOf } from './heat-hands.js';
import { onHeatMapsOnce } from './map-page.js';

onHeatMapsOnce('a heat map taken home', (heat) => {
  const { give, read, exported, parse } = heat;

  it('is exported as SVG, PNG, CSV and JSON', async () => {
    const given = weightsOf([2, 3, 4], 10);
    await give({ weights: plain(given), columnTokens: 'a & "b" <c>', head: 1 });
    const ours = given.data.subarray(12);
    const { root, texts, rectangles } = await parse(String(await exported('svg')));
    assert.equal(root, 'svg');
    assert.equal(rectangles, 1 + 12);
    for (const value of ours) {
      const at = texts.indexOf(rounded(value));
      assert.ok(at >= 0, `${value} is in the picture`);
      texts.splice(at, 1);
    }
    const rest = ['attention by hand, head 2   3 × 4', 'a', '&', '"b"', '<c>', 'The', 'cat', 'sat'];
    assert.deepEqual(texts, rest);
    assert.deepEqual(
      String(await exported('csv'))
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .flatMap((line) =>
          line
            .split(',')
            .slice(1)
            .map((text) => Math.fround(Number(text))),
        ),
      [...ours],
    );
    const json = JSON.parse(String(await exported('json')));
    assert.deepEqual(Float32Array.from(json.tensors.weights.data), given.data);
    await give({ weights: json.tensors.weights });
    assertShown(await read(), given, 1);
    const size = await heat.page.evaluate(async () => {
      const blob = /** @type {Blob} */ (await attentionMap.export('png'));
      const { width, height } = await createImageBitmap(blob);
      return [blob.type, width, height];
    });
    const svg = String(await exported('svg'));
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    assert.deepEqual(size, ['image/png', 2 * Number(width), 2 * Number(height)]);
    assert.match(String(await exported('pdf')), /pdf is not one of svg, png, csv, json/);
  });

  it('has room for its texts, as the browser measures them', async () => {
    await give({ rowTokens: null, columnTokens: null, head: 11 });
    const weights = Array(12).fill([
      [0, 1],
      [0.5, -1.5e-20],
    ]);
    const labels = [
      'decoder layer 6, cross-attention',
      'ATTENTION WEIGHTS OF LAYER 6',
      '第六層の注意の重み、単語の関係を学習する仕組み',
      'comments summarised, 10 mm by 20 mm: mean',
    ];
    const words = ['COMMUNICATION', '単語の関係を学習'];
    // Without words the caption is wider than the numbers below it.
    for (const [label, columnTokens] of labels.flatMap((one) => [
      /** @type {const} */ ([one, null]),
      /** @type {const} */ ([one, words]),
    ])) {
      await give({ label, weights, columnTokens });
      const svg = String(await exported('svg'));
      const { width, boxes } = await heat.desk.evaluate((text) => {
        document.body.innerHTML = text;
        const root = /** @type {SVGSVGElement} */ (document.querySelector('svg'));
        const all = [...root.querySelectorAll('text')];
        return {
          width: root.width.baseVal.value,
          boxes: all.map((one) => {
            const { x, y, width: long, height } = one.getBBox();
            return { text: one.textContent, left: x, right: x + long, top: y, bottom: y + height };
          }),
        };
      }, svg);
      assert.equal(boxes.length, 1 + 2 + 2 + 4);
      for (const box of boxes) {
        assert.ok(box.left >= 0 && box.right <= width, `${box.text}: ${box.right} of ${width}`);
        for (const other of boxes) {
          const apart =
            box === other ||
            box.bottom <= other.top ||
            other.bottom <= box.top ||
            box.right <= other.left ||
            other.right <= box.left;
          assert.ok(apart, `${box.text} lies on ${other.text}`);
        }
      }
    }
  });
});
