import type { Read } from '#platform/db/database.ts';

export type NamedChannel = { id: string; name: string };

/** The channels on which a rule begins a stream, independent of its own settings. */
export const readAttached = (tx: Read, enterpriseId: string, journeyId: string): Promise<NamedChannel[]> =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['c.channelId as id', 'c.name'])
    .distinct()
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.journeyId', '=', journeyId)
    .orderBy('c.name')
    .orderBy('c.channelId')
    .execute();
