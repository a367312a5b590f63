let aheadMs = 0;
/** The time of an answer is told to a second, and the answer was on its way for a moment. */
const toleranceMs = 2_000;

/** Hears the server's time from each answer: clocks of browsers may be minutes wrong. */
export function noteServerTime(at: Date): void {
  const difference = at.getTime() - Date.now();
  if (Number.isNaN(difference)) return;
  aheadMs = Math.abs(difference) <= toleranceMs ? 0 : difference;
}

/** The server's time now, as far as an answer has told it. @returns milliseconds */
export const serverNow = (): number => Date.now() + aheadMs;
