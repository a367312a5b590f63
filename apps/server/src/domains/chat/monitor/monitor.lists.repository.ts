import { agentStatuses, chatStates, type MonitorDesk, type MonitorSort, type MonitorState, noDepartment } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { handlesChats } from '../access/chat.people.ts';
import { holdsOn, type KindOfDesk } from '../desk/desk.repository.ts';
import { limitOfAgent } from './monitor.repository.ts';
import type { Sight } from './monitor.scope.ts';

const { created, started, ongoing, suspended, closed, missed } = chatStates;
const ended = sql`(${sql.lit(closed)}, ${sql.lit(missed)})`;

export type AgentFilter = {
  sight: Sight;
  department: string;
  name: string;
  agentStatus: number;
  desk: MonitorDesk | '';
  /** Id of the last agent of the page above */
  after: string;
  limit: number;
};

export type AgentRow = KindOfDesk & {
  userId: string;
  name: string;
  status: number;
  reason: string;
  since: Date;
  load: number;
  limit: number;
  missedInRow: number;
  wrapUntil: Date | null;
  departments: { id: string; name: string }[];
  open: number;
  longestUnansweredSince: Date | null;
  lastActivityAt: Date;
};

const isMemberOf = (departmentIds: RawBuilder<unknown>) => sql<boolean>`exists (select from department_members m
  join departments p on p.enterprise_id = m.enterprise_id and p.department_id = m.department_id and p.deleted_at is null
  where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and m.department_id = any(${departmentIds}))`;

/** The same conditions as those of the figures. */
const desks = (enterpriseId: string): Record<MonitorDesk, RawBuilder<unknown>> => ({
  full: sql`d.status = ${sql.lit(agentStatuses.online)} and d.load >= 100 * ${limitOfAgent(enterpriseId)}`,
  wrapUp: sql`d.status = ${sql.lit(agentStatuses.online)} and d.wrap_until > now()`,
});

/** A page of agents by name. What they last did is looked up for the page alone. */
export async function listMonitorAgents(
  tx: Read,
  enterpriseId: string,
  { sight, department, name, agentStatus, desk, after, limit }: AgentFilter,
): Promise<AgentRow[]> {
  const inSight = sight === 'all' ? sql`true` : sight === 'nothing' ? sql`false` : isMemberOf(sql`${[...sight]}::uuid[]`);
  const { rows } = await sql<AgentRow>`
    with page as (
      select u.user_id, u.name, d.status, d.reason, d.since, d.load, d.missed_in_row, d.wrap_until, d.idle_since,
        ${limitOfAgent(enterpriseId)} as most, k.status_id, k.name as own_name, k.name_hi as own_name_hi, k.colour as own_colour
      from users u join agent_desks d on d.enterprise_id = u.enterprise_id and d.user_id = u.user_id
        left join agent_status_kinds k on ${holdsOn('k', 'd')}
      where u.enterprise_id = ${enterpriseId} and ${handlesChats('u')} and ${inSight}
        and ${department === '' ? sql`true` : isMemberOf(sql`array[${department}::uuid]`)}
        and ${name === '' ? sql`true` : sql`u.name ilike ${containing(name)}`}
        and ${agentStatus === -1 ? sql`true` : sql`d.status = ${agentStatus}`}
        and ${desk === '' ? sql`true` : desks(enterpriseId)[desk]}
        and ${
          after === ''
            ? sql`true`
            : sql`(lower(u.name), u.user_id) > (select lower(l.name), l.user_id from users l where l.enterprise_id = ${enterpriseId} and l.user_id = ${after}::uuid)`
        }
      order by lower(u.name), u.user_id limit ${limit}
    )
    select g.user_id, g.name, g.status, g.reason, g.since, g.load, g.most as "limit", g.missed_in_row, g.wrap_until,
      g.status_id, g.own_name, g.own_name_hi, g.own_colour,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.department_id, 'name', p.name) order by lower(p.name)) from department_members m
        join departments p on p.enterprise_id = m.enterprise_id and p.department_id = m.department_id and p.deleted_at is null
        where m.enterprise_id = ${enterpriseId} and m.user_id = g.user_id), '[]') as departments,
      coalesce(o.open, 0) as open, o.unanswered as longest_unanswered_since, greatest(g.since, g.idle_since, o.said) as last_activity_at
    from page g left join lateral (
      select count(*)::integer as open, min(c.waiting_since) filter (where c.state <> ${sql.lit(suspended)}) as unanswered, max(w.acted_on) as said
      from chats c left join lateral (
        select a.acted_on from chat_actions a where a.enterprise_id = c.enterprise_id and a.chat_id = c.chat_id and a.acted_on >= c.created_at
          and a.author_id = g.user_id order by a.number desc limit 1) w on true
      where c.enterprise_id = ${enterpriseId} and c.owner_id = g.user_id
        and c.state in (${sql.lit(started)}, ${sql.lit(ongoing)}, ${sql.lit(suspended)})) o on true
    order by lower(g.name), g.user_id`.execute(tx);
  return rows;
}

export type ChatFilter = {
  sight: Sight;
  department: string;
  channel: number | undefined;
  state: MonitorState | '';
  agentId: string;
  name: string;
  sort: MonitorSort;
  before: { at: Date; chatId: string } | undefined;
  limit: number;
};

export type ChatRow = {
  chatId: string;
  chatNo: number | null;
  customerName: string;
  channelType: number;
  channelName: string;
  deptId: string | null;
  departmentName: string;
  agentId: string | null;
  agentName: string;
  offeredTo: string;
  state: number;
  handledBy: 'bot' | 'queue' | 'agent' | 'stream';
  priority: number;
  waitingSince: Date | null;
  createdAt: Date;
  unread: number;
  routeNo: number;
  at: Date;
};

