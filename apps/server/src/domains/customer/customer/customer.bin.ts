import { type Customer, customerTexts, fieldError } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { listAttributes } from './attribute.service.ts';
import { accessCustomer, customerNotFound, wholeCustomer } from './customer.query.ts';
import { customerRecord } from './customer.record.ts';
import { findByNumber, findCustomerRow, moveToBin, recordChange, restoreSets, updateCustomerRow } from './customer.repository.ts';

/** Moves a customer into the bin; chats and history stay. @throws DomainError customer.not_found */
export function removeCustomer(ctx: Ctx, customerId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessCustomer(tx, ctx.enterpriseId, customerId, { lock: true });
    await changing(ctx, tx, customerRecord, customerId, 'delete', () =>
      moveToBin(tx, ctx.enterpriseId, [customerId], ctx.actor.userId, ctx.now()),
    );
  });
}

const taken = (customerId: string, name: string) =>
  new DomainError('customer.duplicate', customerTexts.duplicate, {
    customerId,
    name,
    isInBin: false,
    errors: [fieldError('phoneNumber', 'customer.exists')],
  });

/**
 * Brings a customer back from the bin with groups and labels.
 * @throws DomainError customer.not_found, or customer.duplicate when somebody else has the number by now
 */
export async function restoreCustomer(ctx: Ctx, customerId: string): Promise<Customer> {
  const { enterpriseId } = ctx;
  let number = '';
  try {
    return await ctx.transaction(async (tx) => {
      const row = await findCustomerRow(tx, enterpriseId, customerId, { lock: true });
      if (!row?.deletedAt || row.bin?.mergedInto || row.bin?.isEmptied) throw customerNotFound();
      number = row.number;
      const holder = number === '' ? undefined : await findByNumber(tx, enterpriseId, number);
      if (holder) throw taken(holder.customerId, holder.name);
      const now = ctx.now();
      const { userId } = ctx.actor;
      await changing(ctx, tx, customerRecord, customerId, 'restore', async () => {
        await updateCustomerRow(tx, enterpriseId, customerId, {
          deletedAt: null,
          deletedBy: null,
          bin: null,
          version: row.version + 1,
          updatedAt: now,
          updatedBy: userId,
        });
        if (row.bin) await restoreSets(tx, enterpriseId, customerId, row.bin);
      });
      await recordChange(tx, enterpriseId, { customerId, kind: 'restored', changedBy: userId, changedAt: now });
      return wholeCustomer(ctx, tx, await accessCustomer(tx, enterpriseId, customerId), await listAttributes(tx, enterpriseId));
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'customers_by_number') throw error;
    const holder = await ctx.read((tx) => findByNumber(tx, enterpriseId, number));
    throw holder ? taken(holder.customerId, holder.name) : error;
  }
}
