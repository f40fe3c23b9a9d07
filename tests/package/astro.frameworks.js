// In Astro: tags, and a script that listens.
import { builtAsFiles } from './built-as-files.js';

builtAsFiles('astro', { build: ['astro/astro.js', 'build'], out: 'dist' });
