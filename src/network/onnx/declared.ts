import { isFieldSet } from '@bufbuild/protobuf';
import { shortened } from '../../target/visible.js';
import { onnxType } from '../../elements/registry.js';
import { typeName } from './type-name.js';
import { Malformed } from './malformed.js';
import type { DeclaredValue } from './model.js';
import { DimensionSchema, type Proto } from './schema.js';
import { extentOf } from './tensor.js';
import type { Unsupported } from './unsupported.js';

/** Inputs or outputs, as `kind` says; those of types that cannot be read go to `unsupported`. Throws Malformed. */
export function declaredValues(
  values: readonly Proto<'ValueInfoProto'>[],
  kind: 'input' | 'output',
  unsupported: Unsupported,
): readonly DeclaredValue[] {
  const names = new Set<string>();
  return values.flatMap(({ name, type }) => {
    const what = `the ${kind} "${shortened(name)}"`;
    if (name === '') throw new Malformed(`an ${kind} has no name`);
    if (names.has(name)) throw new Malformed(`${what} is declared twice`);
    names.add(name);
    if (type === undefined) throw new Malformed(`${what} has no type`);
    if (type.tensorType === undefined) {
      unsupported.add(`an ${kind} that is no tensor`, name);
      return [];
    }
    const { elemType, shape } = type.tensorType;
    const known = onnxType(elemType)?.name;
    if (known !== undefined) return [{ name, type: known, shape: shape?.dim.map((dim) => extent(dim, what)) }];
    unsupported.add(`an ${kind} of ${typeName(elemType)}`, name);
    return [];
  });
}

/** Some exporters write -1 for an extent that they do not know. */
function extent(dim: Proto<'TensorShapeProto_Dimension'>, what: string): number | string | undefined {
  const { field } = DimensionSchema;
  if (isFieldSet(dim, field.dimParam)) return dim.dimParam === '' ? undefined : dim.dimParam;
  return !isFieldSet(dim, field.dimValue) || dim.dimValue === -1n ? undefined : extentOf(dim.dimValue, what);
}
