// A component of the server: what it hands on are numbers and texts.
import { AttentionLab, AttentionMap } from 'attention-lab/react';
import { columns, rows, tensors, weights } from '../../numbers.js';
import { Listening } from './listening';

export default function Page() {
  return (
    <main>
      <Listening weights={weights} rows={rows} columns={columns} />
      <AttentionLab id="own" tensors={tensors} steps="weights" />
      <AttentionMap weights={weights} />
    </main>
  );
}
