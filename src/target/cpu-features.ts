import { readFileSync } from 'node:fs';

/** What this machine's CPU has, as /proc/cpuinfo names it; nothing where the system does not say. */
export function cpuFeatures(): readonly string[] {
  return (ofCpu('flags|Features') ?? '').split(/\s+/).filter((flag) => flag !== '');
}

/** Who makes this machine's CPU, as /proc/cpuinfo names it on x86: `GenuineIntel`, `AuthenticAMD`. */
export function cpuVendor(): string | undefined {
  return ofCpu('vendor_id');
}

function ofCpu(names: string): string | undefined {
  try {
    return new RegExp(`^(?:${names})\\s*: (.*)$`, 'm').exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
