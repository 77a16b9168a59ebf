/**
 * Seconds of CPU that this process has spent since another reading (default: ever). What others do on the machine does
 * not change them, so that a test may bound them.
 */
export function cpuSeconds(since = 0): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 - since;
}
