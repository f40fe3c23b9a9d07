// In React: written by its server, and found there by its client, before or after the elements show their
// numbers.
import { builtByVite } from './frameworks.js';

builtByVite('react', ['typescript/bin/tsc', '-p', '.']);
