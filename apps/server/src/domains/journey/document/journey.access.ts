import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { findJourney, type JourneyRow } from './journey.repository.ts';

export const journeyNotFound = () => new DomainError('journey.not_found', 'No such stream.', {});

/** @throws DomainError journey.not_found, for one in the bin and for another enterprise's too */
export async function accessJourney(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  options: { lock?: boolean } = {},
): Promise<JourneyRow> {
  const row = await findJourney(tx, enterpriseId, journeyId, options);
  if (!row) throw journeyNotFound();
  return row;
}
