import { templates } from '../../../src/templates/registry.js';
import { describeTemplates } from '../../support/template-contract.js';

// In two files, since they take longest and files run side by side.
describeTemplates(
  'simd',
  templates.filter(
    ({ operator, target, isDerived }) =>
      target === 'simd' &&
      !isDerived &&
      (operator.includes('matmul') || ['conv2d_transpose', 'dense'].includes(operator)),
  ),
);
