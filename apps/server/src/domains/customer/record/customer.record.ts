import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

const setsOf = (kind: 'group' | 'label') => sql<string[]>`array(
  select s.name from customer_set_members m join customer_sets s on s.enterprise_id = m.enterprise_id and s.set_id = m.set_id
  where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id and s.kind = ${sql.lit(kind)} order by lower(s.name) limit 200)`;

/** A customer of the phone book; one in the bin is none. Attributes stand by their field names. */
export const customerRecord = defineRecord({
  kind: 'customer',
  module: 'customers',
  tables: ['customers', 'customerConsents', 'customerSetMembers'],
  fields: {
    name: 'plain',
    phone: 'phone',
    whatsAppNumber: 'phone',
    email: 'email',
    facebookId: 'plain',
    instaId: 'plain',
    twitterId: 'plain',
    language: 'plain',
    timeZone: 'plain',
    attributes: 'parts',
    groups: 'plain',
    labels: 'plain',
    consents: 'parts',
  },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('customers as c')
      .select([
        'c.name',
        'c.number as phone',
        'c.email',
        'c.profile',
        sql<Record<string, string> | null>`(
          select jsonb_object_agg(a.field_name, v.value) from jsonb_each_text(c.data) v
          join attributes a on a.enterprise_id = c.enterprise_id and a.slot::text = v.key and a.deleted_at is null)`.as('attributes'),
        setsOf('group').as('groups'),
        setsOf('label').as('labels'),
        sql<Record<string, string> | null>`(
          select jsonb_object_agg(k.channel, case when k.is_granted then 'granted' else 'refused' end || ' (' || k.source || ')')
          from customer_consents k where k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id)`.as('consents'),
      ])
      .where('c.enterpriseId', '=', enterpriseId)
      .where('c.customerId', '=', id)
      .where('c.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const { profile, ...own } = row;
    return { ...own, ...profile };
  },
  nameOf: ({ name }) => String(name),
  customerOf: (id) => id,
  link: (id) => `/customer-master/customers/view/${id}`,
});
