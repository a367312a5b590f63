import { type DataRestore, ToolContent } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { botRecord } from '../bot/bot.record.ts';
import { accessBot, setBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import { assertUnused } from '../bot/bot.uses.ts';
import { packEntity, packIntent } from '../bot/bot-parts.pack.ts';
import { writeEntity } from '../entity/entity.repository.ts';
import { accessIntent, type StoredUtterance, writeIntent } from '../intent/intent.repository.ts';
import { storyFinder } from '../story/story.finder.ts';
import { restoreTools } from '../tool/tool.restore.ts';
import type { DefinedTool } from '../tool/tool.rules.ts';
import { dataRecord } from '../training-data/data.record.ts';
import type { BotDefinition, BotSnapshot, DefinedEntity, DefinedIntent } from '../version/bot.definition.ts';
import { readSnapshot } from '../version/bot.snapshot.ts';
import { findVersion, readParts } from '../version/version.repository.ts';

const storyOfReturned = 'Restored';

type Data = Pick<BotSnapshot, 'definition' | 'phrases'>;
/** Records by id: those that are created again, overwritten and removed. */
type Changes<T> = { added: T[]; changed: T[]; removed: T[] };
type Plan = { intents: Changes<DefinedIntent>; entities: Changes<DefinedEntity>; tools: Changes<DefinedTool>; hasOtherSettings: boolean };

const notRestorable = () => new DomainError('version.not_restorable', 'Only the last five versions can be restored.', {});

async function readVersionData(tx: Read, enterpriseId: string, botId: string, versionId: string): Promise<{ number: number; data: Data }> {
  const row = await findVersion(tx, enterpriseId, botId, versionId);
  if (!row) throw new DomainError('training.not_found', 'No such version.', {});
  const { definition, phrases } = await readParts(tx, enterpriseId, versionId, ['definition', 'phrases']);
  if (!definition || !phrases) throw notRestorable();
  return { number: row.number, data: { definition, phrases } };
}

function compareById<T>(now: readonly T[], then: readonly T[], idOf: (item: T) => string, textOf: (item: T) => string): Changes<T> {
  const known = new Map(now.map((item) => [idOf(item), textOf(item)]));
  const wanted = new Set(then.map(idOf));
  return {
    added: then.filter((item) => !known.has(idOf(item))),
    changed: then.filter((item) => known.has(idOf(item)) && known.get(idOf(item)) !== textOf(item)),
    removed: now.filter((item) => !wanted.has(idOf(item))),
  };
}

const phrasesById = ({ phrases }: Data): ReadonlyMap<string, StoredUtterance[]> => {
  const groups = Map.groupBy(phrases, ({ intentId }) => intentId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ text, refs }) => ({ text, refs }))]));
};

const intentText = ({ intentId, name, response, handsOver, parameters }: DefinedIntent, phrases: ReadonlyMap<string, StoredUtterance[]>) =>
  JSON.stringify([name, response, handsOver, parameters, phrases.get(intentId) ?? []]);
/** The database keeps the keys of a tool in an order of its own. */
const toolText = (tool: DefinedTool) => JSON.stringify(ToolContent.parse(tool));
const entityText = ({ name, isSensitive, values }: DefinedEntity) => JSON.stringify([name, isSensitive, values]);

/** Returns the settings that a bot takes over from another version: all but the generative-AI configuration, which stays its own. */
const settingsOf = (then: BotDefinition, now: BotDefinition) => ({
  config: { ...then.config, openaiKey: now.config.openaiKey },
  prompt: { ...then.prompt, openaiKey: now.prompt.openaiKey },
});

function plan(now: Data, then: Data): Plan {
  const [phrasesNow, phrasesThen] = [phrasesById(now), phrasesById(then)];
  const standing = new Set(now.definition.intents);
  const { config, prompt } = settingsOf(then.definition, now.definition);
  return {
    intents: compareById(
      now.definition.intents,
      then.definition.intents,
      ({ intentId }) => intentId,
      (intent) => intentText(intent, standing.has(intent) ? phrasesNow : phrasesThen),
    ),
    entities: compareById(now.definition.entities, then.definition.entities, ({ entityId }) => entityId, entityText),
    tools: compareById(now.definition.tools ?? [], then.definition.tools ?? [], ({ toolId }) => toolId, toolText),
    hasOtherSettings: JSON.stringify([config, prompt]) !== JSON.stringify([now.definition.config, now.definition.prompt]),
  };
}

const namesOf = <T extends { name: string }>({ added, changed, removed }: Changes<T>) => ({
  added: added.map(({ name }) => name),
  changed: changed.map(({ name }) => name),
  removed: removed.map(({ name }) => name),
});

const present = (number: number, { intents, entities, tools, hasOtherSettings }: Plan): DataRestore => ({
  number,
  intents: namesOf(intents),
  entities: namesOf(entities),
  tools: namesOf(tools),
  hasOtherSettings,
});

/**
 * Previews which data the editor would lose and gain by a version.
 * @throws DomainError training.not_found, or version.not_restorable of a version whose data is gone
 */
