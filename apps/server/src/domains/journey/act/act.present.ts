import type { ActJob } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { findUserNames } from '../../account/door.ts';
import type { ActRow } from './act.repository.ts';

export async function presentActs(tx: Read, enterpriseId: string, rows: readonly ActRow[]): Promise<ActJob[]> {
  const names = await findUserNames(
    tx,
    enterpriseId,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map(({ actId, act, state, total, done, held, refused, apiKey, createdAt, finishedAt }, place) => ({
    id: actId,
    act,
    state,
    total,
    done,
    held,
    refused,
    createdBy: apiKey?.name ?? names[place] ?? '',
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

export async function presentOne(tx: Tx, row: ActRow): Promise<ActJob> {
  const [job] = await presentActs(tx, row.enterpriseId, [row]);
  return job as ActJob;
}
