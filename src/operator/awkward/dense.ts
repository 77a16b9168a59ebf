/** Shapes for the contract of templates of dense. */
import type { AwkwardShapes } from '../operator.js';

export const awkwardDense: AwkwardShapes = [
  { m: '1', n: '1', k: '1', epilogue: 'none' },
  { m: '1', n: '103', k: '217', epilogue: 'bias,relu' },
  { m: '7', n: '50', k: '129', epilogue: 'bias' },
  { m: '65', n: '130', k: '70', epilogue: 'bias,add,relu6', constant: 'none' },
  { m: '37', n: '1', k: '99', epilogue: 'bias', constant: 'none' },
  { m: '128', n: '64', k: '96', epilogue: 'relu' },
  { m: '3', n: '2', k: '311', epilogue: 'add' },
  { m: '101', n: '37', k: '3', epilogue: 'none' },
  { m: '2', n: '257', k: '64', epilogue: 'bias,relu6' },
  { m: '199', n: '4', k: '28', constant: 'none', epilogue: 'none' },
  { m: '17', n: '68', k: '260', epilogue: 'bias,add' },
  { m: '1', n: '1', k: '523', epilogue: 'bias' },
  { m: '70', n: '90', k: '100', epilogue: 'bias' },
  { m: '90', n: '70', k: '104', epilogue: 'none' },
];
