import { z } from 'zod';
import { Forest } from './forest.js';

// Arrays of a model hold tens of thousands of numbers: a plain loop checks them in a tenth of the time of
// `z.array(z.number())`.
const numbers = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'number'),
  'expected a list of numbers',
);
const integers = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  'expected a list of integers',
);

/** What is read of a model that xgboost wrote as JSON. */
const document = z.object({
  learner: z.object({
    learner_model_param: z.object({ base_score: z.string() }),
    gradient_booster: z.object({
      model: z.object({
        trees: z.array(
          z.object({
            left_children: integers,
            right_children: integers,
            split_indices: integers,
            split_conditions: numbers,
          }),
        ),
      }),
    }),
  }),
});

/**
 * The trees of a JSON model (xgboost's doc/tutorials/saving_model.rst). A leaf has a negative left child and keeps its
 * value in `split_conditions`; the base score is added to every margin, those of ranking objectives included.
 * `columns`: the column of a row that each feature of the model is. Throws an Error that says what is wrong when the
 * document is no such model.
 */
export function readForest(json: unknown, columns: readonly number[]): Forest {
  const parsed = document.safeParse(json);
  if (!parsed.success) throw new Error(`not a tree model of xgboost: ${z.prettifyError(parsed.error)}`);
  const { learner_model_param, gradient_booster } = parsed.data.learner;
  const trees = gradient_booster.model.trees.map((tree) => ({
    left: tree.left_children,
    right: tree.right_children,
    feature: tree.split_indices.map((feature) => columnOf(feature, columns)),
    condition: tree.split_conditions,
  }));
  return new Forest(trees, baseOf(learner_model_param.base_score));
}

/** `5E-1`, since 3.1 a list: `[5E-1]`. */
function baseOf(text: string): number {
  const base = Math.fround(Number(/^\[(.*)\]$/.exec(text)?.[1] ?? text));
  if (Number.isFinite(base)) return base;
  throw new Error(`its base score is ${JSON.stringify(text.slice(0, 40))}, which is not one number`);
}

function columnOf(feature: number, columns: readonly number[]): number {
  const column = columns[feature];
  if (column === undefined) throw new Error(`its trees read the feature ${feature} of ${columns.length}`);
  return column;
}
