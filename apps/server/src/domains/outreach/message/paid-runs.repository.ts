import type { Read } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import type { PaidRun } from '../../billing/door.ts';
import { maySee } from '../row/campaign.repository.ts';
import { iterationsOf } from '../row/runs.repository.ts';

/** Broadcasts and iterations, their fallbacks among them, that take money from the wallet: those of campaigns that the actor may see. */
export async function namePaidRuns(tx: Read, actor: Actor, runIds: readonly string[]): Promise<PaidRun[]> {
  const { enterpriseId } = actor;
  const broadcasts = await tx
    .selectFrom('broadcasts')
    .select(['broadcastId', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('broadcastId', 'in', [...runIds])
    .execute();
  const iterations = await iterationsOf(tx, enterpriseId, runIds);
  return [
    ...broadcasts.map(({ broadcastId, name }): PaidRun => ({ runId: broadcastId, kind: 'broadcast', id: broadcastId, name })),
    ...(await nameIterations(tx, actor, [...iterations.values()])),
  ];
}

async function nameIterations(tx: Read, actor: Actor, runs: readonly { runId: string; activityId: string }[]): Promise<PaidRun[]> {
  if (runs.length === 0) return [];
  const rows = await tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .select(['a.activityId', 'a.number', 'c.name'])
    .where('a.enterpriseId', '=', actor.enterpriseId)
    .where(
      'a.activityId',
      'in',
      runs.map(({ activityId }) => activityId),
    )
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .execute();
  const names = new Map(rows.map(({ activityId, name, number }) => [activityId, `${name} #${number}`]));
  return runs.flatMap(({ runId, activityId }) => {
    const name = names.get(activityId);
    return name === undefined ? [] : [{ runId, kind: 'activity', id: activityId, name }];
  });
}
