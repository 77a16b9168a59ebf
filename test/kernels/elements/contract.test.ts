import { elementContract } from '../../support/element-contract.js';
import { kernelTypes } from '../../../src/elements/registry.js';

for (const type of kernelTypes()) elementContract(type);
