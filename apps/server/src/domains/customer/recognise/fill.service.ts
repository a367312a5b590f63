import type { FieldError } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { tellChanges } from '../customer/customer.changed.ts';
import {
  type CheckedCustomer,
  type CustomerValues,
  listChanges,
  listValueChanges,
  mergeValues,
  readGiven,
} from '../customer/customer.rules.ts';
import { toColumns, valuesOf } from '../customer/customer.save.ts';
import { visitorName } from '../customer/customer.service.ts';
import { countryOf } from '../number/customer.country.ts';
import { findByNumber, findCustomerRow, findInBin, numberColumns, recordChange, updateCustomerRow } from '../record/customer.repository.ts';
import { listExternalIds } from './external-id.repository.ts';

/** Facts that a customer has told of themselves in a form; '' of what was not told. @property attributes by their ids */
export type Told = { name: string; email: string; phone: string; attributes: Readonly<Record<string, string>> };

async function readTold(tx: Read, enterpriseId: string, told: Told, attributes: readonly Attribute[]): Promise<CheckedCustomer> {
  const { name, email, phone } = told;
  return readGiven(
    {
      ...(name === '' ? {} : { name }),
      ...(email === '' ? {} : { emailId: email }),
      ...(phone === '' ? {} : { phoneNumber: phone }),
      data: new Map(Object.entries(told.attributes).filter(([, value]) => value !== '')),
    },
    attributes,
    await countryOf(tx, enterpriseId, ''),
    { longNames: 'cut' },
  );
}

/** Returns what the phone book does not take of it, by `name`, `emailId`, `phoneNumber` and the ids of attributes. */
export async function findFaultsOfTold(tx: Read, enterpriseId: string, told: Told): Promise<FieldError[]> {
  return (await readTold(tx, enterpriseId, told, await listAttributes(tx, enterpriseId))).errors;
}

/** True of a name that was given to tell visitors apart. */
const isInvented = (customerId: string, { name, number }: Pick<CustomerValues, 'name' | 'number'>): boolean =>
  name === '' || name === visitorName(customerId, '') || name === visitorName(customerId, number);

/** Tells which of the three is known of a customer. */
export async function findKnown(tx: Read, enterpriseId: string, customerId: string): Promise<Record<'name' | 'email' | 'phone', boolean>> {
  const row = await findCustomerRow(tx, enterpriseId, customerId);
  return { name: row !== undefined && !isInvented(customerId, row), email: Boolean(row?.email), phone: Boolean(row?.number) };
}

/** Leaves out what the phone book does not take, and of somebody whose identity nobody has proved what is known already. */
function keepWritable(given: CheckedCustomer, before: CustomerValues, { isProven, customerId }: { isProven: boolean; customerId: string }) {
  const wrong = new Set(given.errors.map(({ field }) => field));
  if (wrong.has('name') || (!isProven && !isInvented(customerId, before))) delete given.values.name;
  if (wrong.has('emailId') || (!isProven && before.email !== '')) delete given.values.email;
  // The number of an existing customer stays, as it does in the form.
  if (wrong.has('phoneNumber') || before.number !== '') delete given.values.number;
  for (const slot of Object.keys(given.data)) if (!isProven && (before.data[slot] ?? '') !== '') delete given.data[slot];
}

/**
 * Keeps what a customer has told with the customer: empty values are filled, and known ones are overwritten only where the enterprise's own
 * server has said who they are. What the phone book does not take, such as somebody else's number, is left out.
 * @returns the customer's name now; undefined for somebody in the bin
 */
export async function fillCustomer(ctx: EnterpriseContext, tx: Tx, customerId: string, told: Told): Promise<string | undefined> {
  const { enterpriseId } = ctx;
  const row = await findCustomerRow(tx, enterpriseId, customerId, { lock: true });
  if (!row || row.deletedAt) return undefined;
  const attributes = await listAttributes(tx, enterpriseId);
  const given = await readTold(tx, enterpriseId, told, attributes);
  for (const { field } of given.errors) {
    const slot = attributes.find(({ attributeId }) => attributeId === field)?.slot;
    if (slot !== undefined) delete given.data[slot];
  }
  const before = valuesOf(row);
  const isProven = (await listExternalIds(tx, enterpriseId, customerId)).length > 0;
  keepWritable(given, before, { isProven, customerId });
  const { number } = given.values;
  if (number && ((await findByNumber(tx, enterpriseId, number)) ?? (await findInBin(tx, enterpriseId, number)))) delete given.values.number;
  const after = mergeValues(before, given);
  const changes = listChanges(before, after, attributes);
  if (changes.length === 0) return row.name;
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
  return after.name;
}
