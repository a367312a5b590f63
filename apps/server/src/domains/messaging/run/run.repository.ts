import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { SendRunTable } from '#platform/db/schema.sending.ts';
import type { FileUse } from '../../file/door.ts';
import type { RunMessage } from './content.ts';
import type { RunContent } from './contents.ts';

/** @property contents several that it tries out, its own message first; null: it has one */
export type SendRun = Omit<Selectable<SendRunTable>, 'message' | 'contents'> & {
  message: RunMessage;
  contents: readonly RunContent[] | null;
};

/** The content of a run, its purpose and its hours. @property chosenContent number of the content that leaves from now on, from 1; null: not chosen yet */
export type RunMessages = Pick<
  SendRun,
  'runId' | 'source' | 'message' | 'isMarketing' | 'quietHours' | 'calendarId' | 'contents' | 'chosenContent'
>;

/** Does a change of a run's state, and records it for the audit trail. */
export type Recorded = (tx: Tx, change: () => Promise<void>) => Promise<void>;

/** Speed, first part and hours of a run. */
export type RunPace = Pick<SendRun, 'perMinute' | 'releaseLeft' | 'quietHours' | 'calendarId'>;

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

/** Reads the content of a run, and whether it needs consent. */
export async function readRunMessages(tx: Tx, enterpriseId: string, runId: string): Promise<RunMessages | undefined> {
  const row = await tx
    .selectFrom('sendRuns')
    .select(['runId', 'source', 'message', 'isMarketing', 'quietHours', 'calendarId', 'contents', 'chosenContent'])
    .where('enterpriseId', '=', enterpriseId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return row as RunMessages | undefined;
}

/** Records the chosen one of several contents, once. @returns whether none was chosen before */
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

export async function findRun(tx: Read, enterpriseId: string, runId: string): Promise<SendRun | undefined> {
  const row = await tx
    .selectFrom('sendRuns')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return row as SendRun | undefined;
}

export async function listRuns(tx: Read, enterpriseId: string, runIds: readonly string[]): Promise<SendRun[]> {
  const rows = await tx.selectFrom('sendRuns').selectAll().where('enterpriseId', '=', enterpriseId).where('runId', 'in', runIds).execute();
  return rows as SendRun[];
}

/** Lists the runs under way that send in the open hours of these calendars. */
export async function listRunsByCalendar(tx: Read, enterpriseId: string, calendarIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('sendRuns')
    .select('runId')
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', 'in', calendarIds)
    .where('state', 'in', ['freezing', 'sending'])
    .orderBy('runId')
    .execute();
  return rows.map(({ runId }) => runId);
}

export async function lockRun(tx: Read, enterpriseId: string, runId: string): Promise<SendRun | undefined> {
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
      | 'heldAt'
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
export async function listRunsWith(tx: Read, enterpriseId: string, fileIds: readonly string[]): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select f.id as file_id, initcap(r.source) as name, true as is_live from unnest(${[...fileIds]}::text[]) f (id)
      join send_runs r on r.enterprise_id = ${enterpriseId} and r.state in ('scheduled', 'freezing', 'sending') and position(f.id in concat(r.message, r.contents)) > 0`.execute(
    tx,
  );
  return rows;
}

/** Tells whether a run lets nothing leave (valve.ts, `isHolding`), as an expression over the run's id: what comes back to the queue then is held. */
export const isHoldingRun = (enterpriseId: string, runId: string) => sql<boolean>`exists (
  select from send_runs r where r.enterprise_id = ${enterpriseId} and r.run_id = ${sql.ref(runId)} and r.is_paused and r.pause_reason <> 'NO_BALANCE')`;
