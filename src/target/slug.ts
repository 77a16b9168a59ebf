/** A name in lower case with hyphens, as fingerprints have it: `NVIDIA H200` → `nvidia-h200`. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
