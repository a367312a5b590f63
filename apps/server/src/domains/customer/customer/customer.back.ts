import { endpoints } from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { findSetIds } from '../set/set.service.ts';
import { saveCustomer } from './customer.save.ts';

/** Fields of a customer that can be put back: what the form saves, but not the number, which stays. */
export const restorableFields = [
  'name',
  'whatsAppNumber',
  'email',
  'facebookId',
  'instaId',
  'twitterId',
  'language',
  'timeZone',
  'attributes',
  'groups',
  'labels',
] as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Gives fields of a customer former values; what is left out stays.
 * @throws DomainError audit.not_restorable when an attribute is gone, group.not_found when a group or label is, or as saveCustomer
 */
export async function putCustomerBack(ctx: Ctx, customerId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.phoneBook.save);
  const { enterpriseId } = ctx;
  const save = await ctx.read(async (tx) => {
    const { name, email, profile, version } = await accessCustomer(tx, enterpriseId, customerId);
    const byName = new Map((await listAttributes(tx, enterpriseId)).map(({ fieldName, attributeId }) => [fieldName, attributeId]));
    const data = Object.entries((values.attributes ?? {}) as Record<string, unknown>).map(([fieldName, value]) => {
      const id = byName.get(fieldName);
      if (!id) throw new DomainError('audit.not_restorable', 'These values cannot be put back.', { fields: ['attributes'] });
      return { id, value: textOf(value) };
    });
    const setsOf = async (kind: 'group' | 'label', names: unknown) =>
      names === undefined ? undefined : findSetIds(tx, enterpriseId, kind, (names ?? []) as string[]);
    const now: Snapshot = { name, email, ...profile, ...values };
    return {
      id: customerId,
      version,
      name: textOf(now.name),
      emailId: textOf(now.email),
      whatsAppNumber: textOf(now.whatsAppNumber),
      facebookId: textOf(now.facebookId),
      instaId: textOf(now.instaId),
      twitterId: textOf(now.twitterId),
      language: textOf(now.language),
      timeZone: textOf(now.timeZone),
      phoneNumber: '',
      country: '',
      data,
      groups: await setsOf('group', values.groups),
      tags: await setsOf('label', values.labels),
    };
  });
  await saveCustomer(ctx, save);
}
