import { type Customer, customerTexts, endpoints, fieldError } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { accessCustomer, customerNotFound, wholeCustomer } from '../query/customer.query.ts';
import { customerRecord } from '../record/customer.record.ts';
import {
  type CustomerRow,
  findByNumber,
  findCustomerRow,
  hideCustomers,
  isNumberTaken,
  numberColumns,
  recordChange,
  restoreSets,
  updateCustomerRow,
} from '../record/customer.repository.ts';
import { joinCustomers, valuesOfBoth } from './customer.merge.ts';

/**
 * Moves customers into the bin; chats and history stay.
 * @param reason left out: what the call says
 * @returns the customers who were in the phone book
 */
export async function moveToBin(
  ctx: EnterpriseContext,
  tx: Tx,
  customerIds: readonly string[],
  by: string,
  reason?: string,
): Promise<string[]> {
  const hidden = await hideCustomers(tx, ctx.enterpriseId, customerIds, by, ctx.now());
  await ctx.bin.put(
    tx,
    by,
    hidden.map(({ customerId, name, setCount }) => ({ kind: 'customer', recordId: customerId, name, contains: { sets: setCount } })),
    reason,
  );
  return hidden.map(({ customerId }) => customerId);
}

/** @throws DomainError customer.not_found */
export function removeCustomer(ctx: Ctx, customerId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessCustomer(tx, ctx.enterpriseId, customerId, { lock: true });
    await changing(ctx, tx, customerRecord, customerId, 'delete', () => moveToBin(ctx, tx, [customerId], ctx.actor.userId));
  });
}

const taken = (customerId: string, name: string) =>
  new DomainError('customer.duplicate', customerTexts.duplicate, {
    customerId,
    name,
    isInBin: false,
    errors: [fieldError('phoneNumber', 'customer.exists')],
  });

/** Locks a customer in the bin. @throws DomainError customer.not_found for a merged or purged customer too */
async function accessDeleted(tx: Tx, enterpriseId: string, customerId: string): Promise<CustomerRow> {
  const row = await findCustomerRow(tx, enterpriseId, customerId, { lock: true });
  if (!row?.deletedAt || row.bin?.mergedInto || row.bin?.isEmptied) throw customerNotFound();
  return row;
}

const findHolder = (tx: Read, enterpriseId: string, { number }: CustomerRow) =>
  number === '' ? undefined : findByNumber(tx, enterpriseId, number);

/** Puts a customer into the phone book again, with groups and labels. */
async function bringBack(ctx: Ctx, tx: Tx, row: CustomerRow, number = row.number): Promise<void> {
  const { enterpriseId, customerId } = row;
  const [now, { userId }] = [ctx.now(), ctx.actor];
  await changing(ctx, tx, customerRecord, customerId, 'restore', async () => {
    const stamp = { version: row.version + 1, updatedAt: now, updatedBy: userId };
    await updateCustomerRow(tx, enterpriseId, customerId, {
      deletedAt: null,
      deletedBy: null,
      bin: null,
      ...stamp,
      ...numberColumns(number),
    });
    if (row.bin) await restoreSets(tx, enterpriseId, customerId, row.bin);
  });
  await recordChange(tx, enterpriseId, { customerId, kind: 'restored', changedBy: userId, changedAt: now });
}

/**
 * Brings a customer back from the bin with groups and labels.
 * @throws DomainError customer.not_found, or customer.duplicate when somebody else has the number by now
 */
export async function restoreCustomer(ctx: Ctx, customerId: string): Promise<Customer> {
  const { enterpriseId } = ctx;
  let deleted: CustomerRow | undefined;
  try {
    return await ctx.transaction(async (tx) => {
      deleted = await accessDeleted(tx, enterpriseId, customerId);
      const holder = await findHolder(tx, enterpriseId, deleted);
      if (holder) throw taken(holder.customerId, holder.name);
      await bringBack(ctx, tx, deleted);
      await ctx.bin.take(tx, 'customer', customerId);
      return wholeCustomer(ctx, tx, await accessCustomer(tx, enterpriseId, customerId), await listAttributes(tx, enterpriseId));
    });
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    const holder = await ctx.read(async (tx) => deleted && findHolder(tx, enterpriseId, deleted));
    throw holder ? taken(holder.customerId, holder.name) : error;
  }
}

/** Somebody else has the number by now: what the deleted one has and the other has not goes to the other, and so does the history. */
async function joinHolder(ctx: Ctx, tx: Tx, deleted: CustomerRow, holderId: string): Promise<string> {
  const { enterpriseId } = ctx;
  const keep = await accessCustomer(tx, enterpriseId, holderId, { lock: true });
  await bringBack(ctx, tx, deleted, '');
  const merged = await accessCustomer(tx, enterpriseId, deleted.customerId, { lock: true });
  await joinCustomers(ctx, tx, { keep, merged, next: valuesOfBoth(keep, merged), attributes: await listAttributes(tx, enterpriseId) });
  return keep.name;
}

export const customerBin: BinDefinition = {
  edit: endpoints.phoneBook.save,
  async restore(ctx, tx, { recordId }, { merge }) {
    const deleted = await accessDeleted(tx, ctx.enterpriseId, recordId);
    const holder = await findHolder(tx, ctx.enterpriseId, deleted);
    if (holder && merge) return { name: await joinHolder(ctx, tx, deleted, holder.customerId), missing: [] };
    if (holder) {
      const { customerId, name } = holder;
      throw new DomainError('bin.conflict', `${name} has this phone number by now.`, { customerId, name });
    }
    await bringBack(ctx, tx, deleted);
    const sets = deleted.bin?.sets ?? [];
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from customer_sets
      where enterprise_id = ${ctx.enterpriseId} and set_id = any(${sets}::uuid[])`.execute(tx);
    const goneCount = sets.length - (rows[0]?.count ?? 0);
    return { name: deleted.name, missing: goneCount > 0 ? [{ kind: 'group', count: goneCount }] : [] };
  },
  /** A customer is nobody any more: chats and counts stay, and nothing in them says who it was. */
  async purge({ enterpriseId }, tx, entries) {
    const ids = entries.map(({ recordId }) => recordId);
    const { rows } = await sql<{ customerId: string }>`
      update customers set name = 'Deleted customer', number = '', canonical_number = null, email = '', profile = '{}', data = '{}', search_text = '',
        bin = coalesce(bin, '{}') || '{"isEmptied": true}'
      where enterprise_id = ${enterpriseId} and customer_id = any(${ids}::uuid[]) and deleted_at is not null
      returning customer_id`.execute(tx);
    const emptied = rows.map(({ customerId }) => customerId);
    if (emptied.length === 0) return;
    for (const table of ['customerChanges', 'customerConsents', 'consentChanges', 'customerAddresses'] as const)
      await tx.deleteFrom(table).where('enterpriseId', '=', enterpriseId).where('customerId', 'in', emptied).execute();
  },
};
