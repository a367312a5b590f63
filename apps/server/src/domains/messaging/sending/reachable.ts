import { type RawBuilder, sql } from 'kysely';
import { consentChannels } from '../gate/gate.facts.ts';
import type { PeopleQuery } from '../gate/judge.all.ts';

export type SendingWay = { channelId: string; channelType: number; isMarketing: boolean };

/** Matches rows called `p` of people who are blocked or have refused. @param address of a row, and `customerId` of its customer */
function refusals(
  enterpriseId: string,
  { channelId, channelType, isMarketing }: SendingWay,
  { address, customerId }: { address: RawBuilder<unknown>; customerId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const consent = isMarketing ? consentChannels[channelType] : undefined;
  const kinds = isMarketing ? ['blocked', 'opted_out'] : ['blocked'];
  return sql`not exists (select from blacklist b where b.enterprise_id = ${enterpriseId} and canonical_number(b.address) = canonical_number(${address}) and b.removed_at is null
      and (b.channel_id is null or b.channel_id = ${channelId}) and b.kind = any(${kinds}::text[]))
    ${
      consent
        ? sql`and not exists (select from customer_consents r where r.enterprise_id = ${enterpriseId} and r.customer_id = ${customerId}
            and r.channel = ${consent} and not r.is_granted)`
        : sql``
    }`;
}

/**
 * Selects the people who may receive the message: rows of (customer_id, address). Leaves out people who are excluded, have no address, are
 * blocked, or have refused. Caps are not looked at.
 */
export const reachableOf = (enterpriseId: string, way: SendingWay, people: PeopleQuery): PeopleQuery => sql`
  select p.customer_id, p.address from (${people}) p
  where not p.is_excluded and p.address <> '' and ${refusals(enterpriseId, way, { address: sql`p.address`, customerId: sql`p.customer_id` })}`;

/**
 * Selects the people who would get a message to these customers, among people with one address each, rows of (person, address).
 * @param ids rows of (customer_id). @param people a table
 */
export const reachableAmong = (enterpriseId: string, way: SendingWay, ids: PeopleQuery, people: RawBuilder<unknown>): PeopleQuery => sql`
  select p.person from ${people} p join (${ids}) h on h.customer_id = p.person
  where ${refusals(enterpriseId, way, { address: sql`p.address`, customerId: sql`p.person` })}`;

/**
 * Counts each line's marketing messages since then: rows of (address, messages), by canonical numbers. @param besides runs whose messages
 * do not count
 */
export const marketingSince = (enterpriseId: string, since: Date, besides: readonly string[]): RawBuilder<unknown> => sql`
  select canonical_number(m.address) as address, count(*) as messages from messages m join templates t
    on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id and t.category = 'MARKETING'
  where m.enterprise_id = ${enterpriseId} and m.address <> '' and m.created_at >= ${since}
    and m.direction = 'out' and m.status not in ('SKIPPED', 'FAILED') and m.resource_id <> all(${[...besides]}::uuid[])
  group by 1`;
