import type { BotTool, ToolContent } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { botNameOf } from '../bot/bot.record.ts';

const toTool = ({ toolId, content, version }: { toolId: string; content: ToolContent; version: number }): BotTool => ({
  ...content,
  id: toolId,
  version,
});

const toolsOf = (tx: Read, enterpriseId: string, botId: string) =>
  tx
    .selectFrom('botTools')
    .select(['toolId', 'content', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('createdAt')
    .orderBy('toolId');

export const listTools = async (tx: Read, enterpriseId: string, botId: string): Promise<BotTool[]> =>
  (await toolsOf(tx, enterpriseId, botId).execute()).map(toTool);

export async function findTool(tx: Read, enterpriseId: string, botId: string, toolId: string): Promise<BotTool | undefined> {
  const row = await toolsOf(tx, enterpriseId, botId).where('toolId', '=', toolId).executeTakeFirst();
  return row && toTool(row);
}

/** A tool with the name of its bot. */
export const findToolOf = (tx: Read, enterpriseId: string, toolId: string) =>
  tx
    .selectFrom('botTools as t')
    .select(['t.botId', 't.content', botNameOf('t')])
    .where('t.enterpriseId', '=', enterpriseId)
    .where('t.toolId', '=', toolId)
    .executeTakeFirst();

export async function insertTool(
  tx: Tx,
  enterpriseId: string,
  { botId, toolId, content, now }: { botId: string; toolId: string; content: ToolContent; now: Date },
): Promise<void> {
  const row = { enterpriseId, toolId, botId, name: content.name, content: JSON.stringify(content), createdAt: now, updatedAt: now };
  await tx.insertInto('botTools').values(row).execute();
}

export async function updateTool(tx: Tx, enterpriseId: string, toolId: string, content: ToolContent, now: Date): Promise<void> {
  await tx
    .updateTable('botTools')
    .set({ name: content.name, content: JSON.stringify(content), updatedAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where('toolId', '=', toolId)
    .execute();
}

/** Takes names out of the way of each other, before all are written anew. */
export async function parkNames(tx: Tx, enterpriseId: string, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return;
  await tx
    .updateTable('botTools')
    .set({ name: sql<string>`'t' || replace(tool_id::text, '-', '')` })
    .where('enterpriseId', '=', enterpriseId)
    .where('toolId', 'in', [...toolIds])
    .execute();
}

export async function removeTools(tx: Tx, enterpriseId: string, botId: string, toolIds: readonly string[]): Promise<number> {
  if (toolIds.length === 0) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('botTools')
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('toolId', 'in', [...toolIds])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Those of some tools that were not deleted since: no version calls one that was. */
export async function listStanding(tx: Read, enterpriseId: string, botId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('botTools')
    .select('toolId')
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .execute();
  return new Set(rows.map(({ toolId }) => toolId));
}
