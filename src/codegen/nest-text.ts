/** A loop nest as people read it: not a language, but every loop, storage, condition and store that is in it. */
import * as ix from '../ir/index.js';
import type { Condition, Value } from '../ir/tensor.js';
import type { For, Nest, Stmt, Storage } from '../ir/nest.js';
import { indexText } from './index-text.js';
import { operators } from './scalar-text.js';

/** What runs on each call, and behind it what packs inputs and unpacks the output, off the clock. */
export function nestText({ body, packs, unpack }: Nest): string {
  const text = new NestText();
  const parts = [
    text.lines(body),
    ...packs.map(({ original, body: pack }) => [`pack ${original.name}:`, ...indented(text.lines(pack))]),
    ...(unpack ? [[`unpack ${unpack.output.name}:`, ...indented(text.lines(unpack.body))]] : []),
  ];
  return parts.map((part) => part.join('\n')).join('\n\n');
}

/** Words for the helpers of generated code. */
const helpers: readonly (readonly [RegExp, string])[] = [
  [/\b(min|max)_of\(/g, '$1('],
  [/\bfloor_/g, ''],
];

const updates = { add: '+=', mul: '*=', max: 'max=', min: 'min=' } as const;

class NestText {
  /** Names of variables, each its own. */
  private readonly names = new Map<ix.Var, string>();
  private readonly taken = new Set<string>();

  lines(stmt: Stmt): readonly string[] {
    switch (stmt.kind) {
      case 'for':
        return [`${this.loop(stmt)}:`, ...indented(this.lines(stmt.body))];
      case 'if':
        return [
          `if ${this.index(stmt.when)} >= 0:`,
          ...indented(this.lines(stmt.then)),
          ...this.otherwise(stmt.otherwise),
        ];
      case 'block':
        return stmt.body.flatMap((part) => this.lines(part));
      case 'store': {
        const sign = stmt.update === undefined ? '=' : updates[stmt.update];
        return [`${this.element(stmt.tensor.name, stmt.indices)} ${sign} ${this.value(stmt.value)}`];
      }
      case 'alloc':
        return [storageText(stmt.storage), ...this.lines(stmt.body)];
      case 'prefetch':
        return [
          `prefetch ${this.element(stmt.tensor.name, stmt.indices)}${stmt.behind ? ` + ${this.index(stmt.behind)}` : ''}`,
        ];
      case 'commit':
        return ['commit copies'];
      case 'wait':
        return [`wait until ${stmt.pending} groups of copies are pending`];
    }
  }

  private otherwise(stmt: Stmt): readonly string[] {
    const lines = this.lines(stmt);
    return lines.length === 0 ? [] : ['else:', ...indented(lines)];
  }

  private loop({ loop, from, to, annotation, lanes, unrollFactor, stage }: For): string {
    const how = [
      ...(annotation === 'serial' ? [] : [annotation]),
      ...(annotation === 'vectorize' ? [`${lanes} lanes`] : []),
      ...(unrollFactor === undefined || unrollFactor === 1 ? [] : [`unroll by ${unrollFactor}`]),
    ];
    const bounds = `${this.name(loop)} in ${this.index(from)} .. ${this.index(to)}`;
    return `for ${bounds} of ${stage}${how.length === 0 ? '' : ` (${how.join(', ')})`}`;
  }

  private value(value: Value): string {
    switch (value.kind) {
      case 'constant':
        return String(value.value);
      case 'load':
        return this.element(value.tensor.name, value.indices);
      case 'entry':
        return this.element('matrix', [value.row, value.column]);
      case 'binary': {
        const [a, b] = [this.value(value.a), this.value(value.b)];
        if (value.op === 'min' || value.op === 'max') return `${value.op}(${a}, ${b})`;
        return `(${a} ${operators[value.op]} ${b})`;
      }
      case 'cast':
        return `${value.to}(${this.value(value.value)})`;
      case 'bits':
        return `bits(${this.value(value.value)}, ${this.index(value.from)}, ${value.count})`;
      case 'call':
        return `${value.name}(${value.args.map((arg) => this.value(arg)).join(', ')})`;
      case 'select': {
        const [then, otherwise] = [this.value(value.then), this.value(value.otherwise)];
        return `(${value.when.map((when) => this.condition(when)).join(' and ')} ? ${then} : ${otherwise})`;
      }
      case 'reduced':
        return 'sum';
    }
  }

  private condition(condition: Condition): string {
    return `${this.index(condition)} >= 0`;
  }

  private element(name: string, indices: readonly ix.Index[]): string {
    return `${name}[${indices.map((index) => this.index(index)).join(', ')}]`;
  }

  private index(index: ix.Index): string {
    return helpers.reduce(
      (text, [helper, word]) => text.replace(helper, word),
      indexText(index, (v) => this.name(v)),
    );
  }

  private name(v: ix.Var): string {
    const known = this.names.get(v);
    if (known !== undefined) return known;
    let name = v.name;
    for (let n = 2; this.taken.has(name); n++) name = `${v.name}${n}`;
    this.taken.add(name);
    this.names.set(v, name);
    return name;
  }
}

function storageText({ tensor, shape, room = shape, scope, buffers, swizzle }: Storage): string {
  const more = [
    ...(buffers === undefined ? [] : [`${buffers} buffers`]),
    ...(swizzle === undefined ? [] : [`swizzled by ${swizzle} bytes`]),
  ];
  return `alloc ${tensor.name}[${room.join(', ')}] in ${scope}${more.map((text) => `, ${text}`).join('')}`;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
