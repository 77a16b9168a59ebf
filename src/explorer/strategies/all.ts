/** Made of the files beside it by `npm run registries`. */
export { beam } from './beam.js';
export { draftVerify } from './draft-verify.js';
export { droplet } from './droplet.js';
export { evolution } from './evolution.js';
export { genetic } from './genetic.js';
export { gp } from './gp.js';
export { gptune } from './gptune.js';
export { grid } from './grid.js';
export { oneShot } from './one-shot.js';
export { pingPong } from './ping-pong.js';
export { portfolio } from './portfolio.js';
export { ppo } from './ppo.js';
export { raindrop } from './raindrop.js';
export { random } from './random.js';
export { sa } from './sa.js';
export { shortList } from './short-list.js';
export { transfer } from './transfer.js';
