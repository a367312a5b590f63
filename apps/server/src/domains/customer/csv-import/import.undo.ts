import { type UndoForesight, type UndoKeepReason, undoKeepReasons } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ReplacedRow } from '#platform/db/schema.customer.ts';
import { type Lease, renewLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { importRecord } from '../import/import.record.ts';
import { accessImport, type ImportRow, updateImport } from '../import/import.repository.ts';
import { putConsentsBack } from '../import-row/import.consents.ts';
import { knownBy } from '../merge/customer.traces.ts';

const stepSize = 2000;
const firstId = '00000000-0000-0000-0000-000000000000';

type Step = { undone: number; kept: number; last: string | undefined };

/**
 * New customers of the import, each with the reason why it stays: customers whom nobody has changed, written with or grouped since have
 * none.
 */
const newCustomers = (ctx: EnterpriseContext, row: ImportRow, after: string, limit: number): RawBuilder<unknown> => sql`
  select c.customer_id, case
      when c.deleted_at is not null then 'bin'
      ${sql.join(knownBy(ctx), sql` `)}
      when exists (select from customer_changes h
        where h.enterprise_id = c.enterprise_id and h.customer_id = c.customer_id and h.import_id is null) then 'changed'
      when exists (select from customer_changes h where h.enterprise_id = c.enterprise_id and h.customer_id = c.customer_id) then 'import'
    end as kept_for
  from customers c
  where c.enterprise_id = ${row.enterpriseId} and c.customer_id > ${after} and c.customer_id >= ${row.firstCustomerId}
    and c.customer_id <= ${row.lastCustomerId} and c.import_id = ${row.importId}
  order by c.customer_id limit ${limit}`;

async function removeNew(ctx: EnterpriseContext, tx: Tx, row: ImportRow): Promise<Step> {
  if (!row.firstCustomerId || !row.lastCustomerId) return { undone: 0, kept: 0, last: undefined };
  const { rows } = await sql<{ customerId: string; isGone: boolean }>`
    with next as materialized (${newCustomers(ctx, row, row.undoCursor, stepSize)}), gone as (
      delete from customers c using next n
      where c.enterprise_id = ${row.enterpriseId} and c.customer_id = n.customer_id and n.kept_for is null
      returning c.customer_id
    )
    select n.customer_id, g.customer_id is not null as is_gone from next n left join gone g on g.customer_id = n.customer_id order by 1`.execute(
    tx,
  );
  const undone = rows.filter(({ isGone }) => isGone).length;
  return { undone, kept: rows.length - undone, last: rows.length < stepSize ? undefined : rows.at(-1)?.customerId };
}

/** The customers that the import replaced, each with the reason why it stays. */
const replacedCustomers = (row: ImportRow, after: string, limit: number): RawBuilder<unknown> => sql`
  select h.customer_id, h.before, h.changes <> '[]' as is_changed, case
      when c.deleted_at is not null then 'bin'
      when c.version = (h.before ->> 'version')::integer then null
      when exists (select from customer_changes l where l.enterprise_id = h.enterprise_id and l.customer_id = h.customer_id
        and l.change_id > h.change_id and l.import_id is not null)
        and not exists (select from customer_changes l where l.enterprise_id = h.enterprise_id and l.customer_id = h.customer_id
        and l.change_id > h.change_id and l.import_id is null) then 'import'
      else 'changed'
    end as kept_for
  from customer_changes h
    join customers c on c.enterprise_id = h.enterprise_id and c.customer_id = h.customer_id
  where h.enterprise_id = ${row.enterpriseId} and h.import_id = ${row.importId} and h.customer_id > ${after}
  order by h.customer_id limit ${limit}`;

type Replaced = { customerId: string; before: ReplacedRow; isChanged: boolean; keptFor: UndoKeepReason | null };

async function putBack(tx: Tx, row: ImportRow, changed: readonly Replaced[]): Promise<void> {
  if (changed.length === 0) return;
  const values = changed.map(({ customerId, before }) => ({ customer_id: customerId, ...before, search_text: before.searchText }));
  await sql`update customers c set name = n.name, email = n.email, profile = n.profile, data = n.data, search_text = n.search_text,
      version = c.version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(values)}) as n (customer_id uuid, name text, email text, profile jsonb, data jsonb, search_text text)
    where c.enterprise_id = ${row.enterpriseId} and c.customer_id = n.customer_id`.execute(tx);
  // An undone import is no change to other imports: what they left as it was before this one, or found unchanged after it, is so still.
  await sql`update customer_changes h set before = jsonb_set(h.before, '{version}', to_jsonb(n.version + 1))
    from json_to_recordset(${JSON.stringify(values)}) as n (customer_id uuid, version integer)
    where h.enterprise_id = ${row.enterpriseId} and h.customer_id = n.customer_id and h.import_id is not null
      and h.import_id <> ${row.importId} and (h.before ->> 'version')::integer in (n.version - 1, n.version)`.execute(tx);
}

/**
 * Replaced values come back, unless somebody has changed the customer since. Customers that the import added to groups are taken out again.
 */
async function restoreReplaced(tx: Tx, row: ImportRow, now: Date): Promise<Step> {
  const { rows } = await sql<Replaced>`${replacedCustomers(row, row.replacedCursor, stepSize)} for update of c`.execute(tx);
  const restored = rows.filter(({ keptFor }) => keptFor === null);
  if (restored.length > 0) {
    await putBack(
      tx,
      row,
      restored.filter(({ isChanged }) => isChanged),
    );
    await putConsentsBack(
      tx,
      row,
      restored.map(({ customerId, before }) => ({ customerId, consents: before.consents ?? [] })),
      now,
    );
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

/** Rows that are looked at before an undo is asked for, new and replaced ones each: more would keep a person waiting. */
const mostForeseen = 50_000;

/** Forecasts the effect of an undo now. */
export async function foreseeUndo(ctx: EnterpriseContext, tx: Read, row: ImportRow): Promise<UndoForesight> {
  type Count = { keptFor: UndoKeepReason | null; count: number };
  const countBy = async (rows: RawBuilder<unknown>) =>
    (await sql<Count>`select kept_for, count(*) as count from (${rows}) found group by kept_for`.execute(tx)).rows;
  const made = await countBy(newCustomers(ctx, row, firstId, mostForeseen));
  const replaced = await countBy(replacedCustomers(row, firstId, mostForeseen));
  const sum = (counts: readonly Count[], reason?: UndoKeepReason | null) =>
    counts.filter(({ keptFor }) => reason === undefined || keptFor === reason).reduce((total, { count }) => total + count, 0);
  return {
    removedCount: sum(made, null),
    restoredCount: sum(replaced, null),
    kept: undoKeepReasons.map((reason) => ({ reason, count: sum([...made, ...replaced], reason) })).filter(({ count }) => count > 0),
    isWhole: sum(made) < mostForeseen && sum(replaced) < mostForeseen,
  };
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One step of an undo: first the new customers, then the replaced ones. @returns whether it is done */
function step(ctx: EnterpriseContext, importId: string, lease: Lease): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const row = await accessImport(tx, ctx.enterpriseId, importId, { lock: true });
    if (row.phase !== 'undoing' || !(await renewLease(tx, lease))) return true;
    const isAtNew = row.undoCursor !== lastId;
    const { undone, kept, last } = isAtNew ? await removeNew(ctx, tx, row) : await restoreReplaced(tx, row, ctx.now());
    const isDone = !isAtNew && last === undefined;
    const keptCount = row.keptCount + kept;
    const undoneCount = row.undoneCount + undone;
    const progress = { ...(isAtNew ? { undoCursor: last ?? lastId } : { replacedCursor: last ?? lastId }), undoneCount, keptCount };
    if (!isDone) {
      await updateImport(tx, row, progress);
      return false;
    }
    const reason = keptCount > 0 ? `${keptCount} customers were used or changed since and stay.` : '';
    const end = () => updateImport(tx, row, { ...progress, phase: 'undone', undoneAt: ctx.now(), reason });
    await changing(ctx, tx, importRecord, importId, 'undo', end, { counts: { undone: undoneCount, kept: keptCount } });
    return true;
  });
}

/** The start of an undo; a repeated one looks anew at the customers that the first one has kept. */
export const undoStart = { undoCursor: firstId, replacedCursor: firstId, keptCount: 0 };

/** @returns whether the undo is done */
export async function undoImport(ctx: EnterpriseContext, row: ImportRow, lease: Lease, until: number): Promise<boolean> {
  while (!(await step(ctx, row.importId, lease))) if (performance.now() > until) return false;
  await ctx.transaction((tx) => sql`select tidy_customers()`.execute(tx));
  return true;
}
