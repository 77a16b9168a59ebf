import { isFieldSet } from '@bufbuild/protobuf';
import { shortened } from '../../target/visible.js';
import { clampInteger } from '../../elements/whole.js';
import { Malformed } from './read-file.js';
import type { Attribute } from './model.js';
import { AttributeProtoSchema, type Proto } from './schema.js';
import { constantOf, unreadableType, type TensorSource } from './tensor.js';

/** `AttributeProto.AttributeType` */
const types = { float: 1, int: 2, string: 3, tensor: 4, floats: 6, ints: 7, strings: 8 } as const;

const unsupported: Readonly<Record<number, string>> = {
  5: 'graph',
  9: 'list of tensors',
  10: 'list of graphs',
  11: 'sparse tensor',
  12: 'list of sparse tensors',
  13: 'type',
  14: 'list of types',
};

/** What an attribute is made of that has no plain value, as `graph "then_branch"`; undefined where it has one. */
export function unsupportedAttribute(attribute: Proto<'AttributeProto'>): string | undefined {
  const name = `"${shortened(attribute.name)}"`;
  if (attribute.refAttrName !== '') return `reference to an attribute ${name}`;
  const kind = unsupported[attribute.type];
  if (kind !== undefined) return `${kind} ${name}`;
  if (typeOf(attribute) !== types.tensor || attribute.t === undefined) return undefined;
  const type = unreadableType(attribute.t);
  return type === undefined ? undefined : `tensor ${name} of ${type}`;
}

/** Its plain value. `node` names the node in errors. Throws Malformed. */
export function attributeValue(attribute: Proto<'AttributeProto'>, node: string, source: TensorSource): Attribute {
  const what = `the attribute "${shortened(attribute.name)}" of ${node}`;
  switch (typeOf(attribute)) {
    case types.float:
      return attribute.f;
    case types.int:
      return clampInteger(attribute.i);
    case types.string:
      return textOf(attribute.s);
    case types.tensor:
      if (attribute.t === undefined) throw new Malformed(`${what} has no value`);
      return constantOf(attribute.t, what, source);
    case types.floats:
      return attribute.floats;
    case types.ints:
      return attribute.ints.map(clampInteger);
    case types.strings:
      return attribute.strings.map(textOf);
    default:
      throw new Malformed(`${what} has no value of a known type`);
  }
}

/** Files before version 2 of the IR do not say it. */
function typeOf(attribute: Proto<'AttributeProto'>): number {
  if (attribute.type !== 0) return attribute.type;
  const { field } = AttributeProtoSchema;
  if (isFieldSet(attribute, field.f)) return types.float;
  if (isFieldSet(attribute, field.i)) return types.int;
  if (isFieldSet(attribute, field.s)) return types.string;
  if (isFieldSet(attribute, field.t)) return types.tensor;
  if (attribute.floats.length > 0) return types.floats;
  if (attribute.ints.length > 0) return types.ints;
  return attribute.strings.length > 0 ? types.strings : 0;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
