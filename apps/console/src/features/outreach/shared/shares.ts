/** '42 %' of a whole; '–' while there is none. */
export const shareOf = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`);
