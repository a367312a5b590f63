import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { SendRunTable } from '#platform/db/schema.sending.ts';
import type { FileUse } from '../../file/door.ts';
import type { RunMessage } from './content.ts';
import type { RunContent } from './contents.ts';

/** @property contents several that it tries out, its own message first; null: it has one */
export type SendRun = Omit<Selectable<SendRunTable>, 'message' | 'contents'> & {
  message: RunMessage;
  contents: readonly RunContent[] | null;
};

/** What a run says to whom. @property chosenContent which of several contents leaves from now on, counted from 1; null: not chosen yet */
export type RunMessages = Pick<SendRun, 'runId' | 'source' | 'message' | 'isMarketing' | 'contents' | 'chosenContent'>;

/** How fast a run leaves, and when. */
export type RunPace = Pick<SendRun, 'perMinute' | 'releaseLeft' | 'quietHours'>;

export async function insertRun(
  tx: Tx,
  run: Pick<
    SendRun,
    | 'enterpriseId'
    | 'runId'
    | 'source'
    | 'channelId'
    | 'templateId'
    | 'message'
    | 'contents'
    | 'isMarketing'
    | 'state'
    | 'startsAt'
    | 'createdAt'
    | 'isOpen'
  > &
    RunPace,
): Promise<void> {
  await tx
    .insertInto('sendRuns')
    .values({
      ...run,
      message: JSON.stringify(run.message),
      contents: run.contents && JSON.stringify(run.contents),
      quietHours: run.quietHours && JSON.stringify(run.quietHours),
    })
    .execute();
}

/** What a run says, and whether it needs consent. */
export async function readRunMessages(tx: Tx, enterpriseId: string, runId: string): Promise<RunMessages | undefined> {
  const row = await tx
    .selectFrom('sendRuns')
    .select(['runId', 'source', 'message', 'isMarketing', 'contents', 'chosenContent'])
    .where('enterpriseId', '=', enterpriseId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return row as RunMessages | undefined;
}

/** What of several contents leaves from now on: said once. @returns whether it was not said before */
export async function chooseContent(tx: Tx, enterpriseId: string, runId: string, number: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sendRuns')
    .set({ chosenContent: number })
    .where('enterpriseId', '=', enterpriseId)
    .where('runId', '=', runId)
    .where('contents', 'is not', null)
    .where('chosenContent', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
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
    Pick<
      SendRun,
      | 'state'
      | 'frozenUpTo'
      | 'plannedContents'
      | 'freezeCursor'
      | 'isPaused'
      | 'pauseReason'
      | 'perMinute'
      | 'releaseLeft'
      | 'releasedAt'
      | 'isOpen'
    >
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
      join send_runs r on r.enterprise_id = ${enterpriseId} and r.state in ('scheduled', 'freezing', 'sending') and position(f.id in concat(r.message, r.contents)) > 0`.execute(
    tx,
  );
  return rows;
}
