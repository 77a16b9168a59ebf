import { templates } from '../../../src/templates/registry.js';
import { describeTemplates } from '../../support/template-contract.js';

const operators = ['elementwise', 'lrn', 'pool', 'reduce', 'softmax'];

describeTemplates(
  'simd',
  templates.filter(({ operator, isDerived }) => operators.includes(operator) && !isDerived),
);
