import { newId } from '#platform/ids.ts';
import { installationId, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findClosed } from '../../account/door.ts';
import { endLostAlarms, presentLimits, settleAlarms, type Watched } from '../alarm/alarm.service.ts';
import { type FiguresRow, listAlarmed, readFigures } from './monitor.repository.ts';

const lookMs = 2000;
const holdMs = 6000;
const work = { enterpriseId: installationId, work: 'alarm', workId: installationId } as const;

const secondsSince = (since: Date | null, asOf: Date): number | null =>
  since && Math.max(0, Math.floor((asOf.getTime() - since.getTime()) / 1000));

async function toWatched(ctx: EnterpriseContext, row: FiguresRow): Promise<Watched> {
  const limits = presentLimits(row.limits);
  const asksHours = limits.nobodyOnline && row.online === 0;
  const isOpen = asksHours ? !(await ctx.read((tx) => findClosed(tx, ctx.enterpriseId, row.deptId, row.asOf))) : true;
  return {
    deptId: row.deptId,
    name: row.name,
    limits,
    figures: {
      waitSeconds: secondsSince(row.longestWaitSince, row.asOf),
      unansweredSeconds: secondsSince(row.longestUnansweredSince, row.asOf),
      waiting: row.waiting,
      online: row.online,
      isOpen,
    },
    ringing: row.alarms.map((alarm) => ({
      ...alarm,
      departmentName: row.name,
      since: new Date(alarm.since),
      belowSince: alarm.belowSince === null ? null : new Date(alarm.belowSince),
    })),
  };
}

/** Decides the alarms of an enterprise by the figures of one snapshot. */
export async function lookAtAlarms(ctx: EnterpriseContext): Promise<void> {
  const rows = await ctx.read((tx) => readFigures(tx, ctx.enterpriseId));
  const watched: Watched[] = [];
  for (const row of rows) if (row.limits || row.alarms.length > 0) watched.push(await toWatched(ctx, row));
  await settleAlarms(ctx, watched);
  await endLostAlarms(ctx);
}

/** Rings and ends alarms, whether somebody looks at the monitor or not. One worker at a time does; two would tell each alarm once as well. */
export function ringAlarms(deps: Deps): () => Promise<void> {
  const holderId = newId();
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'alarms of chats were not decided');
  const run = async () => {
    const lease = await enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, work, holdMs, holderId));
    if (!lease) return;
    for (const enterpriseId of await listAlarmed(deps.db)) await lookAtAlarms(enterpriseContext(deps, enterpriseId)).catch(warn);
  };
  return scheduleTask(lookMs, run, warn);
}
