/** A bucket of frames for one connection: bursts are allowed, floods are not. */
export function createFrameLimit({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number = Date.now) {
  let left = burst;
  let at = now();
  return {
    allows(): boolean {
      const moment = now();
      left = Math.min(burst, left + ((moment - at) / 1000) * perSecond);
      at = moment;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