const states: Record<MonitorState, RawBuilder<unknown>> = {
  waiting: sql`c.handled_by = 'queue' and c.state = ${sql.lit(created)}`,
  offered: sql`exists (select from chat_offers o where o.enterprise_id = c.enterprise_id and o.chat_id = c.chat_id and o.state = 'waiting'
    and o.kind <> 'invite')`,
  open: sql`c.owner_id is not null`,
  suspended: sql`c.state = ${sql.lit(suspended)}`,
  automatic: sql`c.handled_by in ('bot', 'stream')`,
  red: sql`c.service <> '{}' and exists (select from jsonb_each(c.service->'running') t where (t.value->>'redAt')::timestamptz <= now())`,
  missed: sql`true`,
};

/** Chats that were missed today are listed whatever has become of them; else those that are open. */
const listed = (enterpriseId: string, state: MonitorState | '') =>
  state === 'missed'
    ? sql`c.missed_at >= (select date_trunc('day', now() at time zone e.time_zone) at time zone e.time_zone from enterprises e
        where e.enterprise_id = ${enterpriseId})`
    : sql`c.state not in ${ended}`;

/** A page of open chats, whose order is that of an index of open chats, or of the chats that were missed today. */
export async function listMonitorChats(tx: Read, enterpriseId: string, filter: ChatFilter): Promise<ChatRow[]> {
  const { sight, department, channel, state, agentId, name, before, limit } = filter;
  // Nobody waits in a chat that has ended.
  const sort = state === 'missed' ? 'newest' : filter.sort;
  const at = sort === 'waiting' ? sql`c.waiting_since` : sql`c.created_at`;
  const direction = sort === 'waiting' ? sql`asc` : sql`desc`;
  const behind = sort === 'waiting' ? sql`>` : sql`<`;
  const inSight =
    sight === 'all' ? sql`true` : sight === 'nothing' ? sql`false` : sql`(c.dept_id is null or c.dept_id = any(${[...sight]}::uuid[]))`;
  const { rows } = await sql<ChatRow>`
    select c.chat_id, c.chat_no, k.name as customer_name, h.type as channel_type, h.name as channel_name, c.dept_id,
      coalesce(d.name, '') as department_name, c.owner_id as agent_id, coalesce(u.name, '') as agent_name,
      coalesce((select string_agg(t.name, ', ' order by o.created_at) from chat_offers o
        join users t on t.enterprise_id = o.enterprise_id and t.user_id = o.to_user_id
        where o.enterprise_id = c.enterprise_id and o.chat_id = c.chat_id and o.state = 'waiting' and o.kind <> 'invite'), '') as offered_to,
      c.state, c.handled_by, c.priority, c.waiting_since, c.created_at, c.route_no,
      case when c.owner_id is null then 0 else greatest(0, c.customer_count - coalesce(p.read_count, 0)) end as unread, ${at} as at
    from chats c
      join customers k on k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id
      join channels h on h.enterprise_id = c.enterprise_id and h.channel_id = c.channel_id
      left join departments d on d.enterprise_id = c.enterprise_id and d.department_id = c.dept_id
      left join users u on u.enterprise_id = c.enterprise_id and u.user_id = c.owner_id
      left join chat_participants p on p.enterprise_id = c.enterprise_id and p.chat_id = c.chat_id and p.user_id = c.owner_id
    where c.enterprise_id = ${enterpriseId} and ${listed(enterpriseId, state)} and ${inSight}
      and ${sort === 'waiting' ? sql`c.waiting_since is not null` : sql`true`}
      and ${department === '' ? sql`true` : department === noDepartment ? sql`c.dept_id is null` : sql`c.dept_id = ${department}::uuid`}
      and ${channel === undefined ? sql`true` : sql`h.type = ${channel}`}
      and ${state === '' ? sql`true` : states[state]}
      and ${agentId === '' ? sql`true` : sql`c.owner_id = ${agentId}::uuid`}
      and ${name === '' ? sql`true` : sql`k.name ilike ${containing(name)}`}
      and ${before ? sql`(${at}, c.chat_id) ${behind} (${before.at}, ${before.chatId}::uuid)` : sql`true`}
    order by ${at} ${direction}, c.chat_id ${direction} limit ${limit}`.execute(tx);
  return rows;
}

export type PresenceRow = KindOfDesk & {
  startedAt: Date;
  endedAt: Date | null;
  status: number;
  reason: string;
  by: string;
};

/** Statuses of an agent that lasted at some time of a span, oldest first. */
export async function listPresence(tx: Read, enterpriseId: string, userId: string, from: Date, until: Date): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    select p.started_at, p.ended_at, p.status, p.reason, coalesce(b.name, '') as by,
      k.status_id, k.name as own_name, k.name_hi as own_name_hi, k.colour as own_colour
    from agent_presence p
      left join users b on b.enterprise_id = p.enterprise_id and b.user_id = p.by_user_id
      left join agent_status_kinds k on k.enterprise_id = p.enterprise_id and k.status_id = p.status_kind_id and k.base = p.status
        and p.status <> ${sql.lit(agentStatuses.offline)}
    where p.enterprise_id = ${enterpriseId} and p.user_id = ${userId} and p.started_at < ${until}
      and (p.ended_at is null or p.ended_at > ${from})
    order by p.started_at`.execute(tx);
  return rows;
}
