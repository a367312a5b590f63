import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { writeConsents } from '../consent/consent.write.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { addMembers, recordChange, updateCustomerRow } from '../record/customer.repository.ts';
import { listChanges } from './customer.rules.ts';
import { toColumns, valuesOf } from './customer.save.ts';

/** Facts about a customer from a program of the enterprise, such as a stream. @property attributes by their ids, as text */
export type Learnt = {
  attributes: readonly { attributeId: string; value: string }[];
  /** '' leaves it */
  language: string;
  consent: { channel: string; isGranted: boolean; source: string } | null;
};
const longestValue = 2000;

/**
 * Keeps it with the customer; the timeline tells what has changed. An attribute that is gone is passed over.
 * @throws DomainError customer.not_found
 */
export async function noteLearnt(
  ctx: EnterpriseContext,
  tx: Tx,
  customerId: string,
  { attributes, language, consent }: Learnt,
): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const row = await accessCustomer(tx, enterpriseId, customerId, { lock: true });
  const known = await listAttributes(tx, enterpriseId);
  const before = valuesOf(row);
  const data = { ...before.data };
  for (const { attributeId, value } of attributes) {
    const attribute = known.find((one) => one.attributeId === attributeId);
    if (attribute) data[attribute.slot] = value.slice(0, longestValue).toWellFormed();
  }
  const after = { ...before, data, profile: language === '' ? before.profile : { ...before.profile, language } };
  const changes = listChanges(before, after, known);
  if (changes.length > 0) {
    await updateCustomerRow(tx, enterpriseId, customerId, {
      ...toColumns(after, known),
      updatedAt: now,
      updatedBy: null,
      version: row.version + 1,
    });
    await recordChange(tx, enterpriseId, { customerId, kind: 'changed', changedBy: null, changes, changedAt: now });
  }
  if (consent) await writeConsents(tx, enterpriseId, [{ customerId, ...consent, changedAt: now }], { road: 'customer', by: null, at: now });
}

/** Puts a customer into groups and labels, or takes them out; those that are gone are passed over. */
export async function changeSetsOf(
  ctx: EnterpriseContext,
  tx: Tx,
  customerId: string,
  action: 'add' | 'remove',
  setIds: readonly string[],
): Promise<void> {
  const { enterpriseId } = ctx;
  const rows = await tx
    .selectFrom('customerSets')
    .select('setId')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`set_id = any(${[...setIds]}::uuid[])`)
    .orderBy('setId')
    .execute();
  const known = rows.map(({ setId }) => setId);
  if (known.length === 0) return;
  const changed =
    action === 'add'
      ? (await addMembers(tx, enterpriseId, known, [customerId])).length
      : Number(
          (
            await tx
              .deleteFrom('customerSetMembers')
              .where('enterpriseId', '=', enterpriseId)
              .where('customerId', '=', customerId)
              .where('setId', 'in', known)
              .executeTakeFirst()
          ).numDeletedRows,
        );
  if (changed > 0) await recordChange(tx, enterpriseId, { customerId, kind: 'grouped', changedBy: null, changedAt: ctx.now() });
}
