'use client';
// A component of the client, with listeners.
import { AttentionLab, AttentionMap } from 'attention-lab/react';
import { useState } from 'react';

type Given = { weights: number[][]; rows: string[]; columns: string[] };

export function Listening({ weights, rows, columns }: Given) {
  const [cell, setCell] = useState('');
  const [step, setStep] = useState('');
  return (
    <>
      <AttentionLab
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
    </>
  );
}
