import type { Tx } from '#platform/db/database.ts';

/** Lists the users who made a stream, changed it last or published it. */
export async function listOwners(tx: Tx, enterpriseId: string, journeyId: string): Promise<string[]> {
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
