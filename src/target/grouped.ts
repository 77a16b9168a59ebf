/** The records by a key, in the order in which keys first appear; no group is empty. */
export function grouped<R, K>(records: readonly R[], keyOf: (record: R) => K): Map<K, [R, ...R[]]> {
  const groups = new Map<K, [R, ...R[]]>();
  for (const record of records) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}
