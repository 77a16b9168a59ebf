import swc from '@swc/jest';
import { withGlobals } from './with-globals.mjs';

/** TypeScript to JavaScript, each module with names of its own for the globals that it uses. */
export default {
  createTransformer(options) {
    const plain = swc.createTransformer(options);
    return {
      ...plain,
      process: (source, ...rest) => plain.process(withGlobals(source), ...rest),
      processAsync: (source, ...rest) => plain.processAsync(withGlobals(source), ...rest),
      getCacheKey: (source, ...rest) => plain.getCacheKey(withGlobals(source), ...rest),
    };
  },
};
