import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { TrainingTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Work } from '#platform/jobs/lease.ts';

export type TrainingRow = Selectable<TrainingTable>;
export const isUnderWay = ({ phase }: Pick<TrainingRow, 'phase'>): boolean => phase === 'QUEUED' || phase === 'RUNNING';

/** The newest training of a bot. */
export const findLastTraining = (tx: Read, enterpriseId: string, botId: string): Promise<TrainingRow | undefined> =>
  tx
    .selectFrom('botTrainings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('startedAt', 'desc')
    .orderBy('trainingId', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function accessTraining(
  tx: Read,
  enterpriseId: string,
  botId: string,
  trainingId: string,
  { lock = false } = {},
): Promise<TrainingRow> {
  const row = await tx
    .selectFrom('botTrainings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('trainingId', '=', trainingId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new DomainError('training.not_found', 'No such training.', {});
  return row;
}

export const insertTraining = (
  tx: Tx,
  enterpriseId: string,
  { botId, requestedBy, startedAt }: { botId: string; requestedBy: string | null; startedAt: Date },
): Promise<TrainingRow> =>
  tx
    .insertInto('botTrainings')
    .values({ enterpriseId, trainingId: newId(), botId, phase: 'QUEUED', requestedBy, startedAt })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The open training of a bot, locked: waiting, under way, or asking. */
export const lockOpenTraining = (tx: Tx, enterpriseId: string, botId: string): Promise<TrainingRow | undefined> =>
  tx
    .selectFrom('botTrainings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('phase', 'in', ['QUEUED', 'RUNNING', 'ASKING'])
    .forUpdate()
    .executeTakeFirst();

export type TrainingChange = Partial<Omit<TrainingRow, 'report' | 'enterpriseId' | 'trainingId'>> & { report?: string };

export async function updateTraining(
  tx: Tx,
  { enterpriseId, trainingId }: Pick<TrainingRow, 'enterpriseId' | 'trainingId'>,
  change: TrainingChange,
): Promise<void> {
  await tx.updateTable('botTrainings').set(change).where('enterpriseId', '=', enterpriseId).where('trainingId', '=', trainingId).execute();
}

/** @returns false when the training is no longer under way, because it was stopped or counts as interrupted */
export async function saveProgress(
  tx: Tx,
  { enterpriseId, trainingId }: Pick<TrainingRow, 'enterpriseId' | 'trainingId'>,
  { step, progress }: Pick<TrainingRow, 'step' | 'progress'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('botTrainings')
    .set({ step, progress })
    .where('enterpriseId', '=', enterpriseId)
    .where('trainingId', '=', trainingId)
    .where('phase', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ids of the tests that passed on the serving version, or on a later one that has served and was rolled back: the serving one may be older
 * than the test. A version whose training was not let take over has not served.
 */
export async function findPassedTests(
  tx: Read,
  enterpriseId: string,
  botId: string,
  servingVersionId: string | null,
): Promise<Set<string>> {
  const { rows } = await sql<{ testId: string }>`select distinct test->>'testId' as test_id
    from bot_versions s
    join bot_versions v on v.enterprise_id = s.enterprise_id and v.bot_id = s.bot_id and v.number >= s.number
    cross join lateral jsonb_array_elements(v.report->'tests') test
    where s.enterprise_id = ${enterpriseId} and s.bot_id = ${botId} and s.version_id = ${servingVersionId}::uuid
      and test->>'isPassed' = 'true'
      and (v.version_id = s.version_id or not exists (
        select from bot_trainings t where t.enterprise_id = v.enterprise_id and t.version_id = v.version_id and t.phase <> 'DONE'))
    order by test_id`.execute(tx);
  return new Set(rows.map(({ testId }) => testId));
}

/** Work that a worker leases before it trains. */
export const trainingWork = ({ enterpriseId, trainingId }: Pick<TrainingRow, 'enterpriseId' | 'trainingId'>): Work => ({
  enterpriseId,
  work: 'training',
  workId: trainingId,
});
