import { ofPairs } from './bitwise.js';
import { graphOperator } from './by-procedure.js';
import { stepwise, type Operator } from './operator.js';

/** What a division leaves, with the sign of the dividend: Mod with `fmod`. */
export const remainder: Operator = stepwise(
  graphOperator(
    'Remainder',
    [2, 2],
    ofPairs((x, y) => x.rest(y)),
  ),
);
