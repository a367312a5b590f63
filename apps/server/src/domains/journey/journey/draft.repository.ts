import { type Insertable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyEditTable, JourneyTable } from '#platform/db/schema.journey.ts';
import type { JourneyRow } from '../document/journey.repository.ts';

export async function findUserName(tx: Read, enterpriseId: string, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('users')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return user?.name ?? '';
}

/** Names of the users who changed the draft since the newest version. */
export async function listEditors(
  tx: Read,
  enterpriseId: string,
  { journeyId, version }: Pick<JourneyRow, 'journeyId' | 'version'>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.name from (select distinct e.user_id from journey_edits e
      where e.enterprise_id = ${enterpriseId} and e.journey_id = ${journeyId} and e.at > coalesce(
        (select v.published_at from journey_versions v where v.enterprise_id = e.enterprise_id and v.journey_id = e.journey_id and v.version = ${version}),
        '-infinity')) e
    join users u on u.enterprise_id = ${enterpriseId} and u.user_id = e.user_id order by lower(u.name)`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Finds who made the last edit of a draft, and when. */
export const findLastEdit = (tx: Read, enterpriseId: string, journeyId: string) =>
  tx
    .selectFrom('journeyEdits')
    .select(['userId', 'at'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertEdit(tx: Tx, edit: Insertable<JourneyEditTable>): Promise<void> {
  await tx.insertInto('journeyEdits').values(edit).execute();
}

/** Writes who holds a draft and until when; null: nobody. */
export async function updateLease(
  tx: Tx,
  enterpriseId: string,
  journeyId: string,
  lease: Pick<JourneyRow, 'leaseSessionId' | 'leaseUserId' | 'leaseUntil'>,
): Promise<void> {
  await tx.updateTable('journeys').set(lease).where('enterpriseId', '=', enterpriseId).where('journeyId', '=', journeyId).execute();
}

/** Adds a stream. */
export async function insertJourneyRow(tx: Tx, journey: Insertable<JourneyTable>): Promise<void> {
  await tx.insertInto('journeys').values(journey).execute();
}

/** Changes a stream. */
export async function updateJourneyRow(tx: Tx, enterpriseId: string, journeyId: string, change: Updateable<JourneyTable>): Promise<void> {
  await tx.updateTable('journeys').set(change).where('enterpriseId', '=', enterpriseId).where('journeyId', '=', journeyId).execute();
}

/** Tells whether a stream has this name, however it is capitalised. */
export async function isNameTaken(tx: Read, enterpriseId: string, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('journeys')
    .select('journeyId')
    .where('enterpriseId', '=', enterpriseId)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
