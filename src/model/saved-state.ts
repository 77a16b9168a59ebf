import { z } from 'zod';
import { UsageError } from '../target/errors.js';

const header = z.object({ model: z.string() });

/** Reads what the model called `name` saved. Throws UsageError when it is nothing of the kind, or the state of another model. */
export function parseState<State>(text: string, name: string, schema: z.ZodType<State>): State {
  const { model } = parse(text, header);
  if (model !== name)
    throw new UsageError(`The saved model is \`${model}\`, not \`${name}\`; choose \`--model ${model}\`.`);
  return parse(text, schema);
}

function parse<Value>(text: string, schema: z.ZodType<Value>): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new UsageError('The saved model cannot be read: it is not what `save` wrote. Fit it again.');
  }
}
