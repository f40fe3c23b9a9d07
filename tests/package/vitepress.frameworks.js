// In VitePress: in the text of a page, with components that its theme names.
import { builtAsFiles } from './built-as-files.js';

const build = /** @type {const} */ (['vitepress/bin/vitepress.js', 'build']);
builtAsFiles('vitepress', { build: [...build], out: '.vitepress/dist' });
