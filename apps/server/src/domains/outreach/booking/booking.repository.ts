import { activityStates, type BookingKind, scheduleDays, screens } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { channelsOf } from '../../../channel-right.ts';
import { type Actor, can } from '../../../context.ts';
import { maySee } from '../row/campaign.repository.ts';

/** The time from the first instant until before the last one; bookings that wait for somebody stand at `now`. */
export type Span = { from: Date; until: Date; now: Date };

export type BookingRow = {
  kind: BookingKind;
  id: string;
  name: string;
  at: Date;
  hasTime: boolean;
  hasStarted: boolean;
  /** True if the caller may see it by name */
  isSeen: boolean;
  approval: string;
  isScheduled: boolean;
  isEnded: boolean;
  isPaused: boolean;
  isFreezing: boolean;
  isMarketing: boolean;
  channelId: string | null;
  channelType: number | null;
  channelName: string | null;
  makerId: string;
  makerName: string | null;
  /** The count before the start */
  planned: number;
};

/**
 * Iterations that wait for approval or have it, and broadcasts: by the time of their start. A started one that lies in the bin has been
 * sent all the same, and counts. Those that were stopped before they began, and test sendings, are no bookings.
 */
export async function listBookings(tx: Read, actor: Actor, span: Span, limit: number): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    select * from (${activities(actor, span)} union all ${broadcasts(actor, span)}) as booked order by at, id limit ${limit}`.execute(tx);
  return rows;
}

const activities = (actor: Actor, { from, until, now }: Span) => sql`
  select 'campaign' as kind, a.activity_id as id, c.name || ' #' || a.number as name,
    coalesce(a.started_at, greatest(a.starts_at, ${now}::timestamptz)) as at,
    a.started_at is not null or coalesce(a.starts_at > ${now}, false) as has_time, a.started_at is not null as has_started,
    (${maySee(actor)} and a.deleted_at is null and c.deleted_at is null) as is_seen,
    a.approval, a.state = ${sql.lit(activityStates.scheduled)} as is_scheduled, (a.completed_at is not null or a.state = ${sql.lit(activityStates.stopped)}) as is_ended,
    coalesce(r.is_paused, false) as is_paused, coalesce(r.state = 'freezing', false) as is_freezing,
    coalesce(r.is_marketing, t.category = 'MARKETING', false) as is_marketing,
    a.channel_id, h.type as channel_type, h.name as channel_name, a.last_edited_by as maker_id, u.name as maker_name,
    coalesce((a.breakdown->>'reachable')::integer, 0) as planned
  from activities a
  join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id
  left join send_runs r on r.enterprise_id = a.enterprise_id and r.run_id = a.activity_id
  left join templates t on t.enterprise_id = a.enterprise_id and t.template_id = a.template_id
  left join channels h on h.enterprise_id = a.enterprise_id and h.channel_id = a.channel_id
  left join users u on u.enterprise_id = a.enterprise_id and u.user_id = a.last_edited_by
  where a.enterprise_id = ${actor.enterpriseId} and (
    (a.started_at >= ${from} and a.started_at < ${until})
    or (a.started_at is null and a.state in (${sql.lit(activityStates.created)}, ${sql.lit(activityStates.scheduled)}) and a.approval in ('Submitted', 'Approved') and a.deleted_at is null and c.deleted_at is null
      and greatest(a.starts_at, ${now}) >= ${from} and greatest(a.starts_at, ${now}) < ${until}))`;

/** Users with the permission to send broadcasts see all of them, as in their list; a key sees those of its channels. */
function broadcasts(actor: Actor, { from, until, now }: Span) {
  const channels = channelsOf(actor);
  const byKey = channels.length === 0 ? sql`true` : sql`b.channel_id = any(${[...channels]}::uuid[])`;
  const isReader = screens.broadcasts.permissions.some((permission) => can(actor, permission));
  const earliest = new Date(from.getTime() - (scheduleDays + 1) * 86_400_000);
  return sql`
  select 'broadcast', b.broadcast_id, b.name, s.at, true, r.state <> 'scheduled', ${isReader ? byKey : sql`false`},
    'Approved', r.state = 'scheduled', r.state in ('done', 'cancelling', 'cancelled'), r.is_paused, r.state = 'freezing', r.is_marketing,
    b.channel_id, h.type, h.name, b.created_by, u.name,
    jsonb_array_length(b.phone_numbers) + coalesce((select sum(g.customer_count)::integer from jsonb_array_elements_text(b.group_ids) as e(id)
      join customer_sets g on g.enterprise_id = b.enterprise_id and g.set_id = e.id::uuid), 0)
  from broadcasts b
  join send_runs r on r.enterprise_id = b.enterprise_id and r.run_id = b.broadcast_id
  cross join lateral (select case when r.state = 'scheduled' then greatest(r.starts_at, ${now}::timestamptz)
    else coalesce(r.starts_at, b.created_at) end as at) s
  left join channels h on h.enterprise_id = b.enterprise_id and h.channel_id = b.channel_id
  left join users u on u.enterprise_id = b.enterprise_id and u.user_id = b.created_by
  where b.enterprise_id = ${actor.enterpriseId} and b.created_at >= ${earliest} and b.created_at < ${until}
    and s.at >= ${from} and s.at < ${until} and b.resource_type <> 'CAMPAIGN'
    and not (r.state in ('cancelling', 'cancelled') and r.frozen_up_to = 0)`;
}
