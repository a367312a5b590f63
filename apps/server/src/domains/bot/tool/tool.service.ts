import {
  type BotTool,
  type BotToolSave,
  botToolsMax,
  builderPermissions,
  type FieldError,
  fieldError,
  ToolContent,
  type ToolStream,
} from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { listAttributes } from '../../customer/door.ts';
import { listCalled } from '../../integration/door.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import { saving } from '../bot/saving.ts';
import { asksBot, listToolStreams } from './stream.port.ts';
import { toolRecord } from './tool.record.ts';
import { findTool, insertTool, listTools, removeTools, updateTool } from './tool.repository.ts';
import { faultsOfTool, tidyTool } from './tool.rules.ts';

const toolNotFound = () => new DomainError('bot_tool.not_found', 'No such tool.', {});
const invalid = (errors: FieldError[]) =>
  new DomainError('bot_tool.invalid', 'The tool could not be saved. Please check the marked fields.', { errors });

type Named = { id: string; name: string };

type Listed = { tools: BotTool[]; services: Named[]; attributes: Named[]; streams: ToolStream[] };

/** The tools of a bot. Services, attributes and streams of which one may make use are named to builders alone. */
export const listBotTools = (ctx: Ctx, botId: string): Promise<Listed> =>
  ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    const builds = builderPermissions.some((permission) => can(ctx.actor, permission));
    const [tools, services, attributes, streams] = await Promise.all([
      listTools(tx, ctx.enterpriseId, botId),
      builds ? listCalled(tx, ctx.enterpriseId) : Promise.resolve([]),
      builds ? listAttributes(tx, ctx.enterpriseId) : Promise.resolve([]),
      builds ? listToolStreams(ctx, tx) : Promise.resolve([]),
    ]);
    return { tools, services, attributes: attributes.map(({ attributeId, label }) => ({ id: attributeId, name: label })), streams };
  });

async function assertSound(ctx: Ctx, tx: Tx, botId: string, content: ToolContent): Promise<void> {
  const { enterpriseId } = ctx;
  const { kind, stream } = content;
  const [services, attributes, streams, isLoop] = await Promise.all([
    listCalled(tx, enterpriseId),
    listAttributes(tx, enterpriseId),
    kind === 'stream' ? listToolStreams(ctx, tx) : [],
    kind === 'stream' && stream && stream.journeyId !== '' ? asksBot(ctx, tx, stream.journeyId, botId) : false,
  ]);
  const faults = faultsOfTool(content, {
    services: new Set(services.map(({ id }) => id)),
    attributes: new Set(attributes.map(({ attributeId }) => attributeId)),
    stream: streams.find(({ id }) => id === stream?.journeyId),
    isLoop,
  });
  if (faults.length > 0) throw invalid(faults);
}

/** @throws DomainError bot.not_found, bot.too_large above 20 tools, bot_tool.not_found, bot_tool.invalid or record.changed */
export async function saveTool(ctx: Ctx, botId: string, { id, version: read, ...save }: BotToolSave): Promise<BotTool> {
  const { enterpriseId } = ctx;
  const content = tidyTool(ToolContent.parse(save));
  try {
    return await ctx.transaction(async (tx) => {
      await accessBot(tx, enterpriseId, botId, { lock: true });
      const tools = await listTools(tx, enterpriseId, botId);
      const before = id ? tools.find((tool) => tool.id === id) : undefined;
      if (id && !before) throw toolNotFound();
      if (!before && tools.length >= botToolsMax) throw new DomainError('bot.too_large', `A bot has at most ${botToolsMax} tools.`, {});
      if (before) await assertVersion(ctx, tx, toolRecord, before, read);
      await assertSound(ctx, tx, botId, content);
      const toolId = before?.id ?? newId();
      await saving(ctx, tx, toolRecord, { id: toolId, isNew: !before }, () =>
        before
          ? updateTool(tx, enterpriseId, toolId, content, ctx.now())
          : insertTool(tx, enterpriseId, { botId, toolId, content, now: ctx.now() }),
      );
      await touchBot(tx, enterpriseId, botId, stampOf(ctx));
      return (await findTool(tx, enterpriseId, botId, toolId)) as BotTool;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'bot_tools_by_name') throw invalid([fieldError('name', 'tool.name_taken')]);
    throw error;
  }
}

/** Deletes a tool. The version that serves knows it, and calls it no more. @throws DomainError bot.not_found or bot_tool.not_found */
export function deleteTool(ctx: Ctx, botId: string, toolId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const removed = await changing(ctx, tx, toolRecord, toolId, 'delete', () => removeTools(tx, enterpriseId, botId, [toolId]));
    if (removed === 0) throw toolNotFound();
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  });
}
