import { ChatConfig, defaultChatConfig, endpoints } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readSettings, saveSettings } from '../../account/door.ts';

/** The chat settings in force: what the enterprise has set, over the defaults. */
export async function readChatConfig(tx: Tx, enterpriseId: string): Promise<ChatConfig> {
  return { ...defaultChatConfig, ...((await readSettings(tx, enterpriseId, 'chat')) as Partial<ChatConfig>) };
}

/** One, under the id of the enterprise, whose row holds it. */
export const chatSettingsRecord = defineRecord({
  kind: 'chat_settings',
  module: 'chat',
  tables: ['enterprises'],
  fields: Object.fromEntries(Object.keys(ChatConfig.shape).map((key) => [key, 'plain' as const])),
  read: readChatConfig,
  nameOf: () => '',
});

export const getChatConfig = (ctx: EnterpriseContext): Promise<ChatConfig> => ctx.read((tx) => readChatConfig(tx, ctx.enterpriseId));

export function saveChatConfig(ctx: Ctx, change: Partial<ChatConfig>): Promise<ChatConfig> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await changing(ctx, tx, chatSettingsRecord, enterpriseId, 'edit', () => saveSettings(tx, enterpriseId, 'chat', change));
    return readChatConfig(tx, enterpriseId);
  });
}

export function putChatConfigBack(ctx: Ctx, values: Snapshot): Promise<ChatConfig> {
  assertMay(ctx.actor, endpoints.chats.saveConfiguration);
  return saveChatConfig(ctx, values);
}
