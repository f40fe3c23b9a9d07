import { loadAttention, tensor } from 'attention-lab/core';
import { compute } from './compute.js';

compute({ loadAttention, tensor }).then((computed) => postMessage(computed));
