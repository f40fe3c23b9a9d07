/** Names of the pretrained models that a reader may choose, and texts of the preset. */

export const presets = {
  'real-model': {
    name: 'A real model on your sentence',
    note: 'Universal Sentence Encoder Lite reads any English sentence. You load it with one press.',
    forSentence: {
      random: 'See this sentence in a trained model',
      unknownWord: 'See this sentence in a model that knows more words',
    },
  },
  'article-in-model': {
    name: '“Hello I love you” in a real model',
    note: 'What an article says of this sentence, beside what Universal Sentence Encoder Lite does.',
  },
};

export const names = {
  'use-lite': 'Universal Sentence Encoder Lite',
  'openai-community/gpt2': 'GPT-2',
  'distilbert/distilgpt2': 'DistilGPT-2',
  'google-bert/bert-base-uncased': 'BERT base',
  'distilbert/distilbert-base-uncased': 'DistilBERT base',
  'FacebookAI/roberta-base': 'RoBERTa base',
  'sentence-transformers/all-MiniLM-L6-v2': 'MiniLM-L6 v2',
  'HuggingFaceTB/SmolLM2-135M': 'SmolLM2 135M',
  'EleutherAI/pythia-14m': 'Pythia 14M',
  'EleutherAI/pythia-70m': 'Pythia 70M',
};
