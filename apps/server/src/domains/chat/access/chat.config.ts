import { ChatConfig, defaultChatConfig, endpoints } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { lockSettings, readSettings, saveSettings } from '../../account/door.ts';

/** The chat settings in force: what the enterprise has set, over the defaults. */
export async function readChatConfig(tx: Read, enterpriseId: string): Promise<ChatConfig> {
  return (await readVersioned(tx, enterpriseId)).chat;
}

type VersionedConfig = { chat: ChatConfig; version: number };

/** The version stands beside the settings; what was never saved has version 0. */
async function readVersioned(tx: Read, enterpriseId: string): Promise<VersionedConfig> {
  const { version = 0, ...chat } = (await readSettings(tx, enterpriseId, 'chat')) as Partial<ChatConfig> & { version?: number };
  return { chat: { ...defaultChatConfig, ...chat }, version };
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

export const getChatConfig = (ctx: EnterpriseContext): Promise<VersionedConfig> => ctx.read((tx) => readVersioned(tx, ctx.enterpriseId));

/** @param read the version that the caller has read; undefined: it sends none. @throws DomainError record.changed */
export function saveChatConfig(ctx: Ctx, change: Partial<ChatConfig>, read?: number): Promise<VersionedConfig> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await lockSettings(tx, enterpriseId);
    const { version } = await readVersioned(tx, enterpriseId);
    await assertVersion(ctx, tx, chatSettingsRecord, { id: enterpriseId, version }, read);
    await changing(ctx, tx, chatSettingsRecord, enterpriseId, 'edit', () =>
      saveSettings(tx, enterpriseId, 'chat', { ...change, version: version + 1 }),
    );
    return readVersioned(tx, enterpriseId);
  });
}

export function putChatConfigBack(ctx: Ctx, values: Snapshot): Promise<VersionedConfig> {
  assertMay(ctx.actor, endpoints.chats.saveConfiguration);
  return saveChatConfig(ctx, values);
}
