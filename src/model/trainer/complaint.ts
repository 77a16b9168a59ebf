/** Lines that say nothing about the cause: stack traces, the round counter, hints about the command line. */
const NOISE =
  /\[bt\]|^Stack trace|entries loaded from|^terminate called|^\[\d+\]|^Error running xgboost|^Use xgboost -h|^Encountered parser error|^Writing prediction/;

/** The line of xgboost's messages that says what went wrong, without its time and source position. */
export function complaintIn(messages: string): string | undefined {
  const position = /^(\[\d+:\d+:\d+\]\s*)?(\S+\.(cc|cu|h):\d+:\s*)?/;
  return messages
    .split('\n')
    .map((line) => line.trim().replace(position, ''))
    .find((line) => line !== '' && !NOISE.test(line));
}
