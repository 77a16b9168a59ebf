import type { LoadedFile } from '../catalogue/load-file.js';

/** What may name a module of the user's: what it exports has options of its own, which must be known beforehand. */
const naming = ['--template', '--explorer', '--model'] as const;

/** The modules that a command line names, each once. Throws UsageError for one that cannot be used. */
export async function modulesNamed(args: readonly string[]): Promise<readonly LoadedFile[]> {
  const words = args.flatMap((word, place) => {
    const flag = naming.find((name) => word === name || word.startsWith(`${name}=`));
    if (flag === undefined) return [];
    const value = word === flag ? args[place + 1] : word.slice(flag.length + 1);
    return value?.split(',') ?? [];
  });
  if (words.length === 0) return [];
  const { isFilePath, loadFile } = await import('../catalogue/load-file.js');
  return Promise.all([...new Set(words)].filter(isFilePath).map(loadFile));
}
