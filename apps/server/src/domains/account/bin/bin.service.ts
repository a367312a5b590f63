import type { BinEntry, BinQuery, RestoreAnswer } from '@parley/contract';
import type { RecordDefinition } from '#platform/audit/record.ts';
import { recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition, Missing, Restored, RestoreOptions } from '#platform/bin/bin.ts';
import type { BinParent } from '#platform/bin/deleted.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { mayCall } from '#platform/http/route.ts';
import type { Actor, Ctx, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { findUserNames } from '../user/user.names.ts';
import { binRecord } from './bin.record.ts';
import {
  type BinRow,
  endBinEntries,
  forgetEnded,
  listBinEntries,
  listDeleters,
  lockBinEntry,
  lockChildren,
  lockDue,
  lockWaiting,
} from './bin.repository.ts';

type Records = Deps['records'];
type Kept = RecordDefinition & { bin: BinDefinition };

const isKept = (record: RecordDefinition | undefined): record is Kept => record?.bin !== undefined;
const keptKinds = (records: Records): Kept[] => [...records.values()].filter(isKept);

/** Limits users of the bin to the records that they may edit (administration 4). */
const maySee = (actor: Actor, { bin }: Kept): boolean => mayCall(actor, bin.edit);

const notFound = () => new DomainError('bin.not_found', 'There is no such record in the bin.', {});
const gone = () => new DomainError('bin.gone', 'The record was deleted for good.', {});

export function listBin(ctx: Ctx, records: Records, { from, perPage, kind, search, userId }: BinQuery) {
  const { enterpriseId, actor } = ctx;
  const seen = keptKinds(records).filter((record) => maySee(actor, record));
  const kinds = seen.map((record) => record.kind).filter((name) => kind === '' || name === kind);
  const filter = { kinds, search: search.trim(), userId, viewerId: actor.userId };
  return ctx.read(async (tx) => {
    const rows = await listBinEntries(tx, enterpriseId, filter, { from, limit: perPage + 1 });
    const deleterIds = await listDeleters(tx, enterpriseId);
    const names = await findUserNames(
      tx,
      enterpriseId,
      rows.map(({ deletedBy }) => deletedBy),
    );
    const deleterNames = await findUserNames(tx, enterpriseId, deleterIds);
    return {
      entries: rows.slice(0, perPage).map((row, index) => present(row, names[index] ?? '', ctx.now())),
      more: rows.length > perPage,
      kinds: seen.map((record) => record.kind),
      people: deleterIds.map((id, index) => ({ id, name: deleterNames[index] ?? '' })),
      mayPurge: actor.isAdministrator,
    };
  });
}

const dayMs = 86_400_000;

const present = (row: Pick<BinRow, keyof Listed>, deletedBy: string, now: Date): BinEntry => ({
  id: row.entryId,
  kind: row.kind,
  recordId: row.recordId,
  name: row.name,
  contains: row.contains,
  deletedBy,
  deletedAt: row.deletedAt.toISOString(),
  reason: row.reason,
  daysLeft: Math.max(0, Math.ceil((row.purgeAt.getTime() - now.getTime()) / dayMs)),
});
type Listed = Awaited<ReturnType<typeof listBinEntries>>[number];

async function accessEntry(ctx: Ctx, tx: Tx, records: Records, entryId: string): Promise<{ row: BinRow; record: Kept }> {
  const row = await lockBinEntry(tx, ctx.enterpriseId, entryId);
  const record = row && records.get(row.kind);
  if (!row || !isKept(record) || !maySee(ctx.actor, record)) throw notFound();
  if (row.ownerId !== null && row.ownerId !== ctx.actor.userId) throw notFound();
  if (row.state === 'purged') throw gone();
  return { row, record };
}

/** Lists the parents of an entry that lie in the bin too, the nearest last: a parent comes before its child. */
async function waitingParents(tx: Tx, row: BinRow): Promise<BinRow[]> {
  const parents = await lockWaiting(tx, row.enterpriseId, row.parents);
  const further = await Promise.all(parents.map((parent) => waitingParents(tx, parent)));
  const all = [...further.flat(), ...parents];
  return all.filter(({ entryId }, index) => all.findIndex((other) => other.entryId === entryId) === index);
}

/** A version of a bot may have brought it back meanwhile, under its id: then it is there. */
async function bringBack(ctx: Ctx, tx: Tx, record: Kept, row: BinRow, options: RestoreOptions): Promise<Restored> {
  const standing = await record.read(tx, ctx.enterpriseId, row.recordId);
  if (standing) return { name: record.nameOf(standing), missing: [] };
  return record.bin.restore(ctx, tx, row, options);
}

async function restoreOne(ctx: Ctx, tx: Tx, records: Records, row: BinRow, options: RestoreOptions) {
  const record = records.get(row.kind);
  // A parent of a kind that somebody may not edit is not restored by way of its child.
  if (!isKept(record) || !maySee(ctx.actor, record))
    throw accessDenied(record?.bin && Array.isArray(record.bin.edit.access) ? record.bin.edit.access : []);
  const restored = await bringBack(ctx, tx, record, row, options);
  await endBinEntries(tx, ctx.enterpriseId, [row.entryId], 'restored');
  return restored;
}

type Restoring = { withParents: boolean; merge: boolean };

/**
 * Brings a record back with its parts, by the same ids. Twice is as good as once.
 * @throws DomainError bin.not_found, bin.gone, bin.parents_needed unless they come too, or bin.conflict
 */
export async function restoreFromBin(
  ctx: Ctx,
  deps: Pick<Deps, 'records' | 'secrets'>,
  entryId: string,
  { withParents, merge }: Restoring,
  triesLeft = 3,
): Promise<RestoreAnswer> {
  try {
    return await ctx.transaction(async (tx) => {
      const { row, record } = await accessEntry(ctx, tx, deps.records, entryId);
      if (row.state === 'restored')
        return { kind: row.kind, recordId: row.recordId, name: row.name, missing: [], link: await linkTo(ctx, tx, record, row) };
      const parents = await waitingParents(tx, row);
      if (parents.length > 0 && !withParents) {
        const needed = parents.map(({ kind, name }) => ({ kind, name }));
        throw new DomainError('bin.parents_needed', `${needed.map(({ name }) => name).join(', ')} must be restored first.`, {
          parents: needed,
        });
      }
      const missing: Missing[] = [];
      for (const parent of parents) missing.push(...(await restoreOne(ctx, tx, deps.records, parent, { merge: false, deps })).missing);
      const restored = await restoreOne(ctx, tx, deps.records, row, { merge, deps });
      return {
        kind: row.kind,
        recordId: row.recordId,
        name: restored.name,
        missing: [...missing, ...restored.missing],
        link: await linkTo(ctx, tx, record, row),
      };
    });
  } catch (error) {
    // Somebody has taken the name between the look and the write: there is another free one.
    if (violatedConstraint(error) === undefined || triesLeft === 0) throw error;
    return restoreFromBin(ctx, deps, entryId, { withParents, merge }, triesLeft - 1);
  }
}

async function linkTo(ctx: Ctx, tx: Tx, record: Kept, { recordId }: BinRow): Promise<string> {
  const values = await record.read(tx, ctx.enterpriseId, recordId);
  return (values && record.link?.(recordId, values)) ?? '';
}

/** Ends entries with all that cannot be without them. @returns how many of each kind */
async function purge(ctx: EnterpriseContext, tx: Tx, records: Records, rows: readonly BinRow[]): Promise<Record<string, number>> {
  const all = new Map(rows.map((row) => [row.entryId, row]));
  let newest: readonly BinRow[] = rows;
  while (newest.length > 0) {
    const of: BinParent[] = newest.map(({ kind, recordId }) => ({ kind, id: recordId }));
    newest = (await lockChildren(tx, ctx.enterpriseId, of)).filter(({ entryId }) => !all.has(entryId));
    for (const row of newest) all.set(row.entryId, row);
  }
  const byKind = Map.groupBy(all.values(), ({ kind }) => kind);
  for (const [kind, entries] of byKind) await records.get(kind)?.bin?.purge(ctx, tx, entries);
  await endBinEntries(tx, ctx.enterpriseId, [...all.keys()], 'purged');
  return Object.fromEntries([...byKind].map(([kind, entries]) => [kind, entries.length]));
}

/**
 * Deletes a record for good, by an administrator who has typed its name.
 * @throws DomainError bin.not_found, bin.gone, bin.name_differs, or 1403
 */
export function purgeFromBin(ctx: Ctx, records: Records, entryId: string, name: string): Promise<void> {
  if (!ctx.actor.isAdministrator) throw accessDenied(['ENTERPRISE.EDIT']);
  return ctx.transaction(async (tx) => {
    const { row, record } = await accessEntry(ctx, tx, records, entryId);
    if (row.state === 'restored') throw notFound();
    if (name.trim() !== row.name.trim()) throw new DomainError('bin.name_differs', 'Type the name of the record as it stands here.', {});
    await purge(ctx, tx, records, [row]);
    // The trail has no name of a customer outside of the erasable parts.
    const isPerson = record.customerOf !== undefined;
    recordChange(ctx, tx, { record, id: row.recordId, action: 'purge', name: isPerson ? '' : row.name });
  });
}

/** Removes a thousand entries whose time is over. @returns whether there may be more */
export function emptyBin(ctx: EnterpriseContext, records: Records): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    await forgetEnded(tx, ctx.enterpriseId, ctx.now());
    const rows = await lockDue(tx, ctx.enterpriseId, ctx.now());
    if (rows.length === 0) return false;
    const counts = await purge(ctx, tx, records, rows);
    recordChange(ctx, tx, { record: binRecord, id: ctx.enterpriseId, action: 'purge', counts });
    return true;
  });
}
