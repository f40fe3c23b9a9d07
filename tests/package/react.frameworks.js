// React: its server writes the elements, and its client hydrates them before or after they show
// their numbers.
import { builtByVite } from './frameworks.js';

builtByVite('react', ['typescript/bin/tsc', '-p', '.']);
