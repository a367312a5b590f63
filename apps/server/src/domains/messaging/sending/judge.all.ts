import { type ConsentChannel, channelTypes, type SendingSettings } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { consentChannels } from './gate.facts.ts';

/** What the gate would say of many people, in the order of its checks; those behind `excluded` are not asked for. */
export type ReachVerdict = 'excluded' | 'invalid' | 'blocked' | 'opted_out' | 'capped' | 'reachable';

/**
 * @property prefix the first digits of the addresses that were counted together. @property sample one of them
 * @property repeats further rows with these addresses, which the gate calls duplicates
 */
export type ReachCount = { verdict: ReachVerdict; prefix: string; sample: string; count: number; repeats: number };

/** A question for rows `(customer_id uuid, address text, is_excluded boolean)`; an address that is none is ''. */
export type PeopleQuery = RawBuilder<unknown>;
/** @property isUnique no two rows have one address: putting a million of them together costs more than all else */
export type People = { rows: PeopleQuery; isUnique: boolean };

/**
 * Whom a message would reach, of however many people, by one question: it reads what the gate looks up for each batch when it is sent. Who
 * was erased with a wish against messages is known by a hash of the address alone, and told when it is sent.
 */
export async function judgeAll(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, channelType, isMarketing }: { channelId: string; channelType: number; isMarketing: boolean },
  { rows: people, isUnique }: People,
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
      select p.address, p.is_excluded, ${isUnique ? sql`1` : sql`count(*)`} as copies,
        ${consent ? (isUnique ? sql`r.customer_id is not null` : sql`bool_or(r.customer_id is not null)`) : sql`false`} as is_refused
      from (${people}) p ${consent ? refusers(enterpriseId, consent) : sql``}
      ${isUnique ? sql`` : sql`group by p.address, p.is_excluded`}
    ), judged as (
      select address, copies, case
        when is_excluded then 'excluded' when address = '' then 'invalid'
        when b.is_blocked then 'blocked' ${isMarketing ? sql`when b.is_opted_out or is_refused then 'opted_out'` : sql``}
        ${capped ? sql`when k.capped is not null then 'capped'` : sql``} else 'reachable' end as verdict
      from asked left join (
        select b.address as listed, bool_or(b.kind = 'blocked') as is_blocked, bool_or(b.kind = 'opted_out') as is_opted_out from blacklist b
        where b.enterprise_id = ${enterpriseId} and b.removed_at is null and (b.channel_id is null or b.channel_id = ${channelId}) group by b.address
      ) b on b.listed = address ${capped ? sql`left join (${capped}) k on k.capped = address` : sql``}
    )
    select verdict, case when verdict = 'reachable' then left(address, ${prefixLength}) else '' end as prefix, min(address) as sample,
      count(*)::float8 as people, sum(copies)::float8 as copies
    from judged group by 1, 2`.execute(tx);
  // Whoever is excluded or has no address is nobody's repeat.
  return rows.map(({ verdict, prefix, sample, people: once, copies }) => {
    const isCountedWhole = verdict === 'excluded' || verdict === 'invalid';
    return { verdict, prefix, sample, count: isCountedWhole ? copies : once, repeats: isCountedWhole ? 0 : copies - once };
  });
}

const refusers = (enterpriseId: string, channel: ConsentChannel) => sql`
  left join customer_consents r on r.enterprise_id = ${enterpriseId} and r.customer_id = p.customer_id and r.channel = ${channel} and not r.is_granted`;

const cappedAddresses = (enterpriseId: string, cap: SendingSettings['frequencyCap'], now: Date) => sql`
  select m.address as capped from messages m join templates t
    on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id and t.category = 'MARKETING'
  where m.enterprise_id = ${enterpriseId} and m.address <> '' and m.created_at >= ${new Date(now.getTime() - cap.days * 24 * 3_600_000)}
    and m.direction = 'out' and m.status not in ('SKIPPED', 'FAILED')
  group by m.address having count(*) >= ${cap.count}`;
