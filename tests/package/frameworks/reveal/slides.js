import 'attention-lab/define';
import Reveal from 'reveal.js';
import 'reveal.js/reveal.css';
import 'reveal.js/theme/white.css';
import { tensors, weights } from '../numbers.js';

const find = (selector) => document.querySelector(selector);

find('#own').tensors = tensors;
find('#map').weights = weights;
find('#map').addEventListener('attention-cell', ({ detail }) => {
  const text = `${detail.rowToken} ${detail.columnToken} ${detail.value.toFixed(2)}`;
  find('#cell').textContent = text;
});
find('attention-lab').addEventListener('attention-step', ({ detail }) => {
  find('#step').textContent = `${detail.step} ${detail.index + 1}/${detail.count}`;
});

globalThis.slides = new Reveal({
  width: 960,
  height: 540,
  margin: 0,
  center: false,
  controls: false,
  transition: 'none',
});
globalThis.slides.initialize();
