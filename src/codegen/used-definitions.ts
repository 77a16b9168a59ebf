/** Of definitions of functions those that the texts call: compilers warn of others. */
export function usedDefinitions(texts: readonly string[], definitions: readonly string[]): string[] {
  return definitions.filter((definition) => {
    const call = new RegExp(`\\b${/\w+(?=\()/.exec(definition)![0]}[(<]`);
    return texts.some((text) => call.test(text));
  });
}
