import { templates } from '../../../src/templates/registry.js';
import { describeTemplates } from '../../support/template-contract.js';

// In two files, since they take longest and files run side by side.
describeTemplates(
  'simd',
  templates.filter(({ operator, target, isDerived }) => target === 'simd' && operator === 'conv2d' && !isDerived),
);
