import { agentStatuses, chatActionTypes, chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { handlesChats } from '../access/chat.people.ts';
import type { AlarmRow, LimitsRow } from '../alarm/alarm.repository.ts';
import { departmentLimit } from '../settings/settings.repository.ts';
import { resolve } from '../settings/settings.rules.ts';

/** Departments that a user manages. */
export async function listManaged(tx: Read, enterpriseId: string, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('departments')
    .select('departmentId')
    .where('enterpriseId', '=', enterpriseId)
    .where('managerId', '=', userId)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ departmentId }) => departmentId);
}

const { maxOpenChats } = resolve({ enterprise: null, department: null }).chat;

/** The limit of the agent `u` of a query, in chats: their own, else the largest of their departments', else the enterprise's. */
export const limitOfAgent = (enterpriseId: string) => sql<number>`coalesce(u.max_chats, ${departmentLimit('u')},
  (select (s.own->>'maxOpenChats')::integer from chat_settings s where s.enterprise_id = ${enterpriseId} and s.dept_id is null
    order by s.settings_no desc limit 1), ${maxOpenChats}::integer)`;

/** Agents who are of the same departments, in figures. */
type Crew = { departments: string[]; online: number; away: number; full: number; inWrapUp: number };

/** @property deptId null: chats of no department @property crews of these alone; null: nobody is there */
export type FiguresRow = {
  asOf: Date;
  deptId: string | null;
  name: string;
  waiting: number;
  longestWaitSince: Date | null;
  offered: number;
  open: number;
  longestUnansweredSince: Date | null;
  online: number;
  away: number;
  full: number;
  inWrapUp: number;
  missedToday: number;
  oldestRedSince: Date | null;
  limits: LimitsRow | null;
  crews: Crew[] | null;
  alarms: (Omit<AlarmRow, 'since' | 'belowSince' | 'enterpriseId' | 'departmentName'> & { since: string; belowSince: string | null })[];
};

const { created, started, ongoing, suspended, closed, missed } = chatStates;
const open = sql`(${sql.lit(started)}, ${sql.lit(ongoing)}, ${sql.lit(suspended)})`;
const ended = sql`(${sql.lit(closed)}, ${sql.lit(missed)})`;

