import { type ChatConfig, defaultChatConfig } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readSettings, saveSettings } from '../../account/door.ts';

/** The chat settings in force: what the enterprise has set, over the defaults. */
export async function readChatConfig(tx: Tx, enterpriseId: string): Promise<ChatConfig> {
  return { ...defaultChatConfig, ...((await readSettings(tx, enterpriseId, 'chat')) as Partial<ChatConfig>) };
}

export const getChatConfig = (ctx: EnterpriseContext): Promise<ChatConfig> => ctx.read((tx) => readChatConfig(tx, ctx.enterpriseId));

export function saveChatConfig(ctx: Ctx, change: Partial<ChatConfig>): Promise<ChatConfig> {
  return ctx.transaction(async (tx) => {
    await saveSettings(tx, ctx.enterpriseId, 'chat', change);
    return readChatConfig(tx, ctx.enterpriseId);
  });
}
