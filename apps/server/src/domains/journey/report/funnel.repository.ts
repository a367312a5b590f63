import type { Document } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { type Asked, selectCounts, walksWithin } from '../span/span.repository.ts';
import { endingOf } from '../walk/counted.repository.ts';

/** @property what `entered`, `exit`, or the ending of walks that stand or have ended there */
export type Passed = { nodeNo: number; what: string; exit: string; count: number };

/** Counts what nodes and exits have passed on, and where walks are by now, in one statement. */
export async function countPassed(tx: Read, asked: Asked): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select c.node_no, c.what, c.exit, sum(c.count)::int as count from ${selectCounts(asked, ['entered', 'exit'])} c
      group by 1, 2, 3 having sum(c.count) <> 0
    union all
    select i.node_no, ${endingOf}, '', count(*)::int from journey_instances i where ${walksWithin(asked)} group by 1, 2`.execute(tx);
  return rows;
}

/** Finds the nodes of a stream over all versions. */
export const listNodes = (tx: Read, enterpriseId: string, journeyId: string) =>
  tx
    .selectFrom('journeyNodes')
    .select(['nodeNo', 'nodeId', 'name', 'type'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();

/** Finds the document of a version. @param version 0: the newest one */
export async function findDrawn(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  version: number,
): Promise<{ version: number; document: Document } | undefined> {
  return tx
    .selectFrom('journeyVersions')
    .select(['version', 'document'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .$if(version > 0, (query) => query.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
