// In Svelte, which sets objects and listeners on tags.
import { builtByVite } from './built-by-vite.js';

builtByVite('svelte', ['svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json']);
