/**
 * Work that comes round again. One round at a time; a failure is told and the next round tries again.
 * @returns ends it, once the round that is under way is done
 */
export function repeatDuty(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    current = work()
      .catch(onError)
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
