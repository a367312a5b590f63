/**
 * Starts a scheduled task: `run` is called every `everyMs` milliseconds, for the first time after that interval. Runs never overlap: an
 * interval that ends while a run is still under way is skipped. A run that fails is reported to `onError`, and the next interval runs again.
 * @param options `atStart` also calls `run` at once
 * @returns stops the schedule and waits for the run that is under way
 */
export function scheduleTask(
  everyMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { atStart = false } = {},
): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const runOnce = () => {
    if (isRunning) return;
    isRunning = true;
    current = run()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  };
  if (atStart) runOnce();
  const timer = setInterval(runOnce, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
