import { hydrateRoot } from 'react-dom/client';
import { whenWanted } from '../readiness.js';
import { App } from './App';

await whenWanted();
hydrateRoot(document.querySelector('#app') as Element, <App />, {
  onRecoverableError: (error) => console.error(error),
});
