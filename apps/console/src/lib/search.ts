/** Milliseconds without a key after which a search is asked, where its screen names none of its own (WIDGET-010). */
export const searchDelayMs = 500;
/** Number of choices that a search offers, where its screen names no number of its own (WIDGET-011). */
export const searchPageSize = 15;
