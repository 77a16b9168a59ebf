/**
 * Of functions, types and what else generated text is put together of, in their order, what the texts need: the types,
 * and the functions that they call, or that these call.
 */
export function usedHelpers(texts: readonly string[], helpers: readonly string[]): string[] {
  const kept: string[] = [];
  for (const helper of helpers.toReversed()) {
    // A helper may be several functions.
    const names = [...helper.matchAll(/^static inline \w+ (\w+)\(/gm)].map(([, name]) => callsTo(name!));
    if (names.length === 0 || [...texts, ...kept].some((text) => names.some((call) => call.test(text))))
      kept.push(helper);
  }
  return kept.toReversed();
}

function callsTo(name: string): RegExp {
  return new RegExp(`\\b${name}\\(`);
}

/** Of definitions of functions those that the texts call: compilers warn of others. */
export function usedDefinitions(texts: readonly string[], definitions: readonly string[]): string[] {
  return definitions.filter((definition) => {
    const call = new RegExp(`\\b${/\w+(?=\()/.exec(definition)![0]}[(<]`);
    return texts.some((text) => call.test(text));
  });
}
