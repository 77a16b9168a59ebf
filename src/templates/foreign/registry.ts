import { conv2dNchwc } from './conv2d-nchwc.js';
import type { ForeignSchedule } from './foreign-schedule.js';

/** Schedules of other programs' templates: one file each, and a line here. */
export const foreignSchedules: readonly ForeignSchedule[] = [conv2dNchwc];
