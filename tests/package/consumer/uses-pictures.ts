import attentionFences from 'attention-lab/markdown-it';
import { attentionSvg, type MapSvgOptions, type SvgOptions } from 'attention-lab/svg';

const options: SvgOptions = { sentence: 'They eat', dModel: 8, steps: 'scores', theme: 'dark' };
const svg: string = await attentionSvg(options);
await attentionSvg({ heads: '2', 'd-model': '8', mask: 'causal', scale: 0.5, width: 600 });
attentionFences({ renderer: { rules: {} } }, { vue: true, width: 900 });

const weights = [
  [0.9, 0.1],
  [0.2, 0.8],
];
await attentionSvg({ weights, rowTokens: 'the cat', view: 'grid', paper: '#fff' });
await attentionSvg({ table: 'q', paper: 'transparent', state: { keyWidth: 3 } });
const map: MapSvgOptions = { weights, 'row-tokens': ['the', 'cat'], head: 0, scale: 'max' };
const either: SvgOptions | MapSvgOptions = Math.random() < 0.5 ? options : map;
await attentionSvg(either);

// @ts-expect-error: a misspelt mask
await attentionSvg({ mask: 'cusal' });
// @ts-expect-error: not a number
await attentionSvg({ heads: 'two' });
// @ts-expect-error: only on screen
await attentionSvg({ compact: true });
// @ts-expect-error: `view` is only on screen without weights
await attentionSvg({ view: 'grid' });
// @ts-expect-error: a misspelt view
await attentionSvg({ weights, view: 'gird' });
// @ts-expect-error: an option of another picture
await attentionSvg({ weights, mask: 'causal' });

export { svg };
