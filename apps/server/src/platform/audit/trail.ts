import { randomBytes } from 'node:crypto';
import { type AuditAction, cleanText } from '@parley/contract';
import { newId } from '#platform/ids.ts';
import type { Actor, Ctx, EnterpriseContext } from '../../context.ts';
import type { Tx } from '../db/database.ts';
import { canonical, compare, type FieldChange } from './changes.ts';
import type { ManyRecords, RecordDefinition, Snapshot } from './record.ts';
import { hashDetails, type SealedFields } from './seal.ts';

/** The actor and the clock of a change: a request's context, or an enterprise's, which stands for the program itself. */
export type Auditing = Pick<EnterpriseContext, 'enterpriseId' | 'now'> &
  Partial<Pick<Ctx, 'requestId' | 'address' | 'reason'>> & {
    actor?: Pick<Actor, 'userId' | 'name' | 'key'>;
    /** An author who is no user of the enterprise; an actor beside it lends its rights alone. */
    by?: { kind: 'operator' | 'provider'; name: string };
  };

export type Change = {
  record: RecordDefinition;
  id: string;
  action: AuditAction;
  before?: Snapshot | undefined;
  after?: Snapshot | undefined;
  reason?: string;
  /** Numbers of bulk work. */
  counts?: Readonly<Record<string, number>>;
  result?: 'done' | 'refused';
  /** The record's name, if there is no snapshot to take it from. */
  name?: string;
};

/** The parts of an entry beside its columns, in canonical JSON. */
export type Details = { name?: string; changes?: readonly FieldChange[]; counts?: Readonly<Record<string, number>> };

export type Written = SealedFields & { salt: Buffer | undefined; details: string | undefined; customerId: string | null };

/** Entries of transactions that are still open: they leave in one statement, with the commit. */
const pending = new WeakMap<Tx, Written[]>();
const excused = new WeakSet<Tx>();

const tailDigits = 12;
let lastId = '';

/** Ids begin with their millisecond and end by chance: one that would stand before the last of this process is the next after it. */
function nextId(): string {
  const id = newId();
  const tail = Number.parseInt(lastId.slice(-tailDigits), 16) + 1;
  lastId = id > lastId || tail >= 16 ** tailDigits ? id : `${lastId.slice(0, -tailDigits)}${tail.toString(16).padStart(tailDigits, '0')}`;
  return lastId;
}

/** A key acts in its own name: whose it is stands in the entry that made it. */
function actorOf({ actor, by }: Auditing): Pick<Written, 'actorKind' | 'actorId' | 'actorName'> {
  if (by || !actor) return { actorKind: by?.kind ?? 'system', actorId: null, actorName: by?.name ?? '' };
  if (actor.key) return { actorKind: 'key', actorId: actor.key.id, actorName: actor.key.name };
  return { actorKind: 'user', actorId: actor.userId, actorName: actor.name };
}

/** Records one change in the transaction. Nothing is sent before the commit, and after a rollback nothing is. */
export function recordChange(ctx: Auditing, tx: Tx, change: Change): void {
  const { record, id, action, before, after, reason = ctx.reason ?? '', counts, result = 'done' } = change;
  const known = after ?? before;
  const name = change.name ?? (known ? record.nameOf(known) : '');
  const customerId = (known && record.customerOf?.(id, known)) ?? null;
  const changes = compare(record, before, after);
  const details: Details = {
    ...(customerId && name !== '' ? { name } : {}),
    ...(changes.length > 0 ? { changes } : {}),
    ...(counts ? { counts } : {}),
  };
  const text = Object.keys(details).length > 0 ? canonical(details) : undefined;
  const salt = text === undefined ? undefined : randomBytes(16);
  const list = pending.get(tx) ?? [];
  list.push({
    enterpriseId: ctx.enterpriseId,
    entryId: nextId(),
    at: ctx.now(),
    ...actorOf(ctx),
    address: ctx.address ?? '',
    module: record.module,
    action,
    kind: record.kind,
    recordId: id,
    recordName: customerId ? '' : name.slice(0, 200),
    result,
    requestId: ctx.requestId ?? '',
    // Words of a provider or a vendor stand in it as they came.
    reason: cleanText(reason.slice(0, 500)),
    detailsHash: salt && text !== undefined ? hashDetails(salt, text) : null,
    salt,
    details: text,
    customerId,
  });
  pending.set(tx, list);
}

/**
 * Does `work`, and records how the record differs afterwards.
 * @param id of a record that there is; for one that `work` makes see `creating`
 */
export async function changing<T>(
  ctx: Auditing,
  tx: Tx,
  record: RecordDefinition,
  id: string,
  action: AuditAction,
  work: () => Promise<T>,
  more: Pick<Change, 'reason' | 'counts'> = {},
): Promise<T> {
  const before = await record.read(tx, ctx.enterpriseId, id);
  const result = await work();
  const after = await record.read(tx, ctx.enterpriseId, id);
  if (before ?? after) recordChange(ctx, tx, { record, id, action, before, after, ...more });
  return result;
}

/** Does `work`, and records how each of the records differs afterwards: two queries for any number of them. */
export async function changingMany(
  ctx: Auditing,
  tx: Tx,
  record: ManyRecords,
  ids: readonly string[],
  action: AuditAction,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await record.readMany(tx, ctx.enterpriseId, ids);
  await work();
  const after = await record.readMany(tx, ctx.enterpriseId, ids);
  for (const id of ids) recordChange(ctx, tx, { record, id, action, before: before.get(id), after: after.get(id) });
}

/** Does `work`, which makes a record, and records what it holds. */
export async function creating<T>(
  ctx: Auditing,
  tx: Tx,
  record: RecordDefinition,
  idOf: (result: T) => string,
  work: () => Promise<T>,
  action: AuditAction = 'create',
): Promise<T> {
  const result = await work();
  const id = idOf(result);
  recordChange(ctx, tx, { record, id, action, after: await record.read(tx, ctx.enterpriseId, id) });
  return result;
}

/** This transaction of a call changes a record and leaves no entry. @param _why for readers of the code */
export const excuse = (tx: Tx, _why: string): void => void excused.add(tx);
export const isExcused = (tx: Tx): boolean => excused.has(tx);
/** Returns the entries that the transaction has recorded so far. */
export const entriesOf = (tx: Tx): readonly Pick<SealedFields, 'kind' | 'action'>[] => pending.get(tx) ?? [];

/** The entries of the transaction, to be written with its commit. */
export function takeEntries(tx: Tx): readonly Written[] {
  const entries = pending.get(tx) ?? [];
  pending.delete(tx);
  return entries;
}
