import 'attention-lab/define';
import type { AttentionLab, AttentionMap } from 'attention-lab/element';
import { tensors, weights } from '../../numbers.js';

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;

find<AttentionLab>('#own').tensors = tensors;
find<AttentionMap>('#map').weights = weights;
find<AttentionMap>('#map').addEventListener('attention-cell', ({ detail }) => {
  const text = `${detail.rowToken} ${detail.columnToken} ${detail.value.toFixed(2)}`;
  find('#cell').textContent = text;
});
find<AttentionLab>('attention-lab').addEventListener('attention-step', ({ detail }) => {
  find('#step').textContent = `${detail.step} ${detail.index + 1}/${detail.count}`;
});
