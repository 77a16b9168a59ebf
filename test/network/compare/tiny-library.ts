import { chooseTemplates, allThatApply } from '../../../src/catalogue/choose-templates.js';
import { parseProgramTarget } from '../../../src/backend/program/program-target.js';
import { writeFolder } from '../../../src/backend/library/write-folder.js';
import { copyWorkload } from '../../../src/network/program/layout.js';
import { suggestedConfigs } from '../../../src/transfer/expected-kernels.js';
import { makeTask } from '../../../src/templates/task.js';
import { templates } from '../../../src/templates/registry.js';

/** Writes the library of a network that copies its input, of so many floats, through two layers. */
export async function writeTinyLibrary(folder: string, data: Float32Array): Promise<void> {
  const { target, exporter } = parseProgramTarget('llvm', 1);
  const [template] = chooseTemplates(allThatApply, copyWorkload(data.length, 'float32', 'float32'), target, templates);
  const task = makeTask(template!, copyWorkload(data.length, 'float32', 'float32'), target);
  const kernel = { task, config: suggestedConfigs(task)[0]! };
  const port = { type: 'float32', shape: [1, data.length] };
  const library = await exporter.exportProgram(
    {
      name: 'tiny',
      target,
      constants: [],
      programs: [
        {
          inputs: [{ name: 'x', ...port }],
          outputs: [{ name: 'y', ...port }],
          calls: [
            {
              layer: 'first',
              onlyIf: [],
              ...kernel,
              inputs: [{ in: 'input', port: 0, bytes: 0 }],
              output: { in: 'arena', bytes: 0 },
            },
            {
              layer: 'm to NCHW',
              onlyIf: [],
              ...kernel,
              inputs: [{ in: 'arena', bytes: 0 }],
              output: { in: 'output', port: 0, bytes: 0 },
            },
          ],
          arenaBytes: 4 * data.length + 64,
        },
      ],
    },
    { references: [{ inputs: [data], outputs: [data] }], tolerance: 1e-6, weights: 'embed' },
  );
  writeFolder(folder, library.files, { force: false });
}
