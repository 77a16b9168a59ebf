/** Names of C for what a library holds. */

/** Of some texts, `lib_conv2d_resnet18_c2_x86_64_v4_t1`, unlike those that are taken. */
export function nameOf(texts: readonly string[], taken: ReadonlySet<string>): string {
  const slugs = texts.map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
  );
  const base = slugs.join('_');
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
  return name;
}
