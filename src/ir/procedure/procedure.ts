/** A small imperative program over flat arrays: what computes a node whose result depends on indices or order. */
import { elementType } from '../../elements/registry.js';
import type { ArrayName, Kind, Value } from './value.js';

export type Statement =
  | { readonly do: 'let'; readonly variable: number; readonly value: Value }
  | { readonly do: 'set'; readonly variable: number; readonly value: Value }
  | { readonly do: 'store'; readonly array: ArrayName; readonly at: Value; readonly value: Value }
  | {
      readonly do: 'loop';
      readonly variable: number;
      readonly from: Value;
      readonly to: Value;
      readonly body: readonly Statement[];
    }
  | { readonly do: 'while'; readonly condition: Value; readonly body: readonly Statement[] }
  | {
      readonly do: 'if';
      readonly condition: Value;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  /** Elements in a row, between arrays of one kind. */
  | {
      readonly do: 'copy';
      readonly to: ArrayName;
      readonly toAt: Value;
      readonly from: ArrayName;
      readonly fromAt: Value;
      readonly count: Value;
    }
  /** Ends the procedure, whose outputs are of no use then. */
  | { readonly do: 'fail' };

export interface ArrayOfElements {
  readonly kind: Kind;
  readonly elements: number;
}

export interface Procedure {
  readonly inputs: readonly ArrayOfElements[];
  readonly outputs: readonly ArrayOfElements[];
  /** Memory that it needs while it runs, whatever it holds. */
  readonly scratch: readonly ArrayOfElements[];
  readonly body: readonly Statement[];
}

/** Of an array of scratch. */
export function scratchBytes({ elements, kind }: ArrayOfElements): number {
  return elements * (kind === 'index' || kind === 'real' ? 8 : elementType(kind).bytes);
}
