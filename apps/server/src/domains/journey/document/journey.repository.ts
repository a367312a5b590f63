import { type Selectable, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { JourneyTable } from '#platform/db/schema.journey.ts';

export type JourneyRow = Selectable<JourneyTable>;

/** Finds a stream that is not in the bin. */
export const findJourney = (tx: Read, enterpriseId: string, journeyId: string, { lock = false } = {}): Promise<JourneyRow | undefined> =>
  tx
    .selectFrom('journeys')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('deletedAt', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** Finds what the audit trail keeps of a stream. */
export const findRecordedJourney = (tx: Read, enterpriseId: string, journeyId: string) =>
  tx
    .selectFrom('journeys')
    .select(['name', 'description', 'folder', 'state', 'version', 'fingerprint as content'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** True if the template that paused a stream `j` can be sent again. */
export const readyTemplate = sql<boolean>`exists (select from templates t where t.enterprise_id = j.enterprise_id
  and t.template_id = (j.paused_by ->> 'templateId')::uuid and t.status = 'APPROVED' and t.deleted_at is null)`;

/** Lists the users who made a stream, changed it last or published it. */
export async function listOwners(tx: Read, enterpriseId: string, journeyId: string): Promise<string[]> {
  const [made, published] = await Promise.all([
    tx
      .selectFrom('journeys')
      .select(['createdBy', 'updatedBy'])
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .execute(),
    tx
      .selectFrom('journeyVersions')
      .select('publishedBy')
      .distinct()
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .execute(),
  ]);
  const people = [...made.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]), ...published.map((row) => row.publishedBy)];
  return [...new Set(people.filter((id) => id !== null))];
}

/** Finds the drafts of those of these streams that are not in the bin. */
export const findDrafts = (tx: Read, enterpriseId: string, journeyIds: readonly string[]) =>
  tx
    .selectFrom('journeys')
    .select(['journeyId', 'document'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', journeyIds)
    .where('deletedAt', 'is', null)
    .execute();
