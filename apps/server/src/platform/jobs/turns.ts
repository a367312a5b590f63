/**
 * Lets some pieces of work go on at a time in this process; the others wait in the order in which they came.
 * @param mostWaiting pieces that may wait; one more is refused with what `refuse` makes
 */
export function createTurns(
  mostAtOnce: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refuse: () => Error = () => new Error('Too much work waits.'),
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < mostAtOnce) running += 1;
    else if (waiting.length >= mostWaiting) throw refuse();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes the place as it is.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
