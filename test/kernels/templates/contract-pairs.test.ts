import { templates } from '../../../src/templates/registry.js';
import { describeTemplates } from '../../support/template-contract.js';

/** Two operators in a row. */
const operators = ['separable', 'conv_pool', 'mlp'];

describeTemplates(
  'simd',
  templates.filter(({ operator, isDerived }) => operators.includes(operator) && !isDerived),
);
