import type { BotRuntime } from './runtime.ts';

/**
 * Bots in memory under one bound, the longest unused leaving first. Two that ask for the same version at once wait for one load.
 * @param limitBytes of all that is kept; a bot larger than that is loaded and not kept
 */
export function createRuntimeCache(limitBytes: number) {
  const kept = new Map<string, BotRuntime>();
  const loading = new Map<string, Promise<BotRuntime>>();
  let sizeBytes = 0;

  const keep = (key: string, runtime: BotRuntime) => {
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
    /** @param key of enterprise and version: a version never changes, so what is kept is never stale */
    async get(key: string, load: () => Promise<BotRuntime>): Promise<BotRuntime> {
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
