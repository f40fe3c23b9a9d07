import { hydrate } from 'svelte';
import { whenWanted } from '../readiness.js';
import App from './App.svelte';

await whenWanted();
hydrate(App, { target: document.querySelector('#app') as Element });
