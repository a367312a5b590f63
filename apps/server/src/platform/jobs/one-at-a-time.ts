/**
 * Lets one run of a piece of work go on at a time in this process. A caller while it runs gets one more run after it, for any number of
 * callers: a run may have looked before the new work was there.
 * @param work by its key. @returns asks for a run, and ends with the run that has seen what was there when it was asked for
 */
export function oneAtATime(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, { current: Promise<void>; next: Promise<void> | undefined }>();

  function run(key: string): Promise<void> {
    const state = { current: work(key), next: undefined as Promise<void> | undefined };
    running.set(key, state);
    state.current = state.current.finally(() => {
      if (state.next === undefined) running.delete(key);
    });
    return state.current;
  }

  return (key) => {
    const state = running.get(key);
    if (!state) return run(key);
    state.next ??= state.current.catch(() => {}).then(() => run(key));
    return state.next;
  };
}
