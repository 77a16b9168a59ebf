import { templates } from '../../../src/templates/registry.js';
import { describeTemplates } from '../../support/template-contract.js';

describeTemplates(
  'simt',
  templates.filter(({ target, operator }) => target === 'simt' && operator !== 'conv2d'),
);
