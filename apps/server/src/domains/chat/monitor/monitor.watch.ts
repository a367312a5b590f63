import { monitorBeatMs } from '@parley/contract';
import { newId } from '#platform/ids.ts';
import { giveBackLease, type Lease, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type FiguresRow, readFigures } from './monitor.repository.ts';
import { type Acting, readActing, type Sight, sightOf } from './monitor.scope.ts';
import { presentFigures } from './monitor.service.ts';
import { framesChannel } from './monitor.share.ts';

const lookMs = 500;
/** A process that was killed is followed by another one after so long. */
const holdMs = 1500;

type Changed = { agents: boolean; chats: boolean };
/** Goes over the bus, where instants become texts. */
type Read = Changed & { enterpriseId: string; rows: readonly FiguresRow[] };
type Watcher = { sight: Sight; acting: Acting; send: (message: { type: string; data: unknown }) => void };

/** Watches an enterprise while a connection of this process looks at its monitor. */
type Watch = { watchers: Set<Watcher>; changed: Changed; readAt: number; lease: Lease | undefined; stop: () => Promise<void> };

export type MonitorWatch = {
  /** Sends frames to a connection from now on. @returns ends it */
  join: (ctx: Ctx, send: Watcher['send']) => Promise<() => void>;
};

/**
 * Shows figures while somebody looks, however many do: of the processes whose connections look, the one with the lease reads them at most each
 * half second, when something has changed, and all processes pass what it has read on to their connections, each as far as it sees.
 */
export function createMonitorWatch(deps: Deps): MonitorWatch {
  const watches = new Map<string, Watch>();
  const holderId = newId();
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'figures of the monitor were not read');

  deps.publisher.onEvents((events) => {
    if (watches.size === 0) return;
    for (const { enterpriseId, name } of events) {
      const changed = watches.get(enterpriseId)?.changed;
      if (!changed) continue;
      if (name.startsWith('chat.')) changed.chats = true;
      if (name.startsWith('chat.') || name.startsWith('agent.') || name.startsWith('monitor.')) changed.agents = true;
    }
  });

  deps.bus.subscribe(framesChannel, (message) => {
    const { enterpriseId, rows, agents, chats } = message as Read;
    const watch = watches.get(enterpriseId);
    if (!watch) return;
    const figures = rows.map(revive);
    for (const { sight, acting, send } of watch.watchers)
      send({ type: 'monitorFrame', data: { ...presentFigures(figures, sight, acting), agents, chats } });
  });

  async function look(ctx: EnterpriseContext, watch: Watch): Promise<void> {
    const { enterpriseId } = ctx;
    const work = { enterpriseId, work: 'monitor', workId: enterpriseId } as const;
    const before = watch.lease;
    watch.lease = await ctx.transaction((tx) => takeLease(tx, work, holdMs, holderId));
    if (!watch.lease) return;
    const { agents, chats } = watch.changed;
    if (before && !agents && !chats && Date.now() - watch.readAt < monitorBeatMs - lookMs / 2) return;
    watch.changed = { agents: false, chats: false };
    watch.readAt = Date.now();
    try {
      const rows = await ctx.read((tx) => readFigures(tx, enterpriseId));
      // Nobody has noted what had changed before this process had the lease.
      deps.bus.publish(framesChannel, { enterpriseId, rows, agents: agents || !before, chats: chats || !before } satisfies Read);
    } catch (error) {
      watch.changed = { agents: true, chats: true };
      throw error;
    }
  }

  function open(enterpriseId: string): Watch {
    const ctx = enterpriseContext(deps, enterpriseId);
    const watch: Watch = {
      watchers: new Set(),
      changed: { agents: true, chats: true },
      readAt: 0,
      lease: undefined,
      stop: async () => {},
    };
    watch.stop = scheduleTask(lookMs, () => look(ctx, watch), warn, { atStart: true });
    watches.set(enterpriseId, watch);
    return watch;
  }

  async function close(enterpriseId: string, watch: Watch): Promise<void> {
    watches.delete(enterpriseId);
    await watch.stop();
    const { lease } = watch;
    if (lease) await enterpriseContext(deps, enterpriseId).transaction((tx) => giveBackLease(tx, lease));
  }

  return {
    async join(ctx, send) {
      const { enterpriseId, actor } = ctx;
      const watcher: Watcher = { sight: sightOf(actor), acting: await ctx.read((tx) => readActing(tx, actor)), send };
      const watch = watches.get(enterpriseId) ?? open(enterpriseId);
      watch.watchers.add(watcher);
      // The next look reads at once, for the one who has come.
      watch.changed = { agents: true, chats: true };
      return () => {
        watch.watchers.delete(watcher);
        if (watch.watchers.size === 0 && watches.get(enterpriseId) === watch) close(enterpriseId, watch).catch(() => {});
      };
    },
  };
}

const instant = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));

/** Makes dates again of what another process has read. */
const revive = (row: FiguresRow): FiguresRow => ({
  ...row,
  asOf: new Date(row.asOf),
  longestWaitSince: instant(row.longestWaitSince),
  longestUnansweredSince: instant(row.longestUnansweredSince),
  oldestRedSince: instant(row.oldestRedSince),
});
