// In Vue: components with objects, and tags.
import { builtByVite } from './built-by-vite.js';

builtByVite('vue', ['vue-tsc/bin/vue-tsc.js', '-p', '.']);
