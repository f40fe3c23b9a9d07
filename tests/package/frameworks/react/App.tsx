import { AttentionLab, AttentionMap } from 'attention-lab/react';
import 'attention-lab/define';
import { useState } from 'react';
import { columns, rows, tensors, weights } from '../numbers.js';

let refCalls = 0;

/** A console that is not empty fails the test. */
const takeRef = () => {
  refCalls++;
  if (refCalls > 1) console.error('React called a ref function again');
};

export function App() {
  const [cell, setCell] = useState('');
  const [step, setStep] = useState('');
  return (
    <main>
      <AttentionLab
        ref={takeRef}
        sentence="They eat fried noodles"
        dModel={8}
        step="weights"
        steps="scores,weights"
        readonly
        onAttentionStep={({ detail }) =>
          setStep(`${detail.step} ${detail.index + 1}/${detail.count}`)
        }
      >
        <p>Without JavaScript this text stays.</p>
      </AttentionLab>
      <output id="step">{step}</output>
      <AttentionLab id="own" tensors={tensors} steps="weights" />
      <AttentionMap
        id="map"
        weights={weights}
        rowTokens={rows}
        columnTokens={columns}
        onAttentionCell={({ detail }) =>
          setCell(`${detail.rowToken} ${detail.columnToken} ${detail.value.toFixed(2)}`)
        }
      />
      <output id="cell">{cell}</output>
      {/* The plain tags, with what a server can write. */}
      <attention-lab id="tag" dModel={8} step="weights" steps="weights" />
      <attention-map weights="[[0.25, 0.75], [1, 0]]" rowTokens="the cat" column-tokens="le chat" />
    </main>
  );
}
