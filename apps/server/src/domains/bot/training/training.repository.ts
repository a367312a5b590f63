import { randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { TrainingTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Work } from '#platform/jobs/lease.ts';

export type TrainingRow = Selectable<TrainingTable>;
export const isUnderWay = ({ phase }: Pick<TrainingRow, 'phase'>): boolean => phase === 'QUEUED' || phase === 'RUNNING';

/** The newest training of a bot. */
export const findLastTraining = (tx: Tx, enterpriseId: string, botId: string): Promise<TrainingRow | undefined> =>
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
  tx: Tx,
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
    .values({ enterpriseId, trainingId: randomUUIDv7(), botId, phase: 'QUEUED', requestedBy, startedAt })
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

/** What a worker takes a lease of before it trains. */
export const trainingWork = ({ enterpriseId, trainingId }: Pick<TrainingRow, 'enterpriseId' | 'trainingId'>): Work => ({
  enterpriseId,
  work: 'training',
  workId: trainingId,
});