/** Reads all figures of an enterprise in one statement, so that they are of one snapshot. Each part reads an index of open chats alone. */
export async function readFigures(tx: Read, enterpriseId: string): Promise<FiguresRow[]> {
  const { rows } = await sql<FiguresRow>`
    with places as (
      select d.department_id as dept_id, d.name from departments d where d.enterprise_id = ${enterpriseId} and d.deleted_at is null
      union all select null, ''
    ), today as (
      select date_trunc('day', now() at time zone e.time_zone) at time zone e.time_zone as midnight from enterprises e
      where e.enterprise_id = ${enterpriseId}
    ), queued as (
      select c.dept_id, count(*)::integer as waiting, min(coalesce(c.waiting_since, c.created_at)) as longest from chats c
      where c.enterprise_id = ${enterpriseId} and c.handled_by = 'queue' and c.state = ${sql.lit(created)} group by c.dept_id
    ), on_offer as (
      select c.dept_id, count(distinct c.chat_id)::integer as offered from chat_offers o
      join chats c on c.enterprise_id = o.enterprise_id and c.chat_id = o.chat_id
      where o.enterprise_id = ${enterpriseId} and o.state = 'waiting' and o.kind <> 'invite' group by c.dept_id
    ), served as (
      select c.dept_id, count(*)::integer as open, min(c.waiting_since) filter (where c.state <> ${sql.lit(suspended)}) as unanswered from chats c
      where c.enterprise_id = ${enterpriseId} and c.owner_id is not null and c.state in ${open} group by c.dept_id
    ), lost as (
      select c.dept_id, count(*)::integer as missed from chats c
      where c.enterprise_id = ${enterpriseId} and c.missed_at >= (select midnight from today) group by c.dept_id
    ), red as (
      select c.dept_id, min((t.value->>'redAt')::timestamptz) as since from chats c cross join lateral jsonb_each(c.service->'running') t
      where c.enterprise_id = ${enterpriseId} and c.state not in ${ended} and c.service <> '{}' and (t.value->>'redAt')::timestamptz <= now()
      group by c.dept_id
    ), agents as (
      select u.user_id, d.status, d.load >= 100 * ${limitOfAgent(enterpriseId)} as is_full, coalesce(d.wrap_until > now(), false) as wraps_up
      from users u join agent_desks d on d.enterprise_id = u.enterprise_id and d.user_id = u.user_id
      where u.enterprise_id = ${enterpriseId} and d.status <> ${sql.lit(agentStatuses.offline)} and ${handlesChats('u')}
    ), staff as (
      select p.dept_id,
        count(*) filter (where p.status = ${sql.lit(agentStatuses.online)})::integer as online,
        count(*) filter (where p.status = ${sql.lit(agentStatuses.away)})::integer as away,
        count(*) filter (where p.status = ${sql.lit(agentStatuses.online)} and p.is_full)::integer as full_up,
        count(*) filter (where p.status = ${sql.lit(agentStatuses.online)} and p.wraps_up)::integer as wrapping
      from (select null::uuid as dept_id, a.* from agents a
        union all select m.department_id, a.* from agents a
          join department_members m on m.enterprise_id = ${enterpriseId} and m.user_id = a.user_id) p
      group by p.dept_id
    ), crews as (
      select jsonb_agg(jsonb_build_object('departments', k.departments, 'online', k.online, 'away', k.away, 'full', k.full_up,
          'inWrapUp', k.wrapping)) as list
      from (select x.departments,
          count(*) filter (where x.status = ${sql.lit(agentStatuses.online)}) as online,
          count(*) filter (where x.status = ${sql.lit(agentStatuses.away)}) as away,
          count(*) filter (where x.status = ${sql.lit(agentStatuses.online)} and x.is_full) as full_up,
          count(*) filter (where x.status = ${sql.lit(agentStatuses.online)} and x.wraps_up) as wrapping
        from (select a.*, array(select m.department_id from department_members m join departments d on d.enterprise_id = m.enterprise_id
              and d.department_id = m.department_id and d.deleted_at is null
            where m.enterprise_id = ${enterpriseId} and m.user_id = a.user_id order by m.department_id) as departments from agents a) x
        group by x.departments) k
    )
    select now() as as_of, p.dept_id, p.name, coalesce(q.waiting, 0) as waiting, q.longest as longest_wait_since, coalesce(o.offered, 0) as offered,
      coalesce(s.open, 0) as open, s.unanswered as longest_unanswered_since, coalesce(t.online, 0) as online, coalesce(t.away, 0) as away,
      coalesce(t.full_up, 0) as full, coalesce(t.wrapping, 0) as in_wrap_up, coalesce(l.missed, 0) as missed_today, r.since as oldest_red_since,
      case when p.dept_id is null then (select list from crews) end as crews,
      (select jsonb_build_object('waitSeconds', a.wait_seconds, 'unansweredSeconds', a.unanswered_seconds, 'queueLength', a.queue_length,
          'nobodyOnline', a.nobody_online, 'version', a.version)
        from chat_alarm_limits a where a.enterprise_id = ${enterpriseId} and a.dept_id is not distinct from p.dept_id) as limits,
      coalesce((select jsonb_agg(jsonb_build_object('alarmId', a.alarm_id, 'deptId', a.dept_id, 'kind', a.kind, 'since', a.since,
          'belowSince', a.below_since, 'figure', a.figure, 'limitValue', a.limit_value) order by a.since, a.alarm_id)
        from chat_alarms a where a.enterprise_id = ${enterpriseId} and a.dept_id is not distinct from p.dept_id), '[]') as alarms
    from places p
    left join queued q on q.dept_id is not distinct from p.dept_id
    left join on_offer o on o.dept_id is not distinct from p.dept_id
    left join served s on s.dept_id is not distinct from p.dept_id
    left join lost l on l.dept_id is not distinct from p.dept_id
    left join red r on r.dept_id is not distinct from p.dept_id
    left join staff t on t.dept_id is not distinct from p.dept_id
    order by p.dept_id is null, lower(p.name), p.dept_id`.execute(tx);
  return rows;
}

