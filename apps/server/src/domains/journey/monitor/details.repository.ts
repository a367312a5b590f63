import type { Instance } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';

/** Finds the state of a walk; sensitive values of it are sealed. */
export async function findState(tx: Read, enterpriseId: string, instanceId: string, startedAt: Date): Promise<Instance | undefined> {
  const row = await tx
    .selectFrom('journeyInstances')
    .select('instance')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('startedAt', '=', startedAt)
    .executeTakeFirst();
  return row?.instance;
}

/** Finds the last turns of a walk, the last one first. */
export const findLastTurns = (tx: Read, enterpriseId: string, instanceId: string, most: number) =>
  tx
    .selectFrom('journeyTurns')
    .select(['turn', 'at', 'input', 'visits'])
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .orderBy('turn', 'desc')
    .limit(most)
    .execute();

/** Lists the messages of a walk in their order. */
export const listSends = (tx: Read, enterpriseId: string, instanceId: string) =>
  tx
    .selectFrom('journeySends')
    .select(['turn', 'messageId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .orderBy('turn')
    .orderBy('place')
    .execute();

/** Lists the calls of a walk in their order; their answers are sealed. */
export const listCalls = (tx: Read, enterpriseId: string, instanceId: string) =>
  tx
    .selectFrom('journeyCalls')
    .select(['call', 'turn', 'nodeId', 'kind', 'state', 'status', 'address', 'answer', 'error', 'isSecret', 'toldBy', 'toldAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .orderBy('call')
    .execute();
