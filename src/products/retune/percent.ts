/** The share in a text: 0.1 of `10%`, `10 %` or `0.1`; undefined of any other. */
export function shareOf(text: string): number | undefined {
  const [, number, sign] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) / (sign === '%' ? 100 : 1);
}