/** Enterprises in which an alarm may ring, or rings. */
export async function listAlarmed(db: Read): Promise<string[]> {
  const { rows } = await sql<{ enterpriseId: string }>`select enterprise_id from alarmed_enterprises()`.execute(db);
  return rows.map(({ enterpriseId }) => enterpriseId);
}

const { agentPickedUp, agentTransferred, agentClosedChat, agentMissedChat } = chatActionTypes;
const ends = [agentPickedUp, agentClosedChat, agentMissedChat];

/** Finds who has given a chat another agent, department, queue, offer or end last, and when. @returns undefined: nobody by name */
export async function findMover(tx: Tx, enterpriseId: string, chatId: string): Promise<{ name: string; at: Date } | undefined> {
  const { rows } = await sql<{ name: string; at: Date }>`
    select m.name, m.at from (
      (select a.author_name as name, a.acted_on as at from chat_actions a join chats c on c.enterprise_id = a.enterprise_id and c.chat_id = a.chat_id
        where a.enterprise_id = ${enterpriseId} and a.chat_id = ${chatId} and a.acted_on >= c.created_at
          and (a.action_type = any(${ends}::smallint[])
            or (a.action_type = ${sql.lit(agentTransferred)} and a.detail ?| array['departmentId', 'returnedTo']))
        order by a.number desc limit 1)
      union all
      (select s.author_name, s.at from chat_sides s where s.enterprise_id = ${enterpriseId} and s.chat_id = ${chatId}
          and s.detail -> 'monitor' ->> 'did' in ('taken', 'moved', 'closed') order by s.side_no desc limit 1)
      union all
      (select coalesce(u.name, o.from_name), o.created_at from chat_offers o
        left join users u on u.enterprise_id = o.enterprise_id and u.user_id = o.from_user_id
        where o.enterprise_id = ${enterpriseId} and o.chat_id = ${chatId} and o.kind <> 'invite' order by o.created_at desc limit 1)) m
    order by m.at desc limit 1`.execute(tx);
  return rows[0];
}

/** Finds an agent's name and departments. @returns undefined: no such user, or one who handles no chats */
export async function findStaff(
  tx: Read,
  enterpriseId: string,
  userId: string,
): Promise<{ name: string; departmentIds: string[] } | undefined> {
  const { rows } = await sql<{ name: string; departmentIds: string[] }>`
    select u.name, array(select m.department_id from department_members m join departments d on d.enterprise_id = m.enterprise_id
        and d.department_id = m.department_id and d.deleted_at is null
      where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id) as department_ids
    from users u where u.enterprise_id = ${enterpriseId} and u.user_id = ${userId} and ${handlesChats('u')}`.execute(tx);
  return rows[0];
}

/** A chat as the audit trail knows it. */
export async function findActedOn(tx: Read, enterpriseId: string, chatId: string) {
  const { rows } = await sql<{
    chatNo: number | null;
    state: number;
    owner: string;
    offeredTo: string;
    department: string | null;
    priority: number;
  }>`select c.chat_no, c.state, coalesce(u.name, '') as owner, c.dept_id as department, c.priority,
      coalesce((select string_agg(t.name, ', ' order by o.created_at) from chat_offers o
        join users t on t.enterprise_id = o.enterprise_id and t.user_id = o.to_user_id
        where o.enterprise_id = c.enterprise_id and o.chat_id = c.chat_id and o.state = 'waiting' and o.kind <> 'invite'), '') as offered_to
    from chats c left join users u on u.enterprise_id = c.enterprise_id and u.user_id = c.owner_id
    where c.enterprise_id = ${enterpriseId} and c.chat_id = ${chatId}`.execute(tx);
  return rows[0];
}
