// That a chunk is large is for its author to judge.
export default { logLevel: 'warn', build: { chunkSizeWarningLimit: 10_000 } };
