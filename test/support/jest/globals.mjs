/**
 * What suites import from `@jest/globals`. In a context of its own a suite has the names from there; where suites share
 * their modules, each sets its own before it is loaded.
 */
export let { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;
export let { jest } = import.meta;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
