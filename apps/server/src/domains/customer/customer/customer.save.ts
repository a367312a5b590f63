import { type Customer, type CustomerSave, type CustomerUpsert, customerTexts, type FieldError, fieldError } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { countryOf } from '../number/customer.country.ts';
import { makeIds } from '../number/customer.ids.ts';
import { toCountry } from '../number/customer.number.ts';
import { accessCustomer, shownAttributes, versionOf, wholeCustomer } from '../query/customer.query.ts';
import { readingOf } from '../record/customer.reading.ts';
import { customerRecord } from '../record/customer.record.ts';
import {
  type CustomerRow,
  findByNumber,
  findInBin,
  insertCustomer,
  isNumberTaken,
  numberColumns,
  recordChange,
  updateCustomerRow,
} from '../record/customer.repository.ts';
import { addAndRecord, ensureSetsBy, replaceSets } from '../set/set.service.ts';
import { tellChanges } from './customer.changed.ts';
import {
  allFaults,
  type CustomerInput,
  type CustomerValues,
  listChanges,
  listMissing,
  listValueChanges,
  mergeValues,
  noValues,
  readGiven,
  searchTextOfValues,
} from './customer.rules.ts';

export const invalid = (errors: FieldError[]) => new DomainError('customer.invalid', 'The customer could not be saved.', { errors });
export const duplicate = ({ customerId, name, deletedAt }: CustomerRow) => {
  const message = deletedAt ? customerTexts.inBin : customerTexts.duplicate;
  return new DomainError('customer.duplicate', message, {
    customerId,
    name,
    isInBin: deletedAt !== null,
    errors: [fieldError('phoneNumber', deletedAt ? 'customer.in_bin' : 'customer.exists')],
  });
};

export const valuesOf = (row: CustomerRow): CustomerValues => ({
  name: row.name,
  number: row.number,
  email: row.email,
  profile: row.profile,
  data: row.data,
});

/** Values as columns, with what the search looks through. The canonical number goes with a number that is new: a double from before has none. */
export const toColumns = (values: CustomerValues, attributes: readonly Attribute[]) => ({
  name: values.name,
  number: values.number,
  email: values.email,
  profile: JSON.stringify(values.profile),
  data: JSON.stringify(values.data),
  searchText: searchTextOfValues(values, attributes),
});

/** Two requests saved the same new number at once: the unique index decided, and the second gets the name of the customer. */
async function orDuplicate<T>(ctx: Ctx, number: () => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    const holder = await ctx.read((tx) => findByNumber(tx, ctx.enterpriseId, number()));
    throw holder ? duplicate(holder) : error;
  }
}

/** Somebody whom numbers are hidden from sends back what was shown: that is no new value. */
export function withoutHidden(ctx: Ctx, save: CustomerInput): CustomerInput {
  const eyes = readingOf(ctx.actor);
  return {
    ...save,
    ...(eyes.seesNumbers ? {} : { whatsAppNumber: undefined }),
    ...(eyes.seesEmails ? {} : { emailId: undefined }),
  };
}

const inputOf = ({ data, ...save }: CustomerSave): CustomerInput => ({ ...save, data: new Map(data.map(({ id, value }) => [id, value])) });

/**
 * Creates a customer or changes one, from the form.
 * @throws DomainError customer.invalid with every fault, customer.duplicate, customer.not_found, group.not_found or record.changed
 */
