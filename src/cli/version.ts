/** What asks for the version, in commander's order. */
export const versionFlags: readonly string[] = ['-V', '--version'];
