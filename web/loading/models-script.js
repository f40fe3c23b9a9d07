/** The models as a classic script. */

import { models } from '../models.js';
import { registry } from './registry.js';

registry.models = models;
