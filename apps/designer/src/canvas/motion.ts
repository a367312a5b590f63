/** Returns the duration of a camera move; 0 for users who ask for less motion. */
export const motionMs = (ms: number): number => (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : ms);
