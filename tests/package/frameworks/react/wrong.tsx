// What does not compile.
import { AttentionLab, AttentionMap } from 'attention-lab/react';
import 'attention-lab/define';

export const wrong = [
  // @ts-expect-error there is no such mask
  <AttentionLab key="1" mask="future" />,
  // @ts-expect-error a step has no cell
  <AttentionLab key="2" onAttentionStep={({ detail }) => detail.cell} />,
  // @ts-expect-error that is an event of the other element
  <AttentionMap key="3" onAttentionStep={() => {}} />,
  // @ts-expect-error weights are no number
  <AttentionMap key="4" weights={1} />,
  // @ts-expect-error there is no such attribute
  <attention-lab key="5" sentense="They eat" />,
  // @ts-expect-error a value has no length
  <attention-map key="6" onattention-cell={({ detail }) => detail.value.length} />,
];
