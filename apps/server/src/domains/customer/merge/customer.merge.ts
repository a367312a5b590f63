import { type Customer, type CustomerSave, canonicalNumber } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { writeConsents } from '../consent/consent.write.ts';
import { findConsents } from '../consent/customer.consent.ts';
import { allFaults, type CustomerValues, listChanges, listMissing, mergeValues, readGiven } from '../customer/customer.rules.ts';
import { toColumns, valuesOf, withoutHidden } from '../customer/customer.save.ts';
import { countryOf } from '../number/customer.country.ts';
import { accessCustomer, customerNotFound, shownAttributes, versionOf, wholeCustomer } from '../query/customer.query.ts';
import { type Reading, readingOf, shownNumber } from '../record/customer.reading.ts';
import { customerRecord } from '../record/customer.record.ts';
import { type CustomerRow, numberColumns, recordChange, updateCustomerRow } from '../record/customer.repository.ts';
import { assertMergeable, moveTraces } from './customer.traces.ts';
import { moveExternalIds } from './external-id.move.repository.ts';

export type Merge = { keepId: string; mergeId: string; version: number; values: Omit<CustomerSave, 'id' | 'version'> };

/** Merges by a user, or by the program when a signed statement says who a visitor is. */
type Merging = EnterpriseContext & Partial<Pick<Ctx, 'actor'>>;

/** Keeps a refusal: a second record with consent does not override it. */
async function moveConsents({ enterpriseId, actor, now }: Merging, tx: Tx, from: string, to: string): Promise<void> {
  const consents = await findConsents(tx, enterpriseId, [from, to]);
  const standing = new Map(consents.filter(({ customerId }) => customerId === to).map((consent) => [consent.channel, consent]));
  const taken = consents.filter(({ customerId, channel, isGranted }) => {
    const own = standing.get(channel);
    return customerId === from && (!own || (own.isGranted && !isGranted));
  });
  await writeConsents(
    tx,
    enterpriseId,
    taken.map(({ channel, isGranted, source, changedAt }) => ({ customerId: to, channel, isGranted, source, changedAt })),
    { road: 'merge', by: actor?.userId ?? null, at: now() },
  );
  await tx
    .updateTable('consentChanges')
    .set({ customerId: to })
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', from)
    .execute();
}

/** Everything that names the one customer names the other from now on. */
async function moveHistory(ctx: Merging, tx: Tx, from: string, to: string): Promise<void> {
  const { enterpriseId } = ctx;
  await moveTraces(ctx, tx, enterpriseId, from, to);
  await tx
    .updateTable('customerAddresses')
    .set({ customerId: to })
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', from)
    .execute();
  await moveExternalIds(tx, enterpriseId, from, to);
  // No row has this version, or an undo of the import would lay the merged customer's old values over the kept one.
  await sql`update customer_changes set customer_id = ${to}, before = jsonb_set(before, '{version}', '-1')
    where enterprise_id = ${enterpriseId} and customer_id = ${from}`.execute(tx);
  await sql`insert into customer_set_members (enterprise_id, set_id, customer_id)
    select enterprise_id, set_id, ${to} from customer_set_members where enterprise_id = ${enterpriseId} and customer_id = ${from}
    on conflict do nothing`.execute(tx);
  await moveConsents(ctx, tx, from, to);
  for (const table of ['customerSetMembers', 'customerConsents'] as const)
    await tx.deleteFrom(table).where('enterpriseId', '=', enterpriseId).where('customerId', '=', from).execute();
}

/** The number of the kept one, or of the other where the form says so, as far as its user sees which is which. */
function chosenNumber(keep: CustomerRow, merged: CustomerRow, wanted: string, eyes: Reading): string {
  const isOfMerged = wanted === shownNumber(merged.number, eyes) && wanted !== shownNumber(keep.number, eyes);
  return isOfMerged && merged.number !== '' ? merged.number : keep.number || merged.number;
}

/** A number that neither customer has afterwards: the kept one's fields do not tell of it. */
const lostNumber = (keep: CustomerRow, merged: CustomerRow, number: string) =>
  merged.number !== '' && keep.number === number && merged.number !== number
    ? [{ field: 'Phone Number', from: merged.number, to: '' }]
    : [];

/** Locks both in the order of their ids, so that two merges the other way round wait for each other instead of failing. */
async function lockBoth(
  tx: Tx,
  enterpriseId: string,
  keepId: string,
  mergeId: string,
): Promise<{ keep: CustomerRow; merged: CustomerRow }> {
  if (keepId === mergeId) throw customerNotFound();
  const locked = new Map<string, CustomerRow>();
  for (const id of [keepId, mergeId].sort()) locked.set(id, await accessCustomer(tx, enterpriseId, id, { lock: true }));
  const [keep, merged] = [locked.get(keepId), locked.get(mergeId)];
  if (!keep || !merged) throw customerNotFound();
  return { keep, merged };
}

