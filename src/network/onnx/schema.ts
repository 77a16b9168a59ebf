/**
 * What tune reads and writes of ONNX's schema (https://github.com/onnx/onnx, Apache-2.0), with its names and numbers;
 * optional fields as proto2 has them. Three things differ. Numbers of a tensor are bytes here, which are the same on
 * the wire (packed), so that they are views of the file instead of lists of objects. Enumerations are int32, so that
 * values of later versions can be named. Of fields of which one is set at most (oneof) each stands alone. Only graphs
 * contain themselves, as attributes of nodes; `wire.ts` says how deep.
 */
import { create, createFileRegistry, ScalarType, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt/google/protobuf/descriptor_pb.js';

/** By message its fields: the number on the wire, and the type; in a list, that of a repeated field. */
const messages = {
  ModelProto: {
    irVersion: [1, 'int64'],
    producerName: [2, 'string'],
    graph: [7, 'GraphProto'],
    opsetImport: [8, ['OperatorSetIdProto']],
    functions: [25, ['FunctionProto']],
  },
  OperatorSetIdProto: { domain: [1, 'string'], version: [2, 'int64'] },
  FunctionProto: { name: [1, 'string'], domain: [10, 'string'] },
  GraphProto: {
    node: [1, ['NodeProto']],
    name: [2, 'string'],
    initializer: [5, ['TensorProto']],
    input: [11, ['ValueInfoProto']],
    output: [12, ['ValueInfoProto']],
    valueInfo: [13, ['ValueInfoProto']],
    sparseInitializer: [15, ['SparseTensorProto']],
  },
  NodeProto: {
    input: [1, ['string']],
    output: [2, ['string']],
    name: [3, 'string'],
    opType: [4, 'string'],
    attribute: [5, ['AttributeProto']],
    domain: [7, 'string'],
  },
  AttributeProto: {
    name: [1, 'string'],
    f: [2, 'float'],
    i: [3, 'int64'],
    s: [4, 'bytes'],
    t: [5, 'TensorProto'],
    g: [6, 'GraphProto'],
    floats: [7, ['float']],
    ints: [8, ['int64']],
    strings: [9, ['bytes']],
    type: [20, 'int32'],
    refAttrName: [21, 'string'],
  },
  TensorProto: {
    dims: [1, ['int64']],
    dataType: [2, 'int32'],
    floatData: [4, ['bytes']],
    int32Data: [5, ['bytes']],
    int64Data: [7, ['bytes']],
    name: [8, 'string'],
    rawData: [9, 'bytes'],
    doubleData: [10, ['bytes']],
    uint64Data: [11, ['bytes']],
    externalData: [13, ['StringStringEntryProto']],
    dataLocation: [14, 'int32'],
  },
  StringStringEntryProto: { key: [1, 'string'], value: [2, 'string'] },
  SparseTensorProto: { values: [1, 'TensorProto'] },
  ValueInfoProto: { name: [1, 'string'], type: [2, 'TypeProto'] },
  TypeProto: { tensorType: [1, 'TypeProto_Tensor'] },
  TypeProto_Tensor: { elemType: [1, 'int32'], shape: [2, 'TensorShapeProto'] },
  TensorShapeProto: { dim: [1, ['TensorShapeProto_Dimension']] },
  TensorShapeProto_Dimension: { dimValue: [1, 'int64'], dimParam: [2, 'string'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

type Field = readonly [number: number, type: string | readonly [string]];
type Name = keyof typeof messages;

interface Scalars {
  readonly float: number;
  readonly int64: bigint;
  readonly int32: number;
  readonly string: string;
  readonly bytes: Uint8Array;
}

/** `FieldDescriptorProto.Type`, which begins with the scalar types. */
const MESSAGE = 11;

type Item<Type> = Type extends keyof Scalars ? Scalars[Type] : Type extends Name ? Proto<Type> : never;
type Value<F> = F extends readonly [number, readonly [infer Type]]
  ? Item<Type>[]
  : F extends readonly [number, infer Type]
    ? Item<Type> | (Type extends Name ? undefined : never)
    : never;

/** A message as an object: what is not set is the type's zero, an empty list, or of a message undefined. */
export type Proto<N extends Name> = Message<`onnx.${N}`> & {
  -readonly [Key in keyof (typeof messages)[N]]: Value<(typeof messages)[N][Key]>;
};

export type ProtoInit<N extends Name> = MessageInitShape<GenMessage<Proto<N>>>;

const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    ...{ name: 'onnx.proto', package: 'onnx', syntax: 'proto2' },
    messageType: Object.entries<Readonly<Record<string, Field>>>(messages).map(([name, fields]) => ({
      name,
      field: Object.entries(fields).map(([key, [number, type]]) => {
        const item = typeof type === 'string' ? type : type[0];
        const scalar = ScalarType[item.toUpperCase() as keyof typeof ScalarType] as ScalarType | undefined;
        return {
          ...{ name: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), jsonName: key, number },
          label: typeof type === 'string' ? 1 : 3,
          type: scalar ?? MESSAGE,
          typeName: scalar === undefined ? `.onnx.${item}` : '',
        };
      }),
    })),
  }),
  () => undefined,
);

function schemaOf<N extends Name>(name: N): GenMessage<Proto<N>> {
  return registry.getMessage(`onnx.${name}`) as GenMessage<Proto<N>>;
}

/** @internal A test compares them with Debian's. */
export const schemas = (Object.keys(messages) as Name[]).map(schemaOf);
export const ModelProtoSchema = schemaOf('ModelProto');
export const GraphProtoSchema = schemaOf('GraphProto');
export const TensorProtoSchema = schemaOf('TensorProto');
export const AttributeProtoSchema = schemaOf('AttributeProto');
export const DimensionSchema = schemaOf('TensorShapeProto_Dimension');
