import { ToolContent } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { toolRecord } from './tool.record.ts';
import { insertTool, parkNames, removeTools, updateTool } from './tool.repository.ts';
import type { DefinedTool } from './tool.rules.ts';

type Changes = { added: readonly DefinedTool[]; changed: readonly DefinedTool[]; removed: readonly DefinedTool[] };

/** Makes the tools of the editor those of a version, under the ids that they had. The caller holds the bot. */
export async function restoreTools(ctx: Ctx, tx: Tx, botId: string, { added, changed, removed }: Changes): Promise<void> {
  const { enterpriseId } = ctx;
  for (const { toolId } of removed)
    await changing(ctx, tx, toolRecord, toolId, 'delete', () => removeTools(tx, enterpriseId, botId, [toolId]));
  // Two that have changed names between them would meet in the middle.
  await parkNames(
    tx,
    enterpriseId,
    changed.map(({ toolId }) => toolId),
  );
  for (const { toolId, ...content } of changed)
    await changing(ctx, tx, toolRecord, toolId, 'restore', () =>
      updateTool(tx, enterpriseId, toolId, ToolContent.parse(content), ctx.now()),
    );
  for (const { toolId, ...content } of added)
    await creating(
      ctx,
      tx,
      toolRecord,
      () => toolId,
      () => insertTool(tx, enterpriseId, { botId, toolId, content: ToolContent.parse(content), now: ctx.now() }),
    );
}
