/** The date beside what a command measured: `2026-11-28`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
