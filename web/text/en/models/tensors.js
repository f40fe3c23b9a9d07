/** What the tensors of models are called, all of one and a single number of it; and in programs. */

/** @type {Readonly<Record<string, readonly [plural: string, singular: string]>>} */
export const tensors = {
  mean: ['mean', 'mean'],
  variance: ['variance', 'variance'],
  gain: ['gain', 'gain'],
  bias: ['bias', 'bias'],
  normalized: ['normalized rows', 'normalized number'],
  distanceBias: ['distance bias', 'distance bias'],
  biasedScores: ['scores with distance bias', 'score with distance bias'],
  sum: ['rows after the layer', 'number after the layer'],
  embeddingTable: ['embeddings of all words', 'embedding'],
  wAnswer: ['weight matrix', 'entry'],
  answerBias: ['bias of each answer', 'bias'],
  answerScores: ['scores of the answers', 'score of an answer'],
  logitMax: ['largest logit', 'largest logit'],
  logitExponentials: ['exponentials', 'exponential'],
  logitSum: ['sum of exponentials', 'sum'],
};

/** What a program says before the line that computes a tensor. @type {Readonly<Record<string, string>>} */
export const steps = {
  mean: 'Layer normalization: every row gets the mean 0 and the variance 1, then gain and bias.',
  q: 'Each head projects the rows with weight matrices of its own.',
  output: 'The projection, which mixes the heads.',
  sum: 'What was found is added to the rows that came in.',
  logits: 'A logit for each answer.',
  logitMax: 'Their softmax.',
};
