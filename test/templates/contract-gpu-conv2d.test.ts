import { templates } from '../../src/templates/registry.js';
import { describeTemplate } from '../support/template-contract.js';

templates.filter(({ target, operator }) => target === 'cuda' && operator === 'conv2d').forEach(describeTemplate);
