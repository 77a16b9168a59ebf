/** Shapes for the contract of templates of lrn: windows larger than the channels, even ones, other exponents. */
import type { AwkwardShapes } from '../operator.js';

const plain = { outer: '1', inner: '1', size: '5' };

const shapes: AwkwardShapes = [
  { channels: '1', size: '1' },
  { outer: '2', channels: '13', inner: '37' },
  { outer: '9', channels: '24', alpha: '1.5' },
  { outer: '3', channels: '7', inner: '5', size: '4', alpha: '2', beta: '0.5', bias: '2' },
  { outer: '2', channels: '3', inner: '20', size: '9', alpha: '3', beta: '0.6' },
];

export const awkwardLrn: AwkwardShapes = shapes.map((shape) => ({ ...plain, ...shape }));
