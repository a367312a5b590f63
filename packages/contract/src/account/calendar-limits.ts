/** Limits of calendars, apart from their schemas: screens check by them without loading Zod. */
export const slotsOfDayMax = 12;
export const calendarExceptionsMax = 500;
export const calendarsMax = 100;
/** Days that the strip shows at most. */
export const stripDaysMax = 62;

/** Columns of a file of exceptions; `from` and `name` must be there. */
export const calendarFileColumns = ['from', 'to', 'name', 'yearly', 'slots'] as const;
