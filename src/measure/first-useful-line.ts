/** Most characters of a line that are looked at: patterns take their time with long ones. */
const LONGEST = 2000;

/** The first line of a compiler's or linker's output that says what is wrong. */
export function firstUsefulLine(output: string): string {
  const lines = output.split('\n').map((line) => line.slice(0, LONGEST).trim());
  const line =
    lines.find((text) =>
      /\berror\s*: (?!ld returned)|\bfatal\s*: |undefined reference|internal compiler error/.test(text),
    ) ??
    lines.find((text) => text !== '' && !text.endsWith(':')) ??
    'the compiler failed without a message';
  // Every candidate has a file of its own; its name says nothing and would make equal messages differ.
  return line.replace(/\S*\/[^/\s:]+\.(c|so|o|cu)(?=[:(])/g, 'kernel.$1').slice(0, 400);
}
