import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ReplacedRow } from '#platform/db/schema.customer.ts';
import { type Lease, renewLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { isUnknown } from '../customer/customer.traces.ts';
import { accessImport, type ImportRow, updateImport } from './import.repository.ts';

const stepSize = 2000;
const firstId = '00000000-0000-0000-0000-000000000000';

type Step = { undone: number; kept: number; last: string | undefined };

/** New customers of the import go, unless somebody has changed them, written with them or grouped them since. */
async function removeNew(ctx: EnterpriseContext, tx: Tx, row: ImportRow): Promise<Step> {
  if (!row.firstCustomerId || !row.lastCustomerId) return { undone: 0, kept: 0, last: undefined };
  const { rows } = await sql<{ customerId: string; isGone: boolean }>`
    with next as materialized (
      select c.customer_id, c.version = 1 and c.deleted_at is null
          and ${isUnknown(ctx, sql`c.enterprise_id`, sql`c.customer_id`)}
          and not exists (select from customer_changes h where h.enterprise_id = c.enterprise_id and h.customer_id = c.customer_id) as is_unused
      from customers c
      where c.enterprise_id = ${row.enterpriseId} and c.customer_id > ${row.undoCursor} and c.customer_id >= ${row.firstCustomerId}
        and c.customer_id <= ${row.lastCustomerId} and c.import_id = ${row.importId}
      order by c.customer_id limit ${stepSize}
    ), gone as (
      delete from customers c using next n where c.enterprise_id = ${row.enterpriseId} and c.customer_id = n.customer_id and n.is_unused
      returning c.customer_id
    )
    select n.customer_id, g.customer_id is not null as is_gone from next n left join gone g on g.customer_id = n.customer_id order by 1`.execute(
    tx,
  );
  const undone = rows.filter(({ isGone }) => isGone).length;
  return { undone, kept: rows.length - undone, last: rows.length < stepSize ? undefined : rows.at(-1)?.customerId };
}

type Replaced = { customerId: string; before: ReplacedRow; version: number; isDeleted: boolean };

/** Replaced values come back, unless somebody has changed the customer since. What the import added to groups is taken out again. */
async function restoreReplaced(tx: Tx, row: ImportRow): Promise<Step> {
  const { rows } = await sql<Replaced>`
    select h.customer_id, h.before, c.version, c.deleted_at is not null as is_deleted from customer_changes h
      join customers c on c.enterprise_id = h.enterprise_id and c.customer_id = h.customer_id
    where h.enterprise_id = ${row.enterpriseId} and h.import_id = ${row.importId} and h.customer_id > ${row.replacedCursor}
    order by h.customer_id limit ${stepSize} for update of c`.execute(tx);
  const restored = rows.filter(({ before, version, isDeleted }) => version === before.version && !isDeleted);
  if (restored.length > 0) {
    const values = restored.map(({ customerId, before }) => ({ customer_id: customerId, ...before, search_text: before.searchText }));
    await sql`update customers c set name = n.name, email = n.email, profile = n.profile, data = n.data, search_text = n.search_text,
        version = c.version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(values)}) as n (customer_id uuid, name text, email text, profile jsonb, data jsonb, search_text text)
      where c.enterprise_id = ${row.enterpriseId} and c.customer_id = n.customer_id`.execute(tx);
    const joined = restored.flatMap(({ customerId, before }) => before.joined.map((setId) => ({ customer_id: customerId, set_id: setId })));
    if (joined.length > 0)
      await sql`delete from customer_set_members m
        using json_to_recordset(${JSON.stringify(joined)}) as n (customer_id uuid, set_id uuid)
        where m.enterprise_id = ${row.enterpriseId} and m.set_id = n.set_id and m.customer_id = n.customer_id`.execute(tx);
    await tx
      .deleteFrom('customerChanges')
      .where('enterpriseId', '=', row.enterpriseId)
      .where('importId', '=', row.importId)
      .where(
        'customerId',
        'in',
        restored.map(({ customerId }) => customerId),
      )
      .execute();
  }
  return {
    undone: restored.length,
    kept: rows.length - restored.length,
    last: rows.length < stepSize ? undefined : rows.at(-1)?.customerId,
  };
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One step of an undo: first the new customers, then the replaced ones. @returns whether it is done */
function step(ctx: EnterpriseContext, importId: string, lease: Lease): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const row = await accessImport(tx, ctx.enterpriseId, importId, { lock: true });
    if (row.phase !== 'undoing' || !(await renewLease(tx, lease))) return true;
    const isAtNew = row.undoCursor !== lastId;
    const { undone, kept, last } = isAtNew ? await removeNew(ctx, tx, row) : await restoreReplaced(tx, row);
    const isDone = !isAtNew && last === undefined;
    const keptCount = row.keptCount + kept;
    await updateImport(tx, row, {
      ...(isAtNew ? { undoCursor: last ?? lastId } : { replacedCursor: last ?? lastId }),
      undoneCount: row.undoneCount + undone,
      keptCount,
      ...(isDone
        ? {
            phase: 'undone' as const,
            undoneAt: ctx.now(),
            reason: keptCount > 0 ? `${keptCount} customers were used or changed since and stay.` : '',
          }
        : {}),
    });
    return isDone;
  });
}

export const undoStart = { undoCursor: firstId, replacedCursor: firstId, undoneCount: 0, keptCount: 0 };

/** @returns whether the undo is done */
export async function undoImport(ctx: EnterpriseContext, row: ImportRow, lease: Lease, until: number): Promise<boolean> {
  while (!(await step(ctx, row.importId, lease))) if (performance.now() > until) return false;
  await ctx.transaction((tx) => sql`select tidy_customers()`.execute(tx));
  return true;
}
