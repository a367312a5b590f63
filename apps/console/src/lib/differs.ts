/** Tells whether two things that are saved as JSON are saved as different ones. */
export const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
