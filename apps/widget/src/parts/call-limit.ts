const perSecond = 20;
const burst = 100;

/** Calls of a page: 20 a second, and 100 at once. @returns whether one more is served */
export function createCallLimit(now: () => number = Date.now): () => boolean {
  let left = burst;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(burst, left + ((time - at) / 1000) * perSecond);
    at = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