export function saveCustomer(ctx: Ctx, save: CustomerSave): Promise<Customer> {
  const { enterpriseId } = ctx;
  let number = '';
  return orDuplicate(
    ctx,
    () => number,
    () =>
      ctx.transaction(async (tx) => {
        const attributes = await listAttributes(tx, enterpriseId);
        const old = save.id ? await accessCustomer(tx, enterpriseId, save.id, { lock: true }) : undefined;
        if (old) await assertVersion(ctx, tx, customerRecord, versionOf(tx, old), save.version);
        const input = old ? withoutHidden(ctx, inputOf(save)) : inputOf(save);
        // The number of an existing customer stays (PHONE-029); a visitor who has none yet may be given one.
        if (old?.number) input.phoneNumber = undefined;
        // A name that came longer than the form takes may stay as it is.
        if (old && input.name?.trim() === old.name) input.name = undefined;
        const given = readGiven(input, attributes, await countryOf(tx, enterpriseId, save.country));
        const values = mergeValues(old ? valuesOf(old) : noValues, given);
        number = values.number;
        const missing = listMissing(values, shownAttributes(attributes), 'form').filter(
          ({ field }) => !old || old.number || field !== 'phoneNumber',
        );
        const errors = allFaults(given, missing);
        if (errors.length > 0) throw invalid(errors);
        if (!old?.number && values.number !== '') {
          const holder = (await findByNumber(tx, enterpriseId, values.number)) ?? (await findInBin(tx, enterpriseId, values.number));
          if (holder && holder.customerId !== old?.customerId) throw duplicate(holder);
        }
        const customerId = await recorded(ctx, tx, old, async () => {
          const id = old ? await writeChange(ctx, tx, old, values, attributes) : await writeNew(ctx, tx, values, attributes);
          const isRegrouped = save.groups ? await replaceSets(tx, enterpriseId, 'group', id, save.groups) : false;
          const isRelabelled = save.tags ? await replaceSets(tx, enterpriseId, 'label', id, save.tags) : false;
          if (old && (isRegrouped || isRelabelled))
            await recordChange(tx, enterpriseId, {
              customerId: id,
              kind: 'grouped',
              changedBy: ctx.actor.userId,
              changedAt: ctx.now(),
            });
          return id;
        });
        return wholeCustomer(ctx, tx, await accessCustomer(tx, enterpriseId, customerId), attributes);
      }),
  );
}

/** `write` answers the id of the customer: a new one, or the one that was there. */
const recorded = (ctx: Ctx, tx: Tx, old: CustomerRow | undefined, write: () => Promise<string>): Promise<string> =>
  old ? changing(ctx, tx, customerRecord, old.customerId, 'edit', write) : creating(ctx, tx, customerRecord, (id) => id, write);

type Added = { input: CustomerInput; setIds: readonly string[] };

/** Customers of an enterprise that is being made, in one statement. @throws DomainError customer.invalid */
export async function addCustomers(tx: Tx, enterpriseId: string, added: readonly Added[], country: string, createdAt: Date): Promise<void> {
  const attributes = await listAttributes(tx, enterpriseId);
  const makeId = makeIds(() => createdAt.getTime());
  const rows = added.map(({ input, setIds }) => {
    const given = readGiven(input, attributes, toCountry(country));
    const values = mergeValues(noValues, given);
    const errors = allFaults(given, listMissing(values, attributes, 'list'));
    if (errors.length > 0) throw invalid(errors);
    return { customerId: makeId(), setIds, columns: { ...toColumns(values, attributes), ...numberColumns(values.number) } };
  });
  await tx
    .insertInto('customers')
    .values(rows.map(({ customerId, columns }) => ({ enterpriseId, customerId, ...columns, createdAt, updatedAt: createdAt })))
    .execute();
  const members = rows.flatMap(({ customerId, setIds }) => setIds.map((setId) => ({ enterpriseId, setId, customerId })));
  if (members.length > 0) await tx.insertInto('customerSetMembers').values(members).execute();
}

async function writeNew(ctx: Ctx, tx: Tx, values: CustomerValues, attributes: readonly Attribute[]): Promise<string> {
  const customerId = newId();
  const now = ctx.now();
  await insertCustomer(tx, {
    enterpriseId: ctx.enterpriseId,
    customerId,
    ...toColumns(values, attributes),
    ...numberColumns(values.number),
    createdAt: now,
    updatedAt: now,
    updatedBy: ctx.actor.userId,
  });
  await tellChanges(ctx, tx, [{ customerId, values: listValueChanges(noValues, values, attributes) }]);
  return customerId;
}

