import { randomUUIDv7 } from 'node:crypto';
import { type Entity, type EntitySave, type EntityValue, entityTexts, entityTypes, type FieldError, tidyName } from '@parley/contract';
import { validatePattern } from '@parley/nlu';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../context.ts';
import { accessBot, touchBot } from './bot.repository.ts';
import { orNameTaken, stampOf } from './bot.service.ts';
import { accessEntity, type EntityRow, findSystem, listEntityRows, listIntentsWith, writeEntity } from './entity.repository.ts';

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

/** How many custom entities the search has, when the page that was read does not tell. */
async function countBefore(tx: Tx, enterpriseId: string, botId: string, words: string, from: number, found: number): Promise<number> {
  if (found > 0 || from === 0) return from + found;
  return (await listEntityRows(tx, enterpriseId, botId, { searchterm: words, from: 0, limit: mostListed })).length;
}

export const getEntity = (ctx: Ctx, botId: string, entityId: string): Promise<Entity> =>
  ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    return presentEntity(await accessEntity(tx, ctx.enterpriseId, botId, entityId));
  });

const tidyEntries = (entries: readonly string[]) => [...new Set(entries.map((entry) => entry.trim()))];

/** What the form sends, with every fault in it (ENTITY-027 to ENTITY-037). Synonyms may come comma separated; a pattern is one as it is. */
export function checkValues(values: EntitySave['values']): { values: EntityValue[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const tidied = values.map((value, index): EntityValue => {
    const field = `values.${index}`;
    const name = tidyName(value.value);
    if (names.has(name.toLowerCase())) errors.push({ field: `${field}.value`, message: `The value ${name} exists twice.` });
    names.add(name.toLowerCase());
    const isPattern = value.type === 'pattern';
    const entries = isPattern ? value.pattern : value.synonyms.flatMap((synonym) => synonym.split(','));
    const kept = isPattern ? [...new Set(entries)] : tidyEntries(entries);
    if (!isPattern && kept.includes('') && kept.length > 1) errors.push({ field: `${field}.synonyms`, message: entityTexts.emptySynonym });
    const list = kept.filter((entry) => entry.trim() !== '');
    if (list.length === 0)
      errors.push({
        field: `${field}.${value.type}`,
        message: isPattern ? `${name}: ${entityTexts.needsEntry}` : entityTexts.emptySynonym,
      });
    if (isPattern) {
      for (const pattern of list) {
        const reason = validatePattern(pattern);
        if (reason) errors.push({ field: `${field}.pattern`, message: `${name}: the pattern ${pattern} is not valid: ${reason}` });
      }
    }
    return { value: name, type: value.type, synonyms: isPattern ? [] : list, pattern: isPattern ? list : [] };
  });
  return { values: tidied, errors };
}

/** @throws DomainError entity.invalid with every fault, bot.not_found or entity.not_found */
export function saveEntity(ctx: Ctx, save: EntitySave): Promise<Entity> {
  const { enterpriseId } = ctx;
  const { values, errors } = checkValues(save.values);
  const refuse = (faults: FieldError[]) => new DomainError('entity.invalid', faults[0]?.message ?? '', { errors: faults });
  const taken = () => refuse([{ field: 'name', message: entityTexts.duplicate }]);
  const now = ctx.now();
  return orNameTaken('entities_by_name', taken, () =>
    ctx.transaction(async (tx) => {
      await accessBot(tx, enterpriseId, save.agentId, { lock: true });
      if (save.id) await accessEntity(tx, enterpriseId, save.agentId, save.id);
      const name = tidyName(save.name);
      if (name.toLowerCase().startsWith('sys.'))
        errors.push({ field: 'name', message: 'Names that begin with sys. are the system’s own.' });
      if (errors.length > 0) throw refuse(errors);
      const entityId = save.id || randomUUIDv7();
      const content = { name, isSensitive: save.isSensitive, values };
      await writeEntity(tx, enterpriseId, { botId: save.agentId, entityId, content, now, isNew: !save.id });
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
    const { name } = await accessEntity(tx, enterpriseId, botId, entityId);
    const users = await listIntentsWith(tx, enterpriseId, botId, entityId);
    if (users.length > 0) throw new DomainError('entity.in_use', `${name} is in use: ${users.join(', ')}.`, { users });
    await tx.deleteFrom('entities').where('enterpriseId', '=', enterpriseId).where('entityId', '=', entityId).execute();
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  });
}
