/** The course as a classic script. */

import { course } from '../course.js';
import { registry } from './registry.js';

registry.course = course;
