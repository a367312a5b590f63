import { type Conditions, endpoints, type SavedFilter } from '@parley/contract';
import { sql } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { keepAttributes } from '../attribute/attribute.repository.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { listUses, type Use, type Used } from '../attribute/uses.ts';
import { keepSets } from '../set/set.service.ts';
import { readConditions } from './filter.conditions.ts';
import { filterRecord } from './filter.record.ts';
import { accessFilter, type FilterRow, selectFilters } from './filter.repository.ts';

const presentFilter = ({ filterId, name, conditions, version }: FilterRow, createdBy = ''): SavedFilter => ({
  id: filterId,
  name,
  conditions,
  createdBy,
  version,
});

export function listFilters(ctx: Ctx): Promise<SavedFilter[]> {
  return ctx.read(async (tx) => {
    const rows = await selectFilters(tx, ctx.enterpriseId).orderBy(sql`lower(name)`).limit(500).execute();
    const names = await findUserNames(
      tx,
      ctx.enterpriseId,
      rows.map((row) => row.createdBy),
    );
    return rows.map((row, index) => presentFilter(row, names[index]));
  });
}

export type FilterSave = { id?: string | undefined; name: string; conditions: Conditions; version?: number | undefined };

/** Locks the records that a filter names while it is saved, so that none of them is deleted. */
async function keepNamed(tx: Tx, enterpriseId: string, { clauses }: Conditions): Promise<void> {
  const named = clauses.flatMap(({ conditions }) => conditions);
  const idsOf = (field: string) => named.filter((condition) => condition.field === field).flatMap(({ values }) => values);
  await keepAttributes(tx, enterpriseId);
  await keepSets(tx, enterpriseId, [...idsOf('groups'), ...idsOf('labels')]);
}

/** @throws DomainError filter.not_found, filter.invalid, filter.name_taken or record.changed */
export async function saveFilter(ctx: Ctx, { id, name, conditions, version }: FilterSave): Promise<SavedFilter> {
  const { enterpriseId } = ctx;
  const values = { name: name.trim(), conditions: JSON.stringify(conditions) };
  try {
    return await ctx.transaction(async (tx) => {
      await keepNamed(tx, enterpriseId, conditions);
      await readConditions(tx, enterpriseId, conditions, await listAttributes(tx, enterpriseId));
      const filterId = id || newId();
      if (id) {
        const before = await accessFilter(tx, enterpriseId, id, { lock: true });
        await assertVersion(ctx, tx, filterRecord, { id, version: before.version }, version);
        const filters = tx.updateTable('customerFilters').where('enterpriseId', '=', enterpriseId);
        await changing(ctx, tx, filterRecord, id, 'edit', () => filters.set(values).where('filterId', '=', id).execute());
      } else {
        const row = { enterpriseId, filterId, ...values, createdBy: ctx.actor.userId };
        await creating(
          ctx,
          tx,
          filterRecord,
          () => filterId,
          () => tx.insertInto('customerFilters').values(row).execute(),
        );
      }
      const row = await accessFilter(tx, enterpriseId, filterId);
      const [createdBy = ''] = await findUserNames(tx, enterpriseId, [row.createdBy]);
      return presentFilter(row, createdBy);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'customer_filters_by_name')
      throw new DomainError('filter.name_taken', `Another filter is called ${values.name}.`, {}, { cause: error });
    throw error;
  }
}

/** Gives a filter its former name or conditions. @throws DomainError as saveFilter */
export async function putFilterBack(ctx: Ctx, filterId: string, values: Partial<FilterSave>): Promise<void> {
  assertMay(ctx.actor, endpoints.phoneBook.saveFilter);
  const { name, conditions } = await ctx.read((tx) => accessFilter(tx, ctx.enterpriseId, filterId));
  await saveFilter(ctx, { id: filterId, name, conditions, ...values });
}

/** @throws DomainError filter.not_found or filter.in_use */
export function removeFilter(ctx: Ctx, filterId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { name } = await accessFilter(tx, ctx.enterpriseId, filterId, { lock: true });
    const uses = (await listUses(ctx, tx, { filterId })).map((use) => use.name);
    if (uses.length > 0) throw new DomainError('filter.in_use', `${name} is in use: ${uses.join(', ')}.`, { uses });
    const filters = tx.deleteFrom('customerFilters').where('enterpriseId', '=', ctx.enterpriseId);
    await changing(ctx, tx, filterRecord, filterId, 'delete', () => filters.where('filterId', '=', filterId).execute());
  });
}

/** Saved filters that ask for an attribute, group or label. */
export async function listFilterUses(tx: Tx, enterpriseId: string, used: Used): Promise<Use[]> {
  if ('filterId' in used) return [];
  const named =
    'setId' in used
      ? sql<boolean>`jsonb_path_exists(conditions, '$.clauses[*].conditions[*] ? (@.field == "groups" || @.field == "labels").values[*] ? (@ == $id)', ${JSON.stringify({ id: used.setId })}::jsonb)`
      : sql<boolean>`jsonb_path_exists(conditions, '$.clauses[*].conditions[*].field ? (@ == $id)', ${JSON.stringify({ id: used.attributeId })}::jsonb)`;
  const rows = await selectFilters(tx, enterpriseId).where(named).execute();
  return rows.map((row) => ({ name: `saved filter ${row.name}`, isRunning: false }));
}
