import type { SampleKindName } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Sample } from './first-step.port.ts';

export async function isDismissed(tx: Read, enterpriseId: string): Promise<boolean> {
  const row = await tx.selectFrom('firstSteps').select('dismissedAt').where('enterpriseId', '=', enterpriseId).executeTakeFirst();
  return (row?.dismissedAt ?? null) !== null;
}

/** Changes of the first steps and of the sample data follow each other: a repeat finds what the first call has made. */
export async function lockFirstSteps(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .insertInto('firstSteps')
    .values({ enterpriseId, dismissedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.selectFrom('firstSteps').select('enterpriseId').where('enterpriseId', '=', enterpriseId).forUpdate().execute();
}

export async function setDismissed(tx: Tx, enterpriseId: string, dismissedAt: Date | null): Promise<void> {
  await tx.updateTable('firstSteps').set({ dismissedAt }).where('enterpriseId', '=', enterpriseId).execute();
}

export type KindOfSample = Sample & { kind: SampleKindName };

export const listSamples = (tx: Read, enterpriseId: string): Promise<KindOfSample[]> =>
  tx
    .selectFrom('sampleRecords')
    .select(['kind', 'recordId', 'mark'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('kind')
    .orderBy('recordId')
    .execute();

export async function insertSamples(tx: Tx, enterpriseId: string, samples: readonly KindOfSample[], madeAt: Date): Promise<void> {
  if (samples.length === 0) return;
  await tx
    .insertInto('sampleRecords')
    .values(samples.map((sample) => ({ enterpriseId, ...sample, madeAt })))
    .execute();
}

export async function deleteSamples(tx: Tx, enterpriseId: string): Promise<void> {
  await tx.deleteFrom('sampleRecords').where('enterpriseId', '=', enterpriseId).execute();
}
