/** Milliseconds. */
export type Cost = readonly [wall: number, cpu: number];

/** Wall-clock and CPU time of this process since it was called. */
export function stopwatch(): () => Cost {
  const start = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return [performance.now() - start, (user + system) / 1000];
  };
}

/** As `1234 (567)`. */
export function costText([wall, cpu]: Cost, digits = 0): string {
  return `${wall.toFixed(digits)} (${cpu.toFixed(digits)})`;
}
