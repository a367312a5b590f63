import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';

const enterprisesOfSweep = 100;
const chatsOfStep = 1000;

/**
 * Gives facts to the next chats from before there were any, newest first.
 * @returns whether there may be more. False too when another worker does it
 */
export const fillFacts = (ctx: Pick<EnterpriseContext, 'enterpriseId' | 'transaction'>, most = chatsOfStep): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const { rows } = await sql<{ more: boolean }>`select fill_chat_facts(${ctx.enterpriseId}, ${most}) as more`.execute(tx);
    return rows[0]?.more ?? false;
  });

/** Finds the beginning of the oldest chat with facts, while older ones have none yet; null: all have. */
export async function findFilledSince(tx: Read, enterpriseId: string): Promise<Date | null> {
  const row = await tx.selectFrom('chatFactSteps').select('before').where('enterpriseId', '=', enterpriseId).executeTakeFirst();
  return row?.before ?? null;
}

/** Enterprises whose older chats have no facts yet. */
export async function findUnfilled(db: Read): Promise<string[]> {
  const { rows } = await sql<{ enterpriseId: string }>`select * from enterprises_without_chat_facts(${enterprisesOfSweep})`.execute(db);
  return rows.map(({ enterpriseId }) => enterpriseId);
}