export const previewVersionData = (ctx: Ctx, botId: string, versionId: string): Promise<DataRestore> =>
  ctx.read(async (tx) => {
    const { number, data } = await readVersionData(tx, ctx.enterpriseId, botId, versionId);
    return present(number, plan((await readSnapshot(tx, ctx.enterpriseId, botId)).snapshot, data));
  });

/**
 * Makes intents, phrases, entities and settings of the editor those of a version, under the ids that they had. What serves is not touched,
 * and neither are sources of knowledge, whose files and pages no version keeps.
 * @throws as the preview
 */
export function restoreVersionData(ctx: Ctx, botId: string, versionId: string): Promise<DataRestore> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const { number, data } = await readVersionData(tx, enterpriseId, botId, versionId);
    const { snapshot } = await readSnapshot(tx, enterpriseId, botId);
    const changes = plan(snapshot, data);
    // Records that the version lacks go to the bin, with the reason.
    const place = { botId, reason: `Version ${number}` };
    await writeEntities(ctx, tx, place, changes.entities);
    await writeIntents(ctx, tx, place, changes.intents, phrasesById(data));
    await restoreTools(ctx, tx, botId, changes.tools);
    if (changes.hasOtherSettings) {
      const { config, prompt } = settingsOf(data.definition, snapshot.definition);
      const values = { config: JSON.stringify(config), prompt: JSON.stringify(prompt) };
      await changing(ctx, tx, botRecord, botId, 'restore', () => setBot(tx, enterpriseId, botId, values));
    }
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    const bot = await dataRecord.read(tx, enterpriseId, botId);
    const { intents, entities, tools } = changes;
    recordChange(ctx, tx, {
      record: dataRecord,
      id: botId,
      action: 'restore',
      after: { ...bot, restoredVersion: number },
      counts: {
        intentsAdded: intents.added.length,
        intentsChanged: intents.changed.length,
        intentsRemoved: intents.removed.length,
        entitiesAdded: entities.added.length,
        entitiesChanged: entities.changed.length,
        entitiesRemoved: entities.removed.length,
        toolsAdded: tools.added.length,
        toolsChanged: tools.changed.length,
        toolsRemoved: tools.removed.length,
      },
    });
    return present(number, changes);
  });
}

type Place = { botId: string; reason: string };

async function writeEntities(
  ctx: Ctx,
  tx: Tx,
  { botId, reason }: Place,
  { added, changed, removed }: Changes<DefinedEntity>,
): Promise<void> {
  const { enterpriseId } = ctx;
  const ids = (rows: readonly DefinedEntity[]) => rows.map(({ entityId }) => entityId);
  for (const entity of removed) await ctx.bin.put(tx, ctx.actor.userId, [await packEntity(tx, enterpriseId, { botId, ...entity })], reason);
  if (removed.length > 0)
    await tx.deleteFrom('entities').where('enterpriseId', '=', enterpriseId).where('entityId', 'in', ids(removed)).execute();
  // Two that have changed names between them would meet in the middle.
  if (changed.length > 0)
    await tx
      .updateTable('entities')
      .set((eb) => ({ name: eb.cast<string>('entityId', 'text') }))
      .where('enterpriseId', '=', enterpriseId)
      .where('entityId', 'in', ids(changed))
      .execute();
  const write = (entity: DefinedEntity, isNew: boolean) =>
    writeEntity(tx, enterpriseId, { botId, entityId: entity.entityId, content: entity, now: ctx.now(), isNew });
  for (const entity of changed) await write(entity, false);
  for (const entity of added) await write(entity, true);
}

async function writeIntents(
  ctx: Ctx,
  tx: Tx,
  { botId, reason }: Place,
  { added, changed, removed }: Changes<DefinedIntent>,
  phrases: ReadonlyMap<string, StoredUtterance[]>,
): Promise<void> {
  const { enterpriseId } = ctx;
  const ids = (rows: readonly DefinedIntent[]) => rows.map(({ intentId }) => intentId);
  await assertUnused(ctx, tx, 'intent', ids(removed));
  for (const { intentId } of removed)
    await ctx.bin.put(
      tx,
      ctx.actor.userId,
      [await packIntent(tx, enterpriseId, await accessIntent(tx, enterpriseId, botId, intentId))],
      reason,
    );
  if (removed.length > 0)
    await tx.deleteFrom('intents').where('enterpriseId', '=', enterpriseId).where('intentId', 'in', ids(removed)).execute();
  const standing = await tx
    .updateTable('intents')
    .set((eb) => ({ name: eb.cast<string>('intentId', 'text') }))
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('intentId', '=', (eb) => eb.fn.any(eb.val(ids(changed))))
    .returning(['intentId', 'storyId'])
    .execute();
  const storyIds = new Map(standing.map(({ intentId, storyId }) => [intentId, storyId]));
  const { rootStoryId } = await accessBot(tx, enterpriseId, botId);
  const storyOf = await storyFinder(tx, enterpriseId, botId, rootStoryId);
  for (const intent of [...changed, ...added]) {
    const { intentId } = intent;
    const storyId = storyIds.get(intentId);
    const content = { ...intent, storyId: storyId ?? (await storyOf(storyOfReturned)), utterances: phrases.get(intentId) ?? [] };
    await writeIntent(tx, enterpriseId, { botId, intentId, content, now: ctx.now(), isNew: storyId === undefined });
  }
}
