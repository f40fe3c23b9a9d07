/// <reference path="./svelte-elements.d.ts" />
// What a template of Svelte may say of a tag, since these are its types, and what not.
import 'attention-lab/define';
import type { SvelteHTMLElements } from 'svelte/elements';

type Lab = SvelteHTMLElements['attention-lab'];
type Heat = SvelteHTMLElements['attention-map'];

export const right: Lab = {
  id: 'lab',
  dModel: 8,
  'd-model': '8',
  'onattention-step': ({ detail }) => detail.index,
};
export const heat: Heat = {
  weights: [[0.25, 0.75]],
  rowTokens: ['the'],
  'column-tokens': 'le chat',
};

// @ts-expect-error there is no such attribute
export const unknown: Lab = { sentense: 'They eat' };
// @ts-expect-error a step has no cell
export const event: Lab = { 'onattention-step': ({ detail }) => detail.cell };
// @ts-expect-error weights are no number
export const weights: Heat = { weights: 1 };
