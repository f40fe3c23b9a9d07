/** The practice as a classic script. */

import { practice } from '../practice.js';
import { registry } from './registry.js';

registry.practice = practice;
