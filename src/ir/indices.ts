/** Index expressions and what is known of them, as programs get them. */
export * from './index.js';
export * from './index-facts.js';
