import { sql } from 'kysely';
import { forgottenName, type Person, type PersonalData, type PersonalTraces, personalRows, stepOf } from '../../../personal-data.ts';

/** The phone book's own data about a person. */

const of = ({ enterpriseId, customerIds }: Person) =>
  sql`c.enterprise_id = ${enterpriseId} and c.customer_id = any(${customerIds}::uuid[])`;
const isThere = sql`not coalesce((c.bin ->> 'isEmptied')::boolean, false)`;

/** The row stays, since chats and counts name it, and says nothing. */
const profile: PersonalData = personalRows({
  kind: 'profile',
  tables: ['customers', 'customerSetMembers'],
  rows: (person) => sql`
    select c.customer_id::text as key, c.customer_id, c.name, c.number, c.email, c.profile, c.created_at, c.updated_at, c.deleted_at,
      (select jsonb_object_agg(a.field_name, v.value) from jsonb_each_text(c.data) v
        join attributes a on a.enterprise_id = c.enterprise_id and a.slot::text = v.key) as attributes,
      array(select s.name from customer_set_members m join customer_sets s on s.enterprise_id = m.enterprise_id and s.set_id = m.set_id
        where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id order by lower(s.name)) as groups_and_labels
    from customers c where ${of(person)} and ${isThere}`,
  async erase(ctx, tx, person, { limit }) {
    await sql`delete from customer_set_members c where ${of(person)}`.execute(tx);
    return stepOf(
      await sql`update customers c set name = ${forgottenName}, number = '', canonical_number = null, email = '', profile = '{}', data = '{}',
          search_text = '',
          version = c.version + 1, updated_at = ${ctx.now()}, deleted_at = coalesce(c.deleted_at, ${ctx.now()}),
          bin = coalesce(c.bin, '{"sets": []}') || '{"isEmptied": true}'
        where ${of(person)} and ${isThere}`.execute(tx),
      limit,
    );
  },
});

const addresses: PersonalData = personalRows({
  kind: 'addresses',
  tables: ['customerAddresses'],
  rows: (person) => sql`
    select c.channel_id::text || c.address as key, c.channel_id, c.address, c.created_at, c.last_inbound_at, c.session
    from customer_addresses c where ${of(person)}`,
  erase: async (_ctx, tx, person, { limit }) => stepOf(await sql`delete from customer_addresses c where ${of(person)}`.execute(tx), limit),
});

/** Names of a person in the enterprise's own systems. */
const externalIds: PersonalData = personalRows({
  kind: 'externalIds',
  tables: ['customerExternalIds'],
  rows: (person) => sql`select c.external_id as key, c.external_id, c.created_at from customer_external_ids c where ${of(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(await sql`delete from customer_external_ids c where ${of(person)}`.execute(tx), limit),
});

/** Current consents, and their history. */
const consents: PersonalData = personalRows({
  kind: 'consents',
  tables: ['customerConsents', 'consentChanges'],
  rows: (person) => sql`
    select c.customer_id::text || c.channel as key, c.channel, 'now' as kept_as, c.is_granted, c.source, c.changed_at, null as state_before,
      null as state_after, null as road, null as address
    from customer_consents c where ${of(person)}
    union all select c.change_id::text, c.channel, 'history', null, c.source, c.changed_at, c.state_before, c.state_after, c.road, c.address
    from consent_changes c where ${of(person)}`,
  async erase(_ctx, tx, person, { limit }) {
    const now = await sql`delete from customer_consents c where ${of(person)}`.execute(tx);
    const history = stepOf(
      await sql`delete from consent_changes c where (c.enterprise_id, c.change_id) in (
        select c.enterprise_id, c.change_id from consent_changes c where ${of(person)} limit ${limit})`.execute(tx),
      limit,
    );
    return { ...history, erased: history.erased + Number(now.numAffectedRows ?? 0) };
  },
});

/** The timeline, and the rows of before that an import could be undone by. */
const changes: PersonalData = personalRows({
  kind: 'changes',
  tables: ['customerChanges'],
  rows: (person) => sql`
    select c.change_id::text as key, c.changed_at, c.kind, c.changes, c.before from customer_changes c where ${of(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`delete from customer_changes c where (c.enterprise_id, c.customer_id, c.change_id) in (
        select c.enterprise_id, c.customer_id, c.change_id from customer_changes c where ${of(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});

/** Texts of JSON, which may name others too, in which an address is replaced by nothing: filters that somebody has saved, and selections of bulk work. */
const plainAddresses = ({ addresses: known }: Person) => known.filter((address) => address.length > 5 && !/["\\]/.test(address));
const says = (column: 'conditions' | 'selection', person: Person) => sql`c.enterprise_id = ${person.enterpriseId}
  and exists (select from unnest(${plainAddresses(person)}::text[]) n where position(n in c.${sql.raw(column)}::text) > 0)`;

const filters: PersonalData = personalRows({
  kind: 'filters',
  tables: ['customerFilters', 'customerBulkJobs'],
  rows: (person) => sql`
    select c.filter_id::text as key, c.name, 'filter' as what from customer_filters c where ${says('conditions', person)}
    union all select c.bulk_id::text, '', 'bulk job' from customer_bulk_jobs c where ${says('selection', person)}`,
  async erase(_ctx, tx, person) {
    let erased = 0;
    // The longest first: one address may be the beginning of another.
    for (const address of plainAddresses(person).sort((a, b) => b.length - a.length)) {
      const inFilters = await sql`update customer_filters c set conditions = replace(c.conditions::text, ${address}, '')::jsonb
        where c.enterprise_id = ${person.enterpriseId} and position(${address} in c.conditions::text) > 0`.execute(tx);
      const inJobs = await sql`update customer_bulk_jobs c set selection = replace(c.selection::text, ${address}, '')::jsonb
        where c.enterprise_id = ${person.enterpriseId} and position(${address} in c.selection::text) > 0`.execute(tx);
      erased += Number(inFilters.numAffectedRows ?? 0) + Number(inJobs.numAffectedRows ?? 0);
    }
    return { erased, more: false };
  },
});

export const customerData: readonly PersonalData[] = [profile, addresses, externalIds, consents, changes, filters];

/** Refused consents, at the address that the channel would have used. */
export const customerWishes: PersonalTraces = {
  async optOuts(tx, person) {
    const { rows } = await sql<{ address: string; consentChannel: string }>`
      select a.address, c.channel as consent_channel from customer_consents c
        join customers k on k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id
        cross join lateral (
          select case when c.channel = 'EMAIL' then lower(k.email) when c.channel = 'WHATSAPP' and k.profile ->> 'whatsAppNumber' <> ''
            then k.profile ->> 'whatsAppNumber' else k.number end as address) a
      where ${of(person)} and not c.is_granted and a.address <> ''`.execute(tx);
    return rows.map((row) => ({ ...row, kind: 'opted_out' as const, channelId: null }));
  },
};
