// What does not compile in a template, since these are its types.
import 'attention-lab/define';
import type { SvelteHTMLElements } from 'svelte/elements';

type Lab = SvelteHTMLElements['attention-lab'];
type Heat = SvelteHTMLElements['attention-map'];

export const right: Lab = {
  dModel: 8,
  'd-model': '8',
  'onattention-step': ({ detail }) => detail.index,
};

// @ts-expect-error there is no such attribute
export const unknown: Lab = { sentense: 'They eat' };
// @ts-expect-error a step has no cell
export const event: Lab = { 'onattention-step': ({ detail }) => detail.cell };
// @ts-expect-error weights are no number
export const weights: Heat = { weights: 1 };
