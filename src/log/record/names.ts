/**
 * Texts of files that somebody else may have written. They go to terminals, into tables and messages, and as keys into
 * maps, but never into a command line, a path or a generated source: those are made of what the program itself knows.
 */
import { z } from 'zod';

/** The longest names that are believed; those of TVM's targets have some hundred characters. */
const LONGEST_NAME = 512;

/** Characters that terminals act upon or that hide others: controls, directions, halves of pairs, line separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What has a meaning to a shell. No target, template or knob has it. */
const ofShells = /[;&|<>$`\\]/;

/** Keys through which a text could reach into an object's prototype. */
export const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Any text that can be shown as it is. */
export const shownText = z
  .string()
  .max(LONGEST_NAME)
  .refine((text) => !invisible.test(text), 'has characters that cannot be shown');

/** What something is called. */
export const nameText = shownText
  .min(1)
  .refine((text) => !ofShells.test(text), 'is no name, as it has characters that shells act upon')
  .refine((text) => !reserved.has(text), 'is no name, as objects have it for themselves');
