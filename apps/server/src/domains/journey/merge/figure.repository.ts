import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type Turn = {
  instanceId: string;
  input: { kind: string; text: string };
  visits: { stream: string; node: string; exit: string | null }[];
};

export const findTurns = async (tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<Map<string, Turn[]>> => {
  const turns = await tx
    .selectFrom('journeyTurns')
    .select(['instanceId', 'input', 'visits'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
    .orderBy('turn')
    .execute();
  return Map.groupBy(turns, ({ instanceId }) => instanceId);
};

export async function findNodeNumbers(
  tx: Read,
  enterpriseId: string,
  journeyIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const nodes = await tx
    .selectFrom('journeyNodes')
    .select(['journeyId', 'nodeId', 'nodeNo'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', [...journeyIds])
    .execute();
  const byJourney = Map.groupBy(nodes, ({ journeyId }) => journeyId);
  return new Map([...byJourney].map(([id, own]) => [id, new Map(own.map(({ nodeId, nodeNo }) => [nodeId, nodeNo]))]));
}

/** Finds the number of one node of a stream. */
export async function findNodeNumber(tx: Read, enterpriseId: string, journeyId: string, nodeId: string): Promise<number | undefined> {
  const node = await tx
    .selectFrom('journeyNodes')
    .select('nodeNo')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('nodeId', '=', nodeId)
    .executeTakeFirst();
  return node?.nodeNo;
}
