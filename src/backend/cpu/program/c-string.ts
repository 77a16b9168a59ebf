/** A string of C, whatever it says. */
export function stringText(text: string): string {
  const escaped = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  const isPlain = (byte: number): boolean => /[\w .:/+-]/.test(String.fromCharCode(byte));
  return `"${Array.from(Buffer.from(text), (byte) => (isPlain(byte) ? String.fromCharCode(byte) : escaped(byte))).join('')}"`;
}
