import { canonicalNumber } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { tellChanges } from '../customer/customer.changed.ts';
import { type CustomerValues, listChanges, listValueChanges, mergeValues, noValues, readGiven } from '../customer/customer.rules.ts';
import { toColumns, valuesOf } from '../customer/customer.save.ts';
import { findByAddresses, type KnownCustomer } from '../customer/customer.service.ts';
import { joinCustomers, valuesOfBoth } from '../merge/customer.merge.ts';
import { countryOf } from '../number/customer.country.ts';
import { readNumber } from '../number/customer.number.ts';
import { accessCustomer } from '../query/customer.query.ts';
import {
  type CustomerRow,
  findByNumber,
  findCustomerRow,
  findInBin,
  insertCustomer,
  numberColumns,
  recordChange,
  updateCustomerRow,
} from '../record/customer.repository.ts';
import { findByExternalId, findUnclaimed, giveAddress, keepExternalId, listExternalIds, lockClaimed } from './external-id.repository.ts';

/** Facts that the enterprise's server has signed about a visitor. @property attributes by the names of their fields */
export type Claims = {
  externalId: string;
  name: string;
  email: string;
  isEmailVerified: boolean;
  phone: string;
  isPhoneVerified: boolean;
  attributes: Readonly<Record<string, string>>;
};
export type Browser = { channelId: string; address: string };

export const otherPerson = () => new DomainError('identity.other_person', 'This browser belongs to another visitor.', {});

/** Lets nobody else be recognised by these claims, or in this browser, until the transaction ends. It comes before all that is found by them. */
export async function lockClaims(tx: Tx, enterpriseId: string, { channelId, address }: Browser, claims: Claims): Promise<void> {
  const number = canonicalNumber(await readPhone(tx, enterpriseId, claims.phone));
  const email = claims.email.trim().toLowerCase();
  await lockClaimed(tx, enterpriseId, { externalId: claims.externalId, browser: `${channelId} ${address}`, email, number });
}

/** Finds the customer of the claims: by their name in the enterprise's systems, else by an address that its systems have verified. */
export async function findClaimed(ctx: EnterpriseContext, tx: Tx, claims: Claims): Promise<string | undefined> {
  const { enterpriseId } = ctx;
  const byName = await findByExternalId(tx, enterpriseId, claims.externalId);
  if (byName) return byName;
  const number = claims.isPhoneVerified ? await readPhone(tx, enterpriseId, claims.phone) : '';
  const email = claims.isEmailVerified ? claims.email.trim() : '';
  if (number === '' && email === '') return undefined;
  const found = await findUnclaimed(tx, enterpriseId, { email, number });
  // Nobody knows which of several with one address it is.
  return found.length === 1 ? found[0] : undefined;
}

async function readPhone(tx: Tx, enterpriseId: string, phone: string): Promise<string> {
  if (phone === '') return '';
  const { number, fault } = readNumber(phone, await countryOf(tx, enterpriseId, ''));
  return fault ? '' : number;
}

/**
 * Recognises a browser's visitor by signed claims: from now on the browser's address is the customer's, and somebody who wrote from it
 * before without a name is this customer. Signed values overwrite; values that the phone book refuses are left out.
 * The caller has locked the claims, and then the chats of both.
 * @throws DomainError identity.other_person when the browser is another's, identity.chat_open when both have an open chat on a channel
 */
export async function recogniseCustomer(
  ctx: EnterpriseContext,
  tx: Tx,
  browser: Browser,
  claims: Claims,
): Promise<{ customer: KnownCustomer; refused: string[] }> {
  const { enterpriseId } = ctx;
  const visitor = await findVisitor(tx, enterpriseId, browser);
  const names = visitor ? await listExternalIds(tx, enterpriseId, visitor.customerId) : [];
  if (names.length > 0 && !names.includes(claims.externalId)) throw otherPerson();
  const claimed = await findClaimed(ctx, tx, claims);
  const attributes = await listAttributes(tx, enterpriseId);
  const customerId = await oneOf(ctx, tx, { visitor, claimed, claims, attributes });
  await giveAddress(tx, enterpriseId, browser, customerId);
  await keepExternalId(tx, enterpriseId, claims.externalId, customerId);
  const refused = await overwrite(ctx, tx, customerId, claims, attributes);
  const { name } = await accessCustomer(tx, enterpriseId, customerId);
  return { customer: { customerId, name }, refused };
}

/** Somebody in the bin is nobody: the browser gets a customer anew. */
async function findVisitor(tx: Tx, enterpriseId: string, { channelId, address }: Browser): Promise<CustomerRow | undefined> {
  const known = (await findByAddresses(tx, enterpriseId, channelId, [address])).get(address);
  const row = known && (await findCustomerRow(tx, enterpriseId, known.customerId));
  return row?.deletedAt ? undefined : row;
}

