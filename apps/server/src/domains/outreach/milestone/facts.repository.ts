import type { MilestoneRule } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Facts } from '#platform/measures/facts.ts';
import type { MilestoneRow } from './milestone.repository.ts';
import type { MarkedStreams } from './milestone.streams.ts';

/** Iterations whose recipients are asked about, with the milestones of their campaign in their order. @property since when the first of them began */
export type Asked = {
  enterpriseId: string;
  campaignId: string;
  activityIds: readonly string[];
  since: Date;
  zone: string;
  milestones: readonly Pick<MilestoneRow, 'milestoneId' | 'rule' | 'removedAt'>[];
  streams: readonly MarkedStreams[];
};

/** Messages that have left: of the iterations' own runs, and of the fallbacks for people whom those did not reach. */
function sent({ enterpriseId, activityIds, since }: Asked): RawBuilder<unknown> {
  const columns = sql`m.message_id, m.customer_id, m.address, m.channel_id, coalesce(m.content_number, 0) as content, m.status, m.status_at,
    coalesce((select min(h.at) from message_handovers h where h.enterprise_id = m.enterprise_id and h.message_id = m.message_id), m.status_at) as sent_at`;
  const hasLeft = sql`m.status in ('SENT', 'UNKNOWN', 'DELIVERED', 'READ') and m.created_at >= ${since}`;
  const isAsked = sql`a.enterprise_id = ${enterpriseId} and a.activity_id = any(${[...activityIds]}::uuid[])`;
  return sql`select a.activity_id, a.started_at, m.message_id as recipient_id, m.number, 'first' as road, ${columns}
      from activities a join messages m on m.enterprise_id = a.enterprise_id and m.resource_id = a.activity_id and ${hasLeft} where ${isAsked}
    union all
    select a.activity_id, a.started_at, o.message_id, o.number, 'fallback', ${columns}
      from activities a join activity_fallbacks o on o.enterprise_id = a.enterprise_id and o.activity_id = a.activity_id and o.place is not null
      join messages m on m.enterprise_id = a.enterprise_id and m.resource_id = a.fallback_run_id and m.number = o.place and ${hasLeft}
      where ${isAsked} and a.fallback_run_id is not null`;
}

const ofAnswers = (isIt: RawBuilder<unknown>) => sql`select s.recipient_id, s.sent_at, r.at from sent s
  join activity_responses r on r.enterprise_id = s.enterprise_id and r.activity_id = s.activity_id and r.message_id = s.message_id where ${isIt}`;
const ofReceipts = (statuses: RawBuilder<unknown>) => sql`select s.recipient_id, s.sent_at, coalesce((select min(e.at) from message_events e
    where e.enterprise_id = s.enterprise_id and e.message_id = s.message_id and e.kind <> 'note' and e.status in (${statuses})), s.status_at) as at
  from sent s where s.status in (${statuses})`;
/** Marks of a customer after the message has left, however long: `withinHours` of the milestone bounds them. */
const ofCustomers = (marks: RawBuilder<unknown>) => sql`select s.recipient_id, s.sent_at, w.at from sent s
  join (${marks}) w on w.customer_id = s.customer_id and w.at >= s.sent_at`;
const none = sql`select null::uuid as recipient_id, null::timestamptz as sent_at, null::timestamptz as at where false`;