/**
 * Makes one of two customers with one line, without asking for values: the kept one has its own, and where it has none those of the other.
 * @throws DomainError customer.not_found, of two whose numbers are not one too, or customer.merge_open_chats
 */
export function mergeDouble(ctx: Ctx, { keepId, mergeId }: { keepId: string; mergeId: string }): Promise<Customer> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const { keep, merged } = await lockBoth(tx, enterpriseId, keepId, mergeId);
    if (keep.number === '' || canonicalNumber(keep.number) !== canonicalNumber(merged.number)) throw customerNotFound();
    const attributes = await listAttributes(tx, enterpriseId);
    await joinCustomers(ctx, tx, { keep, merged, next: valuesOfBoth(keep, merged), attributes });
    return wholeCustomer(ctx, tx, await accessCustomer(tx, enterpriseId, keepId), attributes);
  });
}

/**
 * Makes one customer of two. The merged one leaves the phone book for good.
 * @throws DomainError customer.not_found, customer.invalid, customer.merge_open_chats or record.changed
 */
export function mergeCustomers(ctx: Ctx, { keepId, mergeId, version, values }: Merge): Promise<Customer> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const { keep, merged } = await lockBoth(tx, enterpriseId, keepId, mergeId);
    await assertVersion(ctx, tx, customerRecord, versionOf(tx, keep), version);
    const attributes = await listAttributes(tx, enterpriseId);
    const data = new Map(values.data.map(({ id, value }) => [id, value]));
    const input = withoutHidden(ctx, { ...values, phoneNumber: undefined, data });
    const given = readGiven(input, attributes, await countryOf(tx, enterpriseId, values.country));
    const both = valuesOfBoth(keep, merged);
    const number = chosenNumber(keep, merged, values.phoneNumber.trim(), readingOf(ctx.actor));
    const next = { ...mergeValues(both, given), number };
    const missing = listMissing(next, shownAttributes(attributes), 'form').filter(({ field }) => field !== 'phoneNumber');
    const errors = allFaults(given, missing);
    if (errors.length > 0) throw new DomainError('customer.invalid', 'The customer could not be saved.', { errors });
    await joinCustomers(ctx, tx, { keep, merged, next, attributes });
    return wholeCustomer(ctx, tx, await accessCustomer(tx, enterpriseId, keepId), attributes);
  });
}

/** Takes the values of the kept customer, and the other's for empty ones. */
export const valuesOfBoth = (keep: CustomerRow, merged: CustomerRow): CustomerValues => ({
  ...valuesOf(keep),
  email: keep.email || merged.email,
  profile: { ...merged.profile, ...keep.profile },
  data: { ...merged.data, ...keep.data },
});

/** The kept one has the line alone from now on, unless there is a third. */
async function freeLine(tx: Tx, { enterpriseId, customerId }: CustomerRow, number: string) {
  const line = numberColumns(number);
  const third = await tx
    .selectFrom('customers')
    .select('customerId')
    .where('enterpriseId', '=', enterpriseId)
    .where('canonicalNumber', '=', line.canonicalNumber)
    .where('deletedAt', 'is', null)
    .where('customerId', '<>', customerId)
    .executeTakeFirst();
  return third ? { ...line, canonicalNumber: null } : line;
}

type Joining = { keep: CustomerRow; merged: CustomerRow; next: CustomerValues; attributes: readonly Attribute[] };

/** Makes one of two locked rows, which has the values `next` afterwards. @throws DomainError customer.merge_open_chats */
export async function joinCustomers(ctx: Merging, tx: Tx, { keep, merged, next, attributes }: Joining): Promise<void> {
  const { enterpriseId } = ctx;
  const userId = ctx.actor?.userId ?? null;
  const [keepId, mergeId] = [keep.customerId, merged.customerId];
  await assertMergeable(ctx, tx, enterpriseId, keepId, mergeId);
  const now = ctx.now();
  const stamp = { updatedAt: now, updatedBy: userId };
  const join = async () => {
    await moveHistory(ctx, tx, mergeId, keepId);
    await updateCustomerRow(tx, enterpriseId, mergeId, {
      deletedAt: now,
      deletedBy: userId,
      bin: JSON.stringify({ sets: [], mergedInto: keepId }),
      version: merged.version + 1,
      ...stamp,
    });
    const line = await freeLine(tx, keep, next.number);
    await updateCustomerRow(tx, enterpriseId, keepId, { ...toColumns(next, attributes), ...line, ...stamp, version: keep.version + 1 });
  };
  // Both have their entry: what the one has lost, and what the other has afterwards.
  await changing(ctx, tx, customerRecord, keepId, 'merge', () => changing(ctx, tx, customerRecord, mergeId, 'merge', join));
  const changes = [...lostNumber(keep, merged, next.number), ...listChanges(valuesOf(keep), next, attributes)];
  await recordChange(tx, enterpriseId, { customerId: keepId, kind: 'merged', changedBy: userId, changes, changedAt: now });
}
