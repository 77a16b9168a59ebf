import { templates } from '../../../src/templates/registry.js';
import { describeTemplates } from '../../support/template-contract.js';

describeTemplates(
  'simd',
  templates.filter(({ operator }) => operator === 'pipeline'),
);
