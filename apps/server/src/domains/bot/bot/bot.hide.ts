import { sql } from 'kysely';
import type { Deleted } from '#platform/bin/deleted.ts';
import { seeingDeleted } from '#platform/bin/deleted-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { setBot } from './bot.repository.ts';

/** Counts the remaining parts of a bot that has neither stories nor intents, since they come back with it. */
export async function describeBot(tx: Tx, enterpriseId: string, { botId, name }: { botId: string; name: string }): Promise<Deleted> {
  const { rows } = await sql<{ entities: number; sources: number; tests: number }>`select
    (select count(*)::int from entities where enterprise_id = ${enterpriseId} and bot_id = ${botId}) as entities,
    (select count(*)::int from knowledge_sources where enterprise_id = ${enterpriseId} and bot_id = ${botId}) as sources,
    (select count(*)::int from bot_tests where enterprise_id = ${enterpriseId} and bot_id = ${botId}) as tests`.execute(tx);
  return { kind: 'bot', recordId: botId, name, contains: { ...rows[0] } };
}

/** Stops the bot's background work: nobody reads its websites or trains it while it lies in the bin. */
export async function hideBot(tx: Tx, enterpriseId: string, botId: string, now: Date): Promise<void> {
  const of = { enterpriseId, botId };
  await tx
    .updateTable('knowledgeSources')
    .set({ nextReadAt: null })
    .where((eb) => eb.and(of))
    .execute();
  await tx
    .updateTable('botTrainings')
    .set({ phase: 'CANCELLED', finishedAt: now, reason: 'The agent was deleted.' })
    .where((eb) => eb.and(of))
    .where('phase', 'in', ['QUEUED', 'RUNNING', 'ASKING'])
    .execute();
  await seeingDeleted(tx, () => setBot(tx, enterpriseId, botId, { deletedAt: now }));
}
