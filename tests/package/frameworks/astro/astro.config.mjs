export default { vite: { build: { chunkSizeWarningLimit: 10_000 } } };
