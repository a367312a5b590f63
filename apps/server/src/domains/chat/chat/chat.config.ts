import { type ChatConfig, defaultChatConfig } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';

/** The chat settings in force: what the enterprise has set, over the defaults. */
export async function readChatConfig(tx: Tx, enterpriseId: string): Promise<ChatConfig> {
  const row = await tx.selectFrom('enterprises').select('settings').where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow();
  return { ...defaultChatConfig, ...(row.settings.chat as Partial<ChatConfig> | undefined) };
}

export const getChatConfig = (ctx: EnterpriseContext): Promise<ChatConfig> => ctx.read((tx) => readChatConfig(tx, ctx.enterpriseId));

export function saveChatConfig(ctx: Ctx, change: Partial<ChatConfig>): Promise<ChatConfig> {
  return ctx.transaction(async (tx) => {
    await tx
      .updateTable('enterprises')
      .set({ settings: sql`jsonb_set(settings, '{chat}', coalesce(settings->'chat', '{}'::jsonb) || ${JSON.stringify(change)}::jsonb)` })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .execute();
    return readChatConfig(tx, ctx.enterpriseId);
  });
}