type Meeting = { visitor: CustomerRow | undefined; claimed: string | undefined; claims: Claims; attributes: readonly Attribute[] };

/** @returns the one customer of a browser and of claims */
async function oneOf(ctx: EnterpriseContext, tx: Tx, { visitor, claimed, claims, attributes }: Meeting): Promise<string> {
  const { enterpriseId } = ctx;
  if (!visitor) return claimed ?? insertNew(ctx, tx, attributes);
  if (visitor.customerId === claimed) return claimed;
  const ids = claimed ? [visitor.customerId, claimed].sort() : [visitor.customerId];
  const locked = new Map<string, CustomerRow>();
  for (const id of ids) locked.set(id, await accessCustomer(tx, enterpriseId, id, { lock: true }));
  const merged = locked.get(visitor.customerId) as CustomerRow;
  const keep = claimed === undefined ? undefined : locked.get(claimed);
  // Somebody has noted of the visitor who they are, and it is not this one: two people share the browser.
  const [email, number] = keep ? [keep.email, keep.number] : [claims.email.trim(), await readPhone(tx, enterpriseId, claims.phone)];
  if (differ(merged.email.toLowerCase(), email.toLowerCase()) || differ(merged.number, number)) throw otherPerson();
  if (!keep) return visitor.customerId;
  try {
    await joinCustomers(ctx, tx, { keep, merged, next: valuesOfBoth(keep, merged), attributes });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'customer.merge_open_chats')
      throw new DomainError(
        'identity.chat_open',
        'The customer has an open chat on another device. The visitor is recognised when one of the two has ended.',
        {},
        { cause: error },
      );
    throw error;
  }
  return keep.customerId;
}

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

async function insertNew(ctx: EnterpriseContext, tx: Tx, attributes: readonly Attribute[]): Promise<string> {
  const now = ctx.now();
  const customerId = idAt(now);
  const values: CustomerValues = { ...noValues, name: `Visitor ${customerId.slice(-4).toUpperCase()}` };
  await insertCustomer(tx, {
    enterpriseId: ctx.enterpriseId,
    customerId,
    ...toColumns(values, attributes),
    ...numberColumns(''),
    createdAt: now,
    updatedAt: now,
  });
  return customerId;
}

/** Writes what is signed over what is there. @returns fields that the phone book does not take */
async function overwrite(
  ctx: EnterpriseContext,
  tx: Tx,
  customerId: string,
  claims: Claims,
  attributes: readonly Attribute[],
): Promise<string[]> {
  const { enterpriseId } = ctx;
  const row = await accessCustomer(tx, enterpriseId, customerId, { lock: true });
  const byName = new Map(attributes.map((attribute) => [attribute.fieldName.toLowerCase(), attribute]));
  const data = new Map<string, string>();
  const refused: string[] = [];
  for (const [name, value] of Object.entries(claims.attributes)) {
    const attribute = byName.get(name.toLowerCase());
    if (attribute) data.set(attribute.attributeId, value);
    else refused.push(name);
  }
  const given = readGiven(
    {
      ...(claims.name === '' ? {} : { name: claims.name }),
      ...(claims.email === '' ? {} : { emailId: claims.email }),
      // The number of an existing customer stays, as it does in the form.
      ...(claims.phone === '' || row.number !== '' ? {} : { phoneNumber: claims.phone }),
      data,
    },
    attributes,
    await countryOf(tx, enterpriseId, ''),
    { longNames: 'cut' },
  );
  const labelOf = new Map(attributes.map(({ attributeId, fieldName }) => [attributeId, fieldName]));
  for (const { field } of given.errors) {
    refused.push(labelOf.get(field) ?? { emailId: 'email', phoneNumber: 'phone' }[field] ?? field);
    if (field === 'name') delete given.values.name;
    if (field === 'emailId') delete given.values.email;
    if (field === 'phoneNumber') delete given.values.number;
    const slot = attributes.find(({ attributeId }) => attributeId === field)?.slot;
    if (slot !== undefined) delete given.data[slot];
  }
  const { number } = given.values;
  if (number && ((await findByNumber(tx, enterpriseId, number)) ?? (await findInBin(tx, enterpriseId, number)))) {
    delete given.values.number;
    refused.push('phone');
  }
  const before = valuesOf(row);
  const after = mergeValues(before, given);
  const changes = listChanges(before, after, attributes);
  if (changes.length === 0) return refused;
  const now = ctx.now();
  await updateCustomerRow(tx, enterpriseId, customerId, {
    ...toColumns(after, attributes),
    ...(after.number === before.number ? {} : numberColumns(after.number)),
    updatedAt: now,
    updatedBy: null,
    version: row.version + 1,
  });
  await recordChange(tx, enterpriseId, { customerId, kind: 'changed', changedBy: null, changes, changedAt: now });
  await tellChanges(ctx, tx, [{ customerId, values: listValueChanges(before, after, attributes) }]);
  return refused;
}
