import { type AnalyticsHours, type AnalyticsPart, type ChatBy, noDepartment } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Facts } from '#platform/measures/facts.ts';
import type { ReadingScope } from '../access/chat.scope.ts';

/** Columns of a chat that figures of chats and of agents' times read alike; a figure reads no other. */
const ofChat = sql`x.enterprise_id, x.chat_id, x.created_at as at, x.local_day as day, x.local_hour as hour, x.channel_id, x.dept_id, x.is_sandbox,
  x.last_agent_id, x.ended_at, x.was_missed, x.outcome, x.in_open_hours`;

/** Columns that figures of chats alone read. */
const ofChatAlone = sql`0 as spell_no, null::uuid as user_id, x.outcome <> 'open' as is_ended, x.is_attended, x.missed_reason,
    coalesce(x.ended_by, 'unknown') as ended_by, x.transfers > 0 as is_transferred, x.asks_rating or x.rating is not null as was_asked, x.rating,
    x.wait_ms, x.first_reply_ms, x.handling_ms, x.suspended_ms, case when x.wait_ms is not null then w.open_wait_seconds * 1000 end as open_wait_ms`;
/** Joined by keys: a figure that needs none of them joins none, and the others read each table once and not by the chat. */
const itsSpellsAndReturns = sql`left join chat_spells s on s.enterprise_id = x.enterprise_id and s.chat_id = x.chat_id and s.spell_no = 1
    left join chats w on w.enterprise_id = x.enterprise_id and w.chat_id = x.chat_id
    left join chat_returns r on r.enterprise_id = x.enterprise_id and r.chat_id = x.chat_id`;

/** One fact a chat. */
export const chatFacts: Facts = sql`(select ${ofChat}, ${ofChatAlone}, s.chat_id is not null as is_owned, r.chat_id is not null as came_back
  from chat_facts x ${itsSpellsAndReturns})`;

/** Chats whose facts have changed since, with what the first change of each found; without any, the chat was put in since. */
export const firstChanges = (enterpriseId: string, since: Date): RawBuilder<unknown> =>
  sql`(select distinct on (c.chat_id) c.chat_id, c.former, bool_or(c.cause = 'returned') over (partition by c.chat_id) as has_returned
    from chat_late_changes c where c.enterprise_id = ${enterpriseId} and c.changed_at >= ${since} and c.cause <> 'relabelled'
    order by c.chat_id, c.change_no)`;

/** The same facts as they were at a moment of the last days, of chats that count on days that were over then. */
export const chatFactsAt = (enterpriseId: string, at: Date): Facts =>
  sql`(select ${ofChat}, ${ofChatAlone}, case when x.has_changed then x.first_agent_id is not null else s.chat_id is not null end as is_owned,
      r.chat_id is not null and not x.has_returned as came_back
    from (select n.*, false as has_changed, false as has_returned from chat_facts n
        where not exists (select from ${firstChanges(enterpriseId, at)} c where c.chat_id = n.chat_id)
      union all
      select o.*, true, c.has_returned from ${firstChanges(enterpriseId, at)} c
        join chat_facts n on n.enterprise_id = ${enterpriseId} and n.chat_id = c.chat_id
        cross join lateral jsonb_populate_record(n, c.former) o
        where c.former is not null) x ${itsSpellsAndReturns})`;

/** One fact for each time that an agent had a chat. */
export const spellFacts: Facts = sql`(select ${ofChat}, s.spell_no, s.user_id, s.ended in ('transferred', 'taken') as is_passed_on, s.first_reply_ms,
    case when s.ended_at is not null
      then greatest(0, round(extract(epoch from s.ended_at - s.began_at) * 1000)::bigint - s.suspended_ms) end as handling_ms
  from chat_spells s join chat_facts x on x.enterprise_id = s.enterprise_id and x.chat_id = s.chat_id)`;

/** Chats that are asked about, as far as their reader may know of them. */
export type Asked = {
  enterpriseId: string;
  userId: string;
  scope: ReadingScope;
  first: string;
  last: string;
  /** Those alone that began at this moment or later */
  since?: Date | undefined;
  /** Those alone that began before this moment */
  until: Date | undefined;
  isSandbox: boolean;
  /** Those alone that began in open hours of their department, or outside of them */
  hours?: AnalyticsHours | undefined;
  /** Chats of any of these; of none: all. With `noDepartment` those of no department as well */
  departmentIds: readonly string[];
  agentIds: readonly string[];
  lastAgentIds: readonly string[];
  channelIds: readonly string[];
  labelIds: readonly string[];
  /** They are asked for as they were then, of days that were over; undefined: as they are */
  at?: Date;
};

