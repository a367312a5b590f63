import { type CustomerSet, endpoints, Id } from '@parley/contract';
import { sql } from 'kysely';
import { changing, creating, recordChange as recordInTrail } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { listUses } from '../attribute/uses.ts';
import { addMembers, recordChange } from '../record/customer.repository.ts';
import { packSet } from './set.bin.ts';
import { type SetKind, setRecords } from './set.record.ts';

const words = { group: 'group', label: 'label' } as const;
export const setNotFound = (kind: SetKind) => new DomainError('group.not_found', `No such ${words[kind]}.`, {});

type SetRow = { setId: string; name: string; customerCount: number; version: number };
const presentSet = (row: SetRow): CustomerSet => ({ id: row.setId, name: row.name, count: row.customerCount, version: row.version });
const mostListed = 1000;

const containing = (text: string) => `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;

export async function listSets(ctx: Ctx, kind: SetKind, search: string): Promise<CustomerSet[]> {
  const rows = await ctx.read((tx) =>
    tx
      .selectFrom('customerSets')
      .select(['setId', 'name', 'customerCount', 'version'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('kind', '=', kind)
      .$if(search.trim() !== '', (query) => query.where('name', 'ilike', containing(search.trim())))
      .orderBy(sql`lower(name)`)
      .limit(mostListed)
      .execute(),
  );
  return rows.map(presentSet);
}

/**
 * @param lock nobody else changes or deletes them until the end of the transaction
 * @throws DomainError group.not_found unless each of them is there and of the kind
 */
export async function accessSets(
  tx: Read,
  enterpriseId: string,
  kind: SetKind,
  setIds: readonly string[],
  { lock = false } = {},
): Promise<SetRow[]> {
  const wanted = [...new Set(setIds)];
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom('customerSets')
    .select(['setId', 'name', 'customerCount', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('setId', 'in', wanted)
    .orderBy('setId')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  if (rows.length < wanted.length) throw setNotFound(kind);
  return rows;
}

/** None of those that are there is deleted until the end of the transaction. @param setIds what a filter names, which may be no id at all */
export async function keepSets(tx: Tx, enterpriseId: string, setIds: readonly string[]): Promise<void> {
  const wanted = setIds.filter((id) => Id.safeParse(id).success);
  if (wanted.length === 0) return;
  await tx
    .selectFrom('customerSets')
    .select('setId')
    .where('enterpriseId', '=', enterpriseId)
    .where('setId', 'in', wanted)
    .orderBy('setId')
    .forKeyShare()
    .execute();
}

export type SetSave = { id?: string | undefined; name: string; version?: number | undefined };

/** @throws DomainError group.not_found, group.name_taken or record.changed */
export async function saveSet(ctx: Ctx, kind: SetKind, { id, name, version }: SetSave): Promise<CustomerSet> {
  const trimmed = name.trim();
  try {
    return await ctx.transaction(async (tx) => {
      if (!id)
        return creating(
          ctx,
          tx,
          setRecords[kind],
          (made) => made.id,
          async () => presentSet(await makeSet(tx, ctx.enterpriseId, kind, trimmed, ctx.actor.userId)),
        );
      const [before] = await accessSets(tx, ctx.enterpriseId, kind, [id], { lock: true });
      if (!before) throw setNotFound(kind);
      await assertVersion(ctx, tx, setRecords[kind], { id, version: before.version }, version);
      const sets = tx.updateTable('customerSets').where('enterpriseId', '=', ctx.enterpriseId);
      await changing(ctx, tx, setRecords[kind], id, 'edit', () => sets.set({ name: trimmed }).where('setId', '=', id).execute());
      const [row] = await accessSets(tx, ctx.enterpriseId, kind, [id]);
      if (!row) throw setNotFound(kind);
      return presentSet(row);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'customer_sets_by_name')
      throw new DomainError('group.name_taken', `Another ${words[kind]} is called ${trimmed}.`, {}, { cause: error });
    throw error;
  }
}

/** Gives a group or label its former name. @throws DomainError as saveSet */
export async function putSetBack(ctx: Ctx, kind: SetKind, id: string, { name }: Pick<SetSave, 'name'>): Promise<void> {
  assertMay(ctx.actor, kind === 'group' ? endpoints.phoneBook.saveGroup : endpoints.phoneBook.saveLabel);
  await saveSet(ctx, kind, { id, name });
}

async function makeSet(tx: Tx, enterpriseId: string, kind: SetKind, name: string, createdBy: string | null): Promise<SetRow> {
  const setId = newId();
  await tx.insertInto('customerSets').values({ enterpriseId, setId, kind, name, createdBy }).execute();
  return { setId, name, customerCount: 0, version: 1 };
}

/** The sets of these names; a name that nobody has yet makes a new one. */
export const ensureSets = async (...wanted: Parameters<typeof makeMissing>): Promise<string[]> => (await makeMissing(...wanted)).setIds;

/** The same for a person: what is made stands in the audit trail. */
export async function ensureSetsBy(ctx: Ctx, tx: Tx, kind: SetKind, names: readonly string[]): Promise<string[]> {
  const { setIds, made } = await makeMissing(tx, ctx.enterpriseId, kind, names, ctx.actor.userId);
  for (const { setId, name } of made)
    recordInTrail(ctx, tx, { record: setRecords[kind], id: setId, action: 'create', after: { name, customers: 0 } });
  return setIds;
}

type MadeSet = { setId: string; name: string };

async function makeMissing(
  tx: Tx,
  enterpriseId: string,
  kind: SetKind,
  names: readonly string[],
  by: string | null,
): Promise<{ setIds: string[]; made: MadeSet[] }> {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(name.trim().toLowerCase())) byKey.set(name.trim().toLowerCase(), name.trim());
  const wanted = [...byKey.values()];
  if (wanted.length === 0) return { setIds: [], made: [] };
  const made = await tx
    .insertInto('customerSets')
    .values(wanted.map((name) => ({ enterpriseId, setId: newId(), kind, name, createdBy: by })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['setId', 'name'])
    .execute();
  const rows = await tx
    .selectFrom('customerSets')
    .select('setId')
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', kind)
    .where(
      sql`lower(name)`,
      'in',
      wanted.map((name) => name.toLowerCase()),
    )
    .execute();
  return { setIds: rows.map((row) => row.setId), made };
}

/** The sets of these names, of which each must be there. @throws DomainError group.not_found */
export async function findSetIds(tx: Read, enterpriseId: string, kind: SetKind, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .selectFrom('customerSets')
    .select('setId')
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('name', 'in', [...names])
    .execute();
  if (rows.length < names.length) throw setNotFound(kind);
  return rows.map((row) => row.setId);
}

/** Deletes a group or label; its customers stay. @throws DomainError group.not_found or group.in_use */
export function removeSet(ctx: Ctx, kind: SetKind, setId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [row] = await accessSets(tx, ctx.enterpriseId, kind, [setId], { lock: true });
    const uses = (await listUses(ctx, tx, { setId })).map(({ name }) => name);
    if (uses.length > 0) throw new DomainError('group.in_use', `${row?.name ?? ''} is in use: ${uses.join(', ')}.`, { uses });
    await ctx.bin.put(tx, ctx.actor.userId, [await packSet(tx, ctx.enterpriseId, kind, { setId, name: row?.name ?? '' })]);
    const sets = tx.deleteFrom('customerSets').where('enterpriseId', '=', ctx.enterpriseId);
    await changing(ctx, tx, setRecords[kind], setId, 'delete', () => sets.where('setId', '=', setId).execute());
  });
}

/**
 * Adds customers to groups or labels and takes them out of none (PHONE-063).
 * @returns how many customers were added to at least one
 * @throws DomainError group.not_found or customer.not_found; then nobody was added
 */
export function addToSets(ctx: Ctx, kind: SetKind, setIds: readonly string[], customerIds: readonly string[]): Promise<number> {
  const wanted = [...new Set(customerIds)];
  return ctx.transaction(async (tx) => {
    await accessSets(tx, ctx.enterpriseId, kind, setIds);
    const found = await tx
      .selectFrom('customers')
      .select('customerId')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('customerId', 'in', wanted)
      .where('deletedAt', 'is', null)
      .execute();
    if (found.length < wanted.length) throw new DomainError('customer.not_found', 'No such customer.', {});
    const ids = [...new Set(setIds)].sort();
    const add = () => addAndRecord(tx, ctx, ids, wanted);
    // An entry for each group, not for each customer: how many are in it before and after.
    return ids.reduce<() => Promise<number>>((work, id) => () => changing(ctx, tx, setRecords[kind], id, 'edit', work), add)();
  });
}

export async function addAndRecord(
  tx: Tx,
  ctx: Pick<Ctx, 'enterpriseId' | 'now'> & { actor: { userId: string } },
  setIds: readonly string[],
  customerIds: readonly string[],
): Promise<number> {
  const added = await addMembers(tx, ctx.enterpriseId, [...new Set(setIds)], customerIds);
  const changed = { kind: 'grouped' as const, changedBy: ctx.actor.userId, changedAt: ctx.now() };
  await recordChange(tx, ctx.enterpriseId, ...added.map((customerId) => ({ customerId, ...changed })));
  return added.length;
}

/** Sets the groups or labels of a customer. @returns whether that is something else than before. @throws DomainError group.not_found */
export async function replaceSets(
  tx: Tx,
  enterpriseId: string,
  kind: SetKind,
  customerId: string,
  setIds: readonly string[],
): Promise<boolean> {
  const wanted = (await accessSets(tx, enterpriseId, kind, setIds)).map((row) => row.setId);
  const { numAffectedRows = 0n } = await sql`delete from customer_set_members m using customer_sets s
    where m.enterprise_id = ${enterpriseId} and m.customer_id = ${customerId} and s.enterprise_id = m.enterprise_id and s.set_id = m.set_id
      and s.kind = ${kind} and m.set_id <> all(${wanted}::uuid[])`.execute(tx);
  const added = wanted.length > 0 ? await addMembers(tx, enterpriseId, wanted, [customerId]) : [];
  return numAffectedRows > 0n || added.length > 0;
}
