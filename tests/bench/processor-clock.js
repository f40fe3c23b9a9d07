// The time of the processor in place of the clock's, which runs on while others are served.

/** Node alone can tell it: from now on, `performance.now()` counts what this process computes. */
export function useProcessorTime() {
  performance.now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
