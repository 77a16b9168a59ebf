import { templates } from '../../src/templates/registry.js';
import { describeTemplates } from '../support/template-contract.js';

describeTemplates(templates.filter(({ target, operator }) => target === 'cuda' && operator === 'conv2d'));