const anyOf = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`;
const hasHad = (userIds: readonly string[], isOfSpells: boolean, at: Date | undefined) =>
  isOfSpells
    ? sql`f.user_id = ${anyOf(userIds)}`
    : sql`exists (select from chat_spells o where o.enterprise_id = f.enterprise_id and o.chat_id = f.chat_id and o.user_id = ${anyOf(userIds)}
        ${at === undefined ? sql`` : sql`and o.began_at < ${at}`})`;

function ofDepartments(ids: readonly string[]): RawBuilder<unknown> {
  const named = ids.filter((id) => id !== noDepartment);
  const isNamed = sql`f.dept_id = ${anyOf(named)}`;
  if (named.length === ids.length) return isNamed;
  return named.length === 0 ? sql`f.dept_id is null` : sql`(f.dept_id is null or ${isNamed})`;
}

const isMarked = (ids: readonly string[]) => sql<boolean>`exists (select from chat_label_marks m
  where m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id and m.label_id = ${anyOf(ids)})`;
const hadLabel = (ids: readonly string[], at: Date | undefined) =>
  at === undefined
    ? isMarked(ids)
    : sql<boolean>`coalesce((select c.labels && ${[...ids]}::uuid[] from chat_late_changes c where c.enterprise_id = f.enterprise_id
        and c.chat_id = f.chat_id and c.changed_at >= ${at} and c.cause = 'relabelled' order by c.change_no limit 1), ${isMarked(ids)})`;

/** The condition on facts `f` of either kind. Of agents' times, those who see their own chats alone, and filters by an agent, ask for that agent's. */
export function isAsked(asked: Asked, isOfSpells: boolean): RawBuilder<boolean> {
  const {
    enterpriseId,
    userId,
    scope,
    first,
    last,
    since,
    until,
    isSandbox,
    hours,
    departmentIds,
    agentIds,
    lastAgentIds,
    channelIds,
    labelIds,
    at,
  } = asked;
  const narrowed = (ids: readonly string[], condition: () => RawBuilder<unknown>) => (ids.length === 0 ? [] : [condition()]);
  return sql<boolean>`${sql.join(
    [
      sql`f.enterprise_id = ${enterpriseId}`,
      sql`f.day between ${first}::date and ${last}::date`,
      ...(since === undefined ? [] : [sql`f.at >= ${since}`]),
      ...(until === undefined ? [] : [sql`f.at < ${until}`]),
      sql`f.is_sandbox = ${isSandbox}`,
      ...(hours === undefined ? [] : [sql`f.in_open_hours = ${hours === 'open'}`]),
      ...(scope === 'enterprise' ? [] : [scope === 'own' ? hasHad([userId], isOfSpells, at) : inDepartments(scope)]),
      ...narrowed(departmentIds, () => ofDepartments(departmentIds)),
      ...narrowed(agentIds, () => hasHad(agentIds, isOfSpells, at)),
      ...narrowed(lastAgentIds, () => sql`f.last_agent_id = ${anyOf(lastAgentIds)}`),
      ...narrowed(channelIds, () => sql`f.channel_id = ${anyOf(channelIds)}`),
      ...narrowed(labelIds, () => hadLabel(labelIds, at)),
    ],
    sql` and `,
  )}`;
}

const inDepartments = (departments: readonly string[]) => sql`(f.dept_id is null or f.dept_id = any(${[...departments]}::uuid[]))`;

/** Monday 0 to Sunday 6. */
export const weekday = sql`(extract(isodow from f.day)::integer - 1)`;

/** Keys by which figures are counted. */
export const keys = {
  day: { day: sql`f.day` },
  hour: { weekday, hour: sql`f.hour` },
  channel: { key: sql`f.channel_id` },
  department: { key: sql`f.dept_id` },
  label: { key: sql`f.label_id` },
  agent: { key: sql`f.user_id` },
  lastAgent: { key: sql`f.last_agent_id` },
};

/** One fact for each label of its chat. */
export const byLabel = (facts: Facts): Facts => sql`(select m.label_id, f.* from ${facts} f
  join chat_label_marks m on m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id)`;
export const labelFacts = byLabel(chatFacts);

/** The part of each kind that a chat is in: text, empty where it has none. */
export const partOf: Readonly<Record<AnalyticsPart, RawBuilder<string>>> = Object.fromEntries(
  Object.entries({
    department: sql`f.dept_id`,
    lastAgent: sql`f.last_agent_id`,
    channel: sql`f.channel_id`,
    labels: sql`(select string_agg(m.label_id::text, ',' order by m.label_id) from chat_label_marks m
      where m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id)`,
    weekday: sql`${weekday} + 1`,
    hour: sql`f.hour`,
    outcome: sql`f.outcome`,
  }).map(([by, key]) => [by, sql<string>`coalesce((${key})::text, '')`]),
) as Record<AnalyticsPart, RawBuilder<string>>;

/** The key of the parts into which boards divide figures; undefined: one whole. The agent of a chat is the last one. */
export function keyOf(by: ChatBy, isOfSpells: boolean): RawBuilder<string> | undefined {
  if (by === 'none') return undefined;
  const columns = {
    day: sql`f.day`,
    hour: sql`f.hour`,
    department: sql`f.dept_id`,
    agent: isOfSpells ? sql`f.user_id` : sql`f.last_agent_id`,
    channel: sql`f.channel_id`,
    label: sql`f.label_id`,
  };
  return sql<string>`coalesce((${columns[by]})::text, '')`;
}

/** The condition of one of these parts on facts without a row for each label. */
export const isOfPart = ({ by, part }: { by: ChatBy; part: string }, isOfSpells: boolean): RawBuilder<boolean> =>
  by === 'label'
    ? sql<boolean>`exists (select from chat_label_marks m where m.enterprise_id = f.enterprise_id and m.chat_id = f.chat_id
        and m.label_id::text = ${part})`
    : sql<boolean>`${keyOf(by, isOfSpells) ?? sql`''`} = ${part}`;
