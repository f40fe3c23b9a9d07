/** What reads files and writes programs, as a classic script. */

import { files } from '../files.js';
import { registry } from './registry.js';

registry.files = files;
