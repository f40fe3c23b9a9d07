import { createSSRApp } from 'vue';
import { whenWanted } from '../readiness.js';
import App from './App.vue';

await whenWanted();
createSSRApp(App).mount('#app');
