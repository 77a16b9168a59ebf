/** A name of C, of some texts: `lib_conv2d_resnet18_c2_x86_64_v4_t1`. */
export function formatSlug(...texts: readonly string[]): string {
  return texts
    .map((text) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^_|_$/g, ''),
    )
    .join('_');
}
