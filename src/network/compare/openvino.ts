/** OpenVINO in Python. */
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../target/json.js';
import { WorkError } from '../../target/errors.js';
import { packageRoot } from '../../target/root.js';
import { elementType } from '../../elements/registry.js';
import type { ProfiledNode, Runtime } from './runtime.js';

/** The one of a Python program, which computes in a type of floats. */
export function openVino(python: string, precision: string): Runtime {
  return {
    key: 'openvino',
    label: 'OpenVINO',
    command: (job) => [python, join(packageRoot(), 'bench', 'networks', 'peer.py'), job],
    setup: { runtime: 'openvino', precision, constant: {} },
    typeName: (type) => elementType(type).numpy,
    readProfile: readOpenVinoProfile,
  };
}

const nodesSchema = z.array(
  z.object({ name: z.string(), op: z.string(), seconds: z.number().nonnegative(), origins: z.array(z.string()) }),
);

/** @internal Tests read profiles without a run. */
export function readOpenVinoProfile(text: string): readonly ProfiledNode[] {
  const { success, data } = nodesSchema.safeParse(jsonOf(text));
  if (!success)
    throw new WorkError(
      "OpenVINO's profile is no list of nodes: sh bench/networks/install.sh brings the version that is known.",
    );
  return data.map(({ name, op, seconds, origins }) => ({ name, seconds, origins, converts: op === 'Reorder' }));
}
