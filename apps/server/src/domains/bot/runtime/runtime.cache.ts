/**
 * Bots, or what belongs to them, in memory under one bound, the longest unused leaving first. Two that ask for the same at once wait for one load.
 * @param limitBytes of all that is kept; what is larger than that is loaded and not kept
 */
export function createRuntimeCache<Kept extends { sizeBytes: number }>(limitBytes: number) {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<Kept>>();
  let sizeBytes = 0;

  const keep = (key: string, runtime: Kept) => {
    if (runtime.sizeBytes > limitBytes) return;
    kept.set(key, runtime);
    sizeBytes += runtime.sizeBytes;
    for (const [oldest, old] of kept) {
      if (sizeBytes <= limitBytes) break;
      kept.delete(oldest);
      sizeBytes -= old.sizeBytes;
    }
  };

  return {
    /** @param key of an enterprise and of something that never changes, such as a version, so that what is kept is never stale */
    async get(key: string, load: () => Promise<Kept>): Promise<Kept> {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const running = loading.get(key);
      if (running) return running;
      const started = load().finally(() => loading.delete(key));
      loading.set(key, started);
      const runtime = await started;
      keep(key, runtime);
      return runtime;
    },
    size: () => ({ count: kept.size, sizeBytes }),
  };
}
