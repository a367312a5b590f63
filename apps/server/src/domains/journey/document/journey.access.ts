import type { Selectable } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { JourneyTable } from '#platform/db/schema.journey.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type JourneyRow = Selectable<JourneyTable>;
export const journeyNotFound = () => new DomainError('journey.not_found', 'No such stream.', {});

/** @throws DomainError journey.not_found, for one in the bin and for another enterprise's too */
export async function accessJourney(tx: Read, enterpriseId: string, journeyId: string, { lock = false } = {}): Promise<JourneyRow> {
  const row = await tx
    .selectFrom('journeys')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('deletedAt', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw journeyNotFound();
  return row;
}
