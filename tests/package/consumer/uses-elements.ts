// What a consumer of the elements in TypeScript may write, and what not.
import 'attention-lab/dist/attention-lab.js';
import 'attention-lab/dist/attention-map.js';
import widget, { type WidgetModel } from 'attention-lab/anywidget';
import 'attention-lab/define';
import {
  AttentionLab,
  type AttentionMap,
  defineElements,
  type LabFormat,
  type State,
  type Tensor,
} from 'attention-lab/element';
import { defineMap } from 'attention-lab/map';

defineElements();
defineMap();
const lab = document.querySelector('attention-lab') ?? new AttentionLab();
lab.heads = 4;
lab.mask = 'causal';
lab.scale = 0.5;
lab.before(document.createElement('p'));
const state: State = lab.getState();
lab.setState({ heads: state.heads + 1 });
const format: LabFormat = state.heads > 1 ? 'svg' : 'png';
const made: string | Blob = await lab.export(format);
const texts: string[] = [
  await lab.export('link'),
  await lab.export('csv'),
  await lab.export('json'),
  await lab.export('svg'),
  await lab.export('numpy'),
  await lab.export('pytorch'),
  await lab.export('javascript'),
];
const picture: Blob = await lab.export('png');
const results: Readonly<Record<string, Tensor>> = lab.results;
const ready: Promise<void> = lab.ready;
lab.addEventListener('attention-step', ({ detail }) => detail.index.toFixed());
lab.addEventListener('attention-change', ({ detail }) => detail.state.sentence.length);
lab.addEventListener('keydown', ({ key }) => key.length);
lab.addEventListener('anything', (event) => event.type);
document.addEventListener('attention-error', ({ detail }) => detail.message.length);

// @ts-expect-error there is no such mask
lab.mask = 'future';
// @ts-expect-error there is no such theme
lab.theme = 'blue';
// @ts-expect-error numbers are numbers here, though an attribute is text
lab.heads = '4';
// @ts-expect-error there is no such format
lab.export('pdf');
// @ts-expect-error it is only to be read
lab.results = {};
// @ts-expect-error that is for Lit to call
lab.render();
// @ts-expect-error a step has a name and a number
lab.addEventListener('attention-step', ({ detail }) => detail.cell);

const map: AttentionMap = document.createElement('attention-map');
map.weights = [[0.25, 0.75]];
map.weights = { shape: [1, 2], data: new Float32Array([0.25, 0.75]) };
map.rowTokens = ['they'];
map.columnTokens = ['fried', 'noodles'];
map.weights = [{ shape: [1, 2, 1, 2], data: new Float32Array(4) }, [[[0.25, 0.75]]]];
map.weights = new Float32Array(4);
map.weights = [{ dims: [1, 1, 1, 2], data: new Float32Array(2) }];
map.weights = [[null, 'nan']];
map.scale = 'max';
map.shape = [1, 2, 2];
map.layer = 1;
map.view = 'grid';
map.wordPieces = 'raw';
map.head = 0;
map.addEventListener('attention-cell', ({ detail }) => detail.rowToken.length + detail.value);

const pictures: [string, Blob] = [await map.export('svg'), await map.export('png')];
texts.push(await map.export('csv'), await map.export('json'));

// @ts-expect-error there is no such view
map.view = 'table';
// @ts-expect-error the map has no code
map.export('numpy');
// @ts-expect-error a head is a number
map.head = 'first';
// @ts-expect-error that is what the other element sends
map.addEventListener('attention-cell', ({ detail }) => detail.cell);

export { made, picture, pictures, ready, results, texts };

const traits = new Map<string, unknown>([['sentence', 'They eat']]);
const model: WidgetModel = {
  get: (name) => traits.get(name),
  set: (name, value) => traits.set(name, value),
  save_changes() {},
  on() {},
  off() {},
};
const removeWidget: () => void = widget.render({ model, el: document.body });
removeWidget();
// @ts-expect-error: without an element that contains the widget
widget.render({ model });