/** Selects what reaches a milestone: `recipient_id`, when the message had left, and when it happened. */
function marksOf({ enterpriseId, since, streams }: Asked, { kind, variable, words, button, journeyId, journeyMilestone }: MilestoneRule) {
  switch (kind) {
    case 'delivered':
      return ofReceipts(sql`'DELIVERED', 'READ'`);
    case 'read':
      return ofReceipts(sql`'READ'`);
    case 'clicked':
      return sql`select s.recipient_id, s.sent_at, k.at from sent s join link_clicks k on k.enterprise_id = s.enterprise_id
        and k.activity_id = s.activity_id and k.message_id = s.message_id and k.kind = 'person' ${variable === '' ? sql`` : sql`and k.variable = ${variable}`}`;
    case 'replied': {
      const said = words.map((word) => sql`position(lower(${word}) in lower(r.body || ' ' || r.button)) > 0`);
      return ofAnswers(said.length === 0 ? sql`true` : sql`(${sql.join(said, sql` or `)})`);
    }
    case 'pressed':
      return ofAnswers(button === '' ? sql`r.kind = 'press'` : sql`r.kind = 'press' and r.button = ${button}`);
    case 'talked':
      return ofCustomers(sql`select c.customer_id, c.first_reply_at as at from chats c
        where c.enterprise_id = ${enterpriseId} and c.first_reply_at >= ${since}`);
    case 'optedOut':
      return sql`select s.recipient_id, s.sent_at, b.created_at as at from blacklist b cross join unnest(number_spellings(b.address)) as p (address)
        join sent s on s.address = p.address and (b.channel_id is null or b.channel_id = s.channel_id) and b.created_at >= s.sent_at
        where b.enterprise_id = ${enterpriseId} and b.kind = 'opted_out' and b.created_at >= ${since}`;
    default: {
      const [marked] = streams.map(({ marks }) => marks({ enterpriseId, kind, journeyId, milestoneId: journeyMilestone, since }));
      return marked ? ofCustomers(marked) : none;
    }
  }
}

/** One fact for each recipient and milestone, in the order of the milestones. */
export function milestoneFacts(asked: Asked): Facts {
  const { enterpriseId, campaignId, zone, milestones } = asked;
  const marks = milestones.map(
    ({ milestoneId, rule, removedAt }) => sql`select ${milestoneId}::uuid as milestone_id, k.recipient_id, min(k.at) as at
      from (${marksOf(asked, rule)}) k where true
        ${rule.withinHours === null ? sql`` : sql`and k.at <= k.sent_at + make_interval(hours => ${rule.withinHours})`}
        ${removedAt === null ? sql`` : sql`and k.at < ${removedAt}`} group by k.recipient_id`,
  );
  const ids = milestones.map(({ milestoneId }) => milestoneId);
  const local = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${zone})`;
  return sql`(with sent as materialized (select ${enterpriseId}::uuid as enterprise_id, t.* from (${sent(asked)}) t),
    recipients as (select distinct on (s.recipient_id) s.* from sent s order by s.recipient_id, s.sent_at, s.road desc),
    reached as materialized (${sql.join(marks, sql` union all `)}),
    paired as (
      select r.*, d.milestone_id, d.place, x.at as reached_at, lag(x.at) over (partition by r.recipient_id order by d.place) as former_at
      from recipients r cross join unnest(${ids}::uuid[]) with ordinality as d (milestone_id, place)
        left join reached x on x.recipient_id = r.recipient_id and x.milestone_id = d.milestone_id)
    select p.enterprise_id, ${campaignId}::uuid as item, false as is_sandbox, ${local(sql`p.started_at`)}::date as day, p.sent_at as at,
      p.activity_id, p.milestone_id, p.recipient_id, p.number, p.customer_id, p.address, p.road, p.content,
      extract(hour from ${local(sql`p.sent_at`)})::integer as sent_hour, extract(isodow from ${local(sql`p.sent_at`)})::integer as sent_weekday,
      p.reached_at, ${local(sql`p.reached_at`)}::date as reached_day, extract(hour from ${local(sql`p.reached_at`)})::integer as reached_hour,
      p.reached_at is not null as is_reached,
      greatest(0, round(extract(epoch from p.reached_at - p.sent_at) * 1000))::bigint as time_ms,
      p.former_at is not null as had_former, coalesce(p.reached_at >= p.former_at, false) as is_after_former,
      case when p.reached_at >= p.former_at then round(extract(epoch from p.reached_at - p.former_at) * 1000)::bigint end as step_ms
    from paired p)`;
}
