import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { SendRunTable } from '#platform/db/schema.sending.ts';
import type { FileUse } from '../../file/door.ts';
import type { RunMessage } from './content.ts';

export type SendRun = Omit<Selectable<SendRunTable>, 'message'> & { message: RunMessage };

/** How fast a run leaves, and when. */
export type RunPace = Pick<SendRun, 'perMinute' | 'releaseLeft' | 'quietHours'>;

export async function insertRun(
  tx: Tx,
  run: Pick<
    SendRun,
    'enterpriseId' | 'runId' | 'source' | 'channelId' | 'templateId' | 'message' | 'isMarketing' | 'state' | 'startsAt' | 'createdAt'
  > &
    RunPace,
): Promise<void> {
  await tx
    .insertInto('sendRuns')
    .values({ ...run, message: JSON.stringify(run.message), quietHours: run.quietHours && JSON.stringify(run.quietHours) })
    .execute();
}

/** What a run says, and whether it needs consent. */
export async function readRunMessage(
  tx: Tx,
  enterpriseId: string,
  runId: string,
): Promise<Pick<SendRun, 'message' | 'isMarketing'> | undefined> {
  const row = await tx
    .selectFrom('sendRuns')
    .select(['message', 'isMarketing'])
    .where('enterpriseId', '=', enterpriseId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return row as Pick<SendRun, 'message' | 'isMarketing'> | undefined;
}

export async function lockRun(tx: Tx, enterpriseId: string, runId: string): Promise<SendRun | undefined> {
  const row = await tx
    .selectFrom('sendRuns')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('runId', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  return row as SendRun | undefined;
}

export async function changeRun(
  tx: Tx,
  enterpriseId: string,
  runId: string,
  change: Partial<
    Pick<SendRun, 'state' | 'frozenUpTo' | 'freezeCursor' | 'isPaused' | 'pauseReason' | 'perMinute' | 'releaseLeft' | 'releasedAt'>
  >,
): Promise<void> {
  await tx.updateTable('sendRuns').set(change).where('enterpriseId', '=', enterpriseId).where('runId', '=', runId).execute();
}

/** Has the planner look anew at tables that have grown fourfold. */
export const refreshStatistics = (tx: Tx): Promise<unknown> => sql`select refresh_statistics()`.execute(tx);

/** Sendings that are not finished and name these files in what they send. */
export async function listRunsWith(tx: Tx, enterpriseId: string, fileIds: readonly string[]): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select f.id as file_id, initcap(r.source) as name, true as is_live from unnest(${[...fileIds]}::text[]) f (id)
      join send_runs r on r.enterprise_id = ${enterpriseId} and r.state in ('scheduled', 'freezing', 'sending') and position(f.id in r.message::text) > 0`.execute(
    tx,
  );
  return rows;
}
