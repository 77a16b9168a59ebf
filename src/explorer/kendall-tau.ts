/**
 * How far two lists of numbers agree on the order of the same items, from -1 to 1: Kendall's tau-b (Biometrika 1945),
 * which takes account of ties; 0 where one of the lists is all ties.
 */
export function kendallTau(a: readonly number[], b: readonly number[]): number {
  let [concordance, untiedA, untiedB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const [signA, signB] = [Math.sign(a[i]! - a[j]!), Math.sign(b[i]! - b[j]!)];
      concordance += signA * signB;
      untiedA += signA * signA;
      untiedB += signB * signB;
    }
  }
  return untiedA === 0 || untiedB === 0 ? 0 : concordance / Math.sqrt(untiedA * untiedB);
}
