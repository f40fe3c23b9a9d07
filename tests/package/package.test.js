// The package as users get it: packed once, installed once, and then used in every way.
import { after, describe } from 'node:test';
import { launchBrowser } from '../support/browser.js';
import { bundlerTests } from './bundlers.js';
import { contentTests } from './content.js';
import { hostTests } from './host.js';
import { nodeTests } from './node.js';
import { createProject } from './project.js';
import { servedTests } from './served.js';
import { typeTests } from './types.js';

const project = await createProject();
after(() => project.remove());
const browser = await launchBrowser('chromium');
after(() => browser.close());

describe('the tarball', () => contentTests(project));
describe('in Node', () => nodeTests(project));
describe('for TypeScript', () => typeTests(project));
describe('in a bundle', () => bundlerTests(project, browser));
describe('in a page of a framework', () => hostTests(project, browser));
describe('served as it is', () => servedTests(project, browser));
