/** Minutes of a soak, at most: what does not show in a day will not. */
export const MOST_MINUTES = 1440;