/** @returns the customer's id */
export async function writeChange(
  ctx: Ctx,
  tx: Tx,
  old: CustomerRow,
  values: CustomerValues,
  attributes: readonly Attribute[],
): Promise<string> {
  const changes = listChanges(valuesOf(old), values, attributes);
  const stamp = { updatedAt: ctx.now(), updatedBy: ctx.actor.userId, version: old.version + 1 };
  const line = values.number === old.number ? {} : numberColumns(values.number);
  await updateCustomerRow(tx, ctx.enterpriseId, old.customerId, { ...toColumns(values, attributes), ...line, ...stamp });
  const { customerId } = old;
  if (changes.length > 0)
    await recordChange(tx, ctx.enterpriseId, { customerId, kind: 'changed', changedBy: ctx.actor.userId, changes, changedAt: ctx.now() });
  await tellChanges(ctx, tx, [{ customerId, values: listValueChanges(valuesOf(old), values, attributes) }]);
  return customerId;
}

/**
 * Creates the customer of a number, or updates the given fields, for integrations. A repeated call changes nothing more.
 * @throws DomainError customer.invalid with every fault
 */
export async function upsertCustomer(ctx: Ctx, upsert: CustomerUpsert): Promise<{ customer: Customer; isNew: boolean }> {
  const { enterpriseId } = ctx;
  const work = () =>
    ctx.transaction(async (tx) => {
      const attributes = await listAttributes(tx, enterpriseId);
      const errors: FieldError[] = [];
      const byName = new Map(attributes.map((attribute) => [attribute.fieldName.toLowerCase(), attribute]));
      const data = new Map<string, string>();
      for (const [fieldName, value] of Object.entries(upsert.data)) {
        const attribute = byName.get(fieldName.toLowerCase());
        if (attribute) data.set(attribute.attributeId, value);
        else errors.push(fieldError(fieldName, 'attribute.unknown', { name: fieldName }));
      }
      const given = readGiven({ ...upsert, data }, attributes, await countryOf(tx, enterpriseId, upsert.country));
      const { number = '' } = given.values;
      const holder = number === '' ? undefined : await findByNumber(tx, enterpriseId, number);
      const old = holder && (await accessCustomer(tx, enterpriseId, holder.customerId, { lock: true }));
      // Sent in another spelling it is the same number: the one that is there stays.
      if (old) given.values.number = old.number;
      const values = mergeValues(old ? valuesOf(old) : noValues, given);
      errors.push(...allFaults(given, listMissing(values, attributes, 'list')));
      if (errors.length > 0) throw invalid(errors);
      const isChanged = !old || listChanges(valuesOf(old), values, attributes).length > 0;
      const sets = [...(await ensureSetsBy(ctx, tx, 'group', upsert.groups)), ...(await ensureSetsBy(ctx, tx, 'label', upsert.tags))];
      const write = async () => {
        const id = old ? old.customerId : await writeNew(ctx, tx, values, attributes);
        if (old && isChanged) await writeChange(ctx, tx, old, values, attributes);
        if (sets.length > 0) await addAndRecord(tx, ctx, sets, [id]);
        return id;
      };
      // Repeated values leave no entry: an integration may send its whole phone book each night.
      const customerId = old && !isChanged && sets.length === 0 ? old.customerId : await recorded(ctx, tx, old, write);
      return { customer: await wholeCustomer(ctx, tx, await accessCustomer(tx, enterpriseId, customerId), attributes), isNew: !old };
    });
  try {
    return await work();
  } catch (error) {
    // Another call made the customer between the look and the write: now there is one to change.
    if (!isNumberTaken(error)) throw error;
    return work();
  }
}
