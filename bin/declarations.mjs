/**
 * The types of the library as one file, `dist/index.d.ts`, with what `src/index.ts` reaches and nothing else, and the
 * report of them, `dist/tune.api.md`, which a test compares with the one that was reviewed, `etc/tune.api.md`. Made
 * anew only when declarations have changed, since it takes as long as the rest of a small build.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const report = 'dist/tune.api.md';
const made = ['dist/index.d.ts', report];
const stamp = 'dist/.declarations';

const state = await hashInputs();
if (!made.every(existsSync) || (await readFile(stamp, 'utf8').catch(() => '')) !== state) {
  if (await extract()) {
    await writeFile(report, sortedEnums(await readFile(report, 'utf8')));
    await writeFile(stamp, state);
  } else process.exitCode = 1;
}

/** The members of enumerations by name: TypeScript lists them as it came to know them, which differs between builds. */
function sortedEnums(text) {
  const members = (all) => all.split('\n').sort().join('\n');
  return text.replace(/(ZodEnum<\{\n)((?: *[^\n{}]+;\n)+)/g, (_, head, all) => `${head}${members(all.trimEnd())}\n`);
}

async function hashInputs() {
  const names = (await readdir('dist/src', { recursive: true })).filter((name) => name.endsWith('.d.ts')).sort();
  const files = [fileURLToPath(import.meta.url), 'package-lock.json', ...names.map((name) => join('dist/src', name))];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file)).update('\0');
  return hash.digest('hex');
}

async function extract() {
  const { Extractor, ExtractorConfig } = await import('@microsoft/api-extractor');
  const quiet = { default: { logLevel: 'none' } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve('.'),
      mainEntryPointFilePath: '<projectFolder>/dist/src/index.d.ts',
      newlineKind: 'lf',
      compiler: { tsconfigFilePath: '<projectFolder>/tsconfig.json' },
      dtsRollup: { enabled: true, untrimmedFilePath: `<projectFolder>/${made[0]}` },
      apiReport: {
        enabled: true,
        reportFileName: 'tune',
        reportFolder: '<projectFolder>/dist',
        reportTempFolder: '<projectFolder>/dist/api',
        // The schemas behind `z.output<typeof …>` are what says how options and results change.
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        // No release tags here: what index.ts exports is public, and types that it only reaches have no name outside.
        extractorMessageReporting: quiet,
        tsdocMessageReporting: quiet,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      // What it says of itself, and that the report changed, which the test says.
      if (message.logLevel !== 'error') message.handled = true;
    },
  });
  return succeeded;
}
