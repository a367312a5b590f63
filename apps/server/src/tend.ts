import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Deps } from './deps.ts';
import type { Module } from './module.ts';

const tendMs = 3_600_000;

/**
 * Has every module tend its tables, one after the other, at the start and every hour. One that fails is logged and keeps none of the others
 * from it.
 * @returns stops, once the one under way has ended
 */
export function tendTables(deps: Deps, modules: readonly Module[]): () => Promise<void> {
  let isStopping = false;
  const warn = (module: string) => (error: unknown) => deps.log.warn({ err: error, module }, 'the tables of a module were not tended');
  const tendAll = async () => {
    for (const { name, tend } of modules) if (tend && !isStopping) await tend(deps).catch(warn(name));
  };
  const stop = scheduleTask(tendMs, tendAll, warn(''), { atStart: true });
  return () => {
    isStopping = true;
    return stop();
  };
}
