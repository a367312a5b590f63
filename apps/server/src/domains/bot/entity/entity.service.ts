import { type Entity, type EntitySave, entityTypes, type FieldError, fieldError, tidyName } from '@parley/contract';
import { mostPatternCost } from '@parley/nlu';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { orNameTaken, stampOf } from '../bot/bot.service.ts';
import { packEntity } from '../bot/bot-parts.pack.ts';
import { saving } from '../bot/saving.ts';
import { judgePatterns } from './entity.patterns.ts';
import { entityRecord } from './entity.record.ts';
import {
  accessEntity,
  type EntityRow,
  findSystem,
  listEntityRows,
  listIntentsWith,
  readPatternCost,
  writeEntity,
} from './entity.repository.ts';
import { checkValues, costOf, patternsOf } from './entity.rules.ts';

const mostListed = 1000;

const presentEntity = (row: EntityRow): Entity => ({
  id: row.entityId,
  agentId: row.botId,
  name: row.name,
  type: entityTypes.custom,
  description: '',
  isSensitive: row.isSensitive,
  updatedOn: row.updatedAt.toISOString(),
  values: row.values,
  version: row.version,
});

const presentSystem = (botId: string, { name, description }: { name: string; description: string }): Entity => ({
  id: name,
  agentId: botId,
  name,
  type: entityTypes.system,
  description,
  isSensitive: false,
  updatedOn: null,
  values: [],
  version: 0,
});

type EntityFilter = { searchterm: string; type?: number | undefined; from: number; perPage: number };

/** Custom entities by name, then the system's; with `type` one of the two alone. */
export function listEntities(ctx: Ctx, botId: string, { searchterm, type, from, perPage }: EntityFilter) {
  const limit = perPage === -1 ? mostListed : perPage;
  const words = searchterm.trim();
  const system = type === entityTypes.custom ? [] : findSystem(words);
  return ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    const page = { searchterm: words, from, limit: limit + 1 };
    const rows = type === entityTypes.system ? [] : await listEntityRows(tx, ctx.enterpriseId, botId, page);
    const found = rows.map(presentEntity);
    if (found.length <= limit && system.length > 0) {
      // System entities follow the custom ones: where a page begins among them depends on how many customs there are.
      const customCount = type === entityTypes.system ? 0 : await countBefore(tx, ctx.enterpriseId, botId, words, from, rows.length);
      const skipped = Math.max(0, from - customCount);
      found.push(...system.slice(skipped, skipped + limit + 1 - found.length).map((entity) => presentSystem(botId, entity)));
    }
    return { entities: found.slice(0, limit), more: found.length > limit };
  });
}

/** Counts the custom entities of the search, when the page that was read does not tell. */
async function countBefore(tx: Read, enterpriseId: string, botId: string, words: string, from: number, found: number): Promise<number> {
  if (found > 0 || from === 0) return from + found;
  return (await listEntityRows(tx, enterpriseId, botId, { searchterm: words, from: 0, limit: mostListed })).length;
}

export const getEntity = (ctx: Ctx, botId: string, entityId: string): Promise<Entity> =>
  ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    return presentEntity(await accessEntity(tx, ctx.enterpriseId, botId, entityId));
  });

/** @throws DomainError entity.invalid with every fault, bot.not_found, entity.not_found or record.changed */
export async function saveEntity(ctx: Ctx, save: EntitySave): Promise<Entity> {
  const { enterpriseId } = ctx;
  const given = patternsOf(save.values.filter(({ type }) => type === 'pattern'));
  const { values, errors } = checkValues(save.values, await judgePatterns(ctx, given));
  const cost = costOf(patternsOf(values));
  const refuse = (faults: FieldError[]) => new DomainError('entity.invalid', faults[0]?.message ?? '', { errors: faults });
  const taken = () => refuse([fieldError('name', 'entity.name_taken')]);
  const now = ctx.now();
  return orNameTaken('entities_by_name', taken, () =>
    ctx.transaction(async (tx) => {
      await accessBot(tx, enterpriseId, save.agentId, { lock: true });
      if (save.id) {
        const { version } = await accessEntity(tx, enterpriseId, save.agentId, save.id);
        await assertVersion(ctx, tx, entityRecord, { id: save.id, version }, save.version);
      }
      const name = tidyName(save.name);
      if (name.toLowerCase().startsWith('sys.')) errors.push(fieldError('name', 'entity.name_system'));
      if (errors.length === 0 && cost > 0 && cost + (await readPatternCost(tx, enterpriseId, save.agentId, save.id)) > mostPatternCost)
        errors.push(fieldError('values', 'entity.patterns_costly'));
      if (errors.length > 0) throw refuse(errors);
      const entityId = save.id || newId();
      const content = { name, isSensitive: save.isSensitive, values };
      const isNew = !save.id;
      await saving(ctx, tx, entityRecord, { id: entityId, isNew }, () =>
        writeEntity(tx, enterpriseId, { botId: save.agentId, entityId, content, now, isNew }),
      );
      await touchBot(tx, enterpriseId, save.agentId, stampOf(ctx));
      return presentEntity(await accessEntity(tx, enterpriseId, save.agentId, entityId));
    }),
  );
}

/** @throws DomainError entity.in_use naming the intents with a parameter of it */
export function deleteEntity(ctx: Ctx, botId: string, entityId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const row = await accessEntity(tx, enterpriseId, botId, entityId);
    const uses = await listIntentsWith(tx, enterpriseId, botId, entityId);
    if (uses.length > 0) throw new DomainError('entity.in_use', `${row.name} is in use: ${uses.join(', ')}.`, { uses });
    await ctx.bin.put(tx, ctx.actor.userId, [await packEntity(tx, enterpriseId, row)]);
    await changing(ctx, tx, entityRecord, entityId, 'delete', () =>
      tx.deleteFrom('entities').where('enterpriseId', '=', enterpriseId).where('entityId', '=', entityId).execute(),
    );
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  });
}
