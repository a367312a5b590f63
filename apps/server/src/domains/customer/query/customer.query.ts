import { type Customer, type CustomerFilter, type CustomerRow, faultTexts, hiddenCategory, type Selection } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { readFilter } from '../filter/customer.filter.ts';
import { countMatching, pageOfIds } from '../filter/filter.page.ts';
import { countryOf } from '../number/customer.country.ts';
import { readNumber } from '../number/customer.number.ts';
import { headersOf, type ListedRow, presentCustomer, presentRow } from '../record/customer.present.ts';
import { readingOf, seesAll } from '../record/customer.reading.ts';
import { findByNumber, findCustomerRow, findInBin, listSetsOf, type CustomerRow as Row } from '../record/customer.repository.ts';

export const customerNotFound = () => new DomainError('customer.not_found', 'No such customer.', {});

/** A customer of the phone book. @throws DomainError customer.not_found, for those in the bin too */
export async function accessCustomer(tx: Read, enterpriseId: string, customerId: string, options: { lock?: boolean } = {}): Promise<Row> {
  const row = await findCustomerRow(tx, enterpriseId, customerId, options);
  if (!row || row.deletedAt) throw customerNotFound();
  return row;
}

/**
 * The fields of a customer that `assertVersion` needs: an import, or work on a selection, changes many and leaves one entry in the trail.
 */
export const versionOf = (tx: Read, { enterpriseId, customerId, version, updatedBy, updatedAt }: Row) => ({
  id: customerId,
  version,
  lastChange: async () => ({ by: (await findUserNames(tx, enterpriseId, [updatedBy]))[0] ?? '', at: updatedAt }),
});

/** Social details are shown nowhere in lists and forms (ATTR-031). */
export const shownAttributes = (attributes: readonly Attribute[]) => attributes.filter(({ category }) => category !== hiddenCategory);

export type CustomerPage = { customers: CustomerRow[]; headers: string[]; hasMore: boolean };

const mostListed = 200;

/** A page of the phone book, newest first. */
export function listPage(
  ctx: Ctx,
  { from, perPage, ...filter }: CustomerFilter & { from: number; perPage: number },
): Promise<CustomerPage> {
  const { enterpriseId } = ctx;
  const length = perPage === -1 ? mostListed : perPage;
  const eyes = readingOf(ctx.actor);
  return ctx.read(async (tx) => {
    const attributes = await listAttributes(tx, enterpriseId);
    const ready = await readFilter(tx, enterpriseId, filter, attributes, !seesAll(eyes));
    const ids = await pageOfIds(tx, enterpriseId, ready, { from, limit: length + 1 });
    const { rows } = await sql<ListedRow>`with ids as materialized (${ids})
      select c.customer_id, c.name, c.number, c.data, c.created_at from ids join customers c
        on c.enterprise_id = ${enterpriseId} and c.customer_id = ids.customer_id
      order by c.customer_id desc`.execute(tx);
    const page = rows.slice(0, length);
    const sets = await listSetsOf(
      tx,
      enterpriseId,
      page.map((row) => row.customerId),
    );
    const shown = shownAttributes(attributes);
    return {
      customers: page.map((row) => presentRow(row, shown, sets, eyes)),
      headers: headersOf(shown),
      hasMore: rows.length > length,
    };
  });
}

export async function wholeCustomer(ctx: Ctx, tx: Read, row: Row, attributes: readonly Attribute[]): Promise<Customer> {
  const [sets, consents, [updatedBy = '']] = await Promise.all([
    listSetsOf(tx, ctx.enterpriseId, [row.customerId]),
    tx
      .selectFrom('customerConsents')
      .select(['channel', 'isGranted', 'source', 'changedAt'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('customerId', '=', row.customerId)
      .execute(),
    findUserNames(tx, ctx.enterpriseId, [row.updatedBy]),
  ]);
  return presentCustomer({ row, attributes: shownAttributes(attributes), sets, consents, updatedBy }, readingOf(ctx.actor));
}

/** @throws DomainError customer.not_found */
export function getCustomer(ctx: Ctx, customerId: string): Promise<Customer> {
  return ctx.read(async (tx) =>
    wholeCustomer(ctx, tx, await accessCustomer(tx, ctx.enterpriseId, customerId), await listAttributes(tx, ctx.enterpriseId)),
  );
}

export type Lookup = { phoneNumber: string; message: string; customer: { id: string; name: string; isInBin: boolean } | null };

/** Finds the customer with a phone number; a user from whom numbers are hidden may not ask. */
export function lookUpNumber(ctx: Ctx, { phoneNumber, country }: { phoneNumber: string; country: string }): Promise<Lookup> {
  return ctx.read(async (tx) => {
    const { number, fault } = readNumber(phoneNumber, await countryOf(tx, ctx.enterpriseId, country));
    const found =
      number === '' || !readingOf(ctx.actor).seesNumbers
        ? undefined
        : ((await findByNumber(tx, ctx.enterpriseId, number)) ?? (await findInBin(tx, ctx.enterpriseId, number)));
    return {
      phoneNumber: number,
      message: fault ? faultTexts[`phone.${fault}`] : '',
      customer: found ? { id: found.customerId, name: found.name, isInBin: found.deletedAt !== null } : null,
    };
  });
}

export type Count = { count: number; isMore: boolean };

/**
 * Counts the customers of a selection. Counting a whole filter takes time in proportion to the phone book; it is asked for before an action
 * on all of it.
 */
export function countSelection(ctx: Ctx, { selection, upTo }: { selection: Selection; upTo?: number | undefined }): Promise<Count> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    if ('customerIds' in selection) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from customers c
        where c.enterprise_id = ${enterpriseId} and c.deleted_at is null and c.customer_id = any(${selection.customerIds}::uuid[])`.execute(
        tx,
      );
      return { count: rows[0]?.count ?? 0, isMore: false };
    }
    const isNameOnly = !seesAll(readingOf(ctx.actor));
    const filter = await readFilter(tx, enterpriseId, selection.filter, await listAttributes(tx, enterpriseId), isNameOnly);
    return countMatching(tx, enterpriseId, filter, upTo);
  });
}
