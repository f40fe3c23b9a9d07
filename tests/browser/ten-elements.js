import { snippetWith } from '../support/documents.js';
import { plainPage } from './host.js';

export const TEN = [
  ...['steps="scores,weights"', 'table="weights"', 'steps="weights" compact'],
  ...['steps="weights" cell="weights.0.1.3"', 'steps="q" mask="causal"', 'table="scores,weights"'],
  ...['mechanism="additive" steps="features"', 'steps="weights" bug="scale-none"'],
  ...['steps="output"', ''],
];

const PROSE = `<p>${'Each word attends to all words of its sentence. '.repeat(12)}</p>`;

/** Includes the rules with which an author reserves the elements' heights. */
export function tenElements() {
  const style = snippetWith('css', 'attention-lab:not(:defined)');
  const body = TEN.map(
    (attributes) => `<h2>A figure</h2>${PROSE}<attention-lab ${attributes}></attention-lab>`,
  );
  return plainPage(
    `<meta name="viewport" content="width=device-width"><style>body { max-width: 50rem } ${style}</style>${body.join('')}`,
  );
}
