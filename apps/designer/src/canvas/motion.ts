/** How long the canvas takes to go to another place: at once for whoever asks for less motion. */
export const motionMs = (ms: number): number => (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : ms);
