import { randomUUIDv7 } from 'node:crypto';
import { type Conditions, endpoints, type SavedFilter } from '@parley/contract';
import { sql } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { listAttributes } from './attribute.service.ts';
import { readConditions } from './filter.conditions.ts';
import { filterRecord } from './filter.record.ts';
import { accessFilter, selectFilters } from './filter.repository.ts';
import type { Use, Used } from './uses.ts';

export function listFilters(ctx: Ctx): Promise<SavedFilter[]> {
  return ctx.read(async (tx) => {
    const rows = await selectFilters(tx, ctx.enterpriseId).orderBy(sql`lower(name)`).limit(500).execute();
    const names = await findUserNames(
      tx,
      ctx.enterpriseId,
      rows.map((row) => row.createdBy),
    );
    return rows.map((row, index) => ({ id: row.filterId, name: row.name, conditions: row.conditions, createdBy: names[index] ?? '' }));
  });
}

export type FilterSave = { id?: string | undefined; name: string; conditions: Conditions };

/** @throws DomainError filter.not_found, filter.invalid or filter.name_taken */
export async function saveFilter(ctx: Ctx, { id, name, conditions }: FilterSave): Promise<SavedFilter> {
  const { enterpriseId } = ctx;
  const values = { name: name.trim(), conditions: JSON.stringify(conditions) };
  try {
    return await ctx.transaction(async (tx) => {
      await readConditions(tx, enterpriseId, conditions, await listAttributes(tx, enterpriseId));
      const filterId = id || randomUUIDv7();
      if (id) {
        await accessFilter(tx, enterpriseId, id);
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
      return { id: filterId, name: row.name, conditions: row.conditions, createdBy };
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

export function removeFilter(ctx: Ctx, filterId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessFilter(tx, ctx.enterpriseId, filterId);
    const filters = tx.deleteFrom('customerFilters').where('enterpriseId', '=', ctx.enterpriseId);
    await changing(ctx, tx, filterRecord, filterId, 'delete', () => filters.where('filterId', '=', filterId).execute());
  });
}

/** Saved filters that ask for an attribute, group or label. */
export async function listFilterUses(tx: Tx, enterpriseId: string, used: Used): Promise<Use[]> {
  const named =
    'setId' in used
      ? sql<boolean>`jsonb_path_exists(conditions, '$.clauses[*].conditions[*] ? (@.field == "groups" || @.field == "labels").values[*] ? (@ == $id)', ${JSON.stringify({ id: used.setId })}::jsonb)`
      : sql<boolean>`jsonb_path_exists(conditions, '$.clauses[*].conditions[*].field ? (@ == $id)', ${JSON.stringify({ id: used.attributeId })}::jsonb)`;
  const rows = await selectFilters(tx, enterpriseId).where(named).execute();
  return rows.map((row) => ({ name: `saved filter ${row.name}`, isRunning: false }));
}
