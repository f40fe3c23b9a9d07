import { builtByVite } from './frameworks.js';

builtByVite('vue', ['vue-tsc/bin/vue-tsc.js', '-p', '.']);
