import { loadAttention, tensor } from 'attention-lab/core.js';
import { compute } from './compute.js';

compute({ loadAttention, tensor }).then((computed) => postMessage(computed));
