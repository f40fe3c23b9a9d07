import { dirname } from 'node:path';

/** @type {import('next').NextConfig} */
export default {
  output: 'export',
  // Where the packages are: otherwise it looks for lock files further up, and says so.
  turbopack: { root: dirname(import.meta.dirname) },
};
