import { type ConsentChannel, channelTypes, type SendingSettings } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { consentChannels } from './gate.facts.ts';

/** The gate's verdicts on many people, in the order of its checks; people behind `excluded` are not asked for. */
export type ReachVerdict = 'excluded' | 'invalid' | 'blocked' | 'opted_out' | 'missing' | 'capped' | 'reachable';

/**
 * @property prefix the first digits of the addresses that were counted together. @property sample one of them
 * @property repeats further rows with these addresses, which the gate calls duplicates
 */
export type ReachCount = { verdict: ReachVerdict; prefix: string; sample: string; count: number; repeats: number };

/** A question for rows `(customer_id uuid, address text, is_excluded boolean)`; an address that is none is ''. */
export type PeopleQuery = RawBuilder<unknown>;
/**
 * @property isUnique no two rows have one address, however it is written: putting a million of them together costs more than all else
 * @property hasNeeds the rows have `is_missing boolean` too, whether a value of the message is missing, and `place bigint`: the gate asks
 * the first of the people with one address, and calls the others duplicates
 */
export type People = { rows: PeopleQuery; isUnique: boolean; hasNeeds?: boolean };

/**
 * Counts the people whom a message would reach, in one query of any size. It reads the facts that the gate looks up for each batch when it
 * is sent. Erased people with a wish against messages are known by a hash of the address alone, and are found when it is sent.
 */
export async function judgeAll(
  ctx: EnterpriseContext,
  tx: Read,
  { channelId, channelType, isMarketing }: { channelId: string; channelType: number; isMarketing: boolean },
  { rows: people, isUnique, hasNeeds = false }: People,
): Promise<ReachCount[]> {
  const { enterpriseId } = ctx;
  const { frequencyCap } = await readSendingSettings(tx, enterpriseId);
  const consent = isMarketing ? consentChannels[channelType] : undefined;
  const capped = isMarketing && frequencyCap.isOn ? cappedAddresses(enterpriseId, frequencyCap, ctx.now()) : undefined;
  // A million addresses are put together in memory; in the usual few megabytes that is done on disk.
  await sql`select set_config('work_mem', '192MB', true)`.execute(tx);
  const prefixLength = channelType === channelTypes.EMAIL ? 0 : 5;
  const { rows } = await sql<Pick<ReachCount, 'verdict' | 'prefix' | 'sample'> & { people: number; copies: number }>`
    with asked as (
      select ${isUnique ? sql`p.address` : sql`min(p.address) as address`}, canonical_number(p.address) as line, p.is_excluded,
        ${isUnique ? sql`1` : sql`count(*)`} as copies,
        ${consent ? (isUnique ? sql`r.customer_id is not null` : sql`bool_or(r.customer_id is not null)`) : sql`false`} as is_refused,
        ${hasNeeds ? (isUnique ? sql`p.is_missing` : sql`(array_agg(p.is_missing order by p.place, p.customer_id))[1]`) : sql`false`} as is_missing
      from (${people}) p ${consent ? refusers(enterpriseId, consent) : sql``}
      ${isUnique ? sql`` : sql`group by 2, p.is_excluded`}
    ), judged as (
      select address, copies, case
        when is_excluded then 'excluded' when address = '' then 'invalid'
        when b.is_blocked then 'blocked' ${isMarketing ? sql`when b.is_opted_out or is_refused then 'opted_out'` : sql``}
        ${hasNeeds ? sql`when is_missing then 'missing'` : sql``}
        ${capped ? sql`when k.capped is not null then 'capped'` : sql``} else 'reachable' end as verdict
      from asked left join (
        select canonical_number(b.address) as listed, bool_or(b.kind = 'blocked') as is_blocked, bool_or(b.kind = 'opted_out') as is_opted_out from blacklist b
        where b.enterprise_id = ${enterpriseId} and b.removed_at is null and (b.channel_id is null or b.channel_id = ${channelId}) group by 1
      ) b on b.listed = line ${capped ? sql`left join (${capped}) k on k.capped = line` : sql``}
    )
    select verdict, case when verdict = 'reachable' then left(address, ${prefixLength}) else '' end as prefix, min(address) as sample,
      count(*)::float8 as people, sum(copies)::float8 as copies
    from judged group by 1, 2`.execute(tx);
  // Excluded people, and people without an address, are nobody's repeat.
  return rows.map(({ verdict, prefix, sample, people: once, copies }) => {
    const isCountedWhole = verdict === 'excluded' || verdict === 'invalid';
    return { verdict, prefix, sample, count: isCountedWhole ? copies : once, repeats: isCountedWhole ? 0 : copies - once };
  });
}

const refusers = (enterpriseId: string, channel: ConsentChannel) => sql`
  left join customer_consents r on r.enterprise_id = ${enterpriseId} and r.customer_id = p.customer_id and r.channel = ${channel} and not r.is_granted`;

const cappedAddresses = (enterpriseId: string, cap: SendingSettings['frequencyCap'], now: Date) => sql`
  select canonical_number(m.address) as capped from messages m join templates t
    on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id and t.category = 'MARKETING'
  where m.enterprise_id = ${enterpriseId} and m.address <> '' and m.created_at >= ${new Date(now.getTime() - cap.days * 24 * 3_600_000)}
    and m.direction = 'out' and m.status not in ('SKIPPED', 'FAILED')
  group by 1 having count(*) >= ${cap.count}`;
