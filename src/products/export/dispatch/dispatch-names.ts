/** The first is the default. */
export const dispatchNames = ['nearest', 'learned'] as const;

export type DispatchName = (typeof dispatchNames)[number];
