import { templates } from '../../src/templates/registry.js';
import { describeTemplate } from '../support/template-contract.js';

templates.filter(({ target }) => target === 'cuda').forEach(describeTemplate);
