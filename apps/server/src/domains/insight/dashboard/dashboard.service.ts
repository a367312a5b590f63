import { chatStates, type MissedChat, missedChatsMax, screens } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { type Ctx, can } from '../../../context.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import { countRunning } from '../../outreach/door.ts';

export type DashboardPoint = {
  date: string;
  avgPickedUpInterval: number | null;
  chatCount: number;
  noOfAttendedChats: number;
  noOfMissedChats: number;
};
export type DashboardQuery = {
  fromDate: string;
  toDate: string;
  timeType: 'HOUR' | 'DAY';
  clientOffset: number;
  hours: 'all' | 'open';
};

const longestDays = 400;

/**
 * Chats that started in the span, by hour or day of the reader's clock; every hour or day of the span has a point. A chat counts when it
 * started, and both as missed and as attended when it was picked up after it was missed; the wait runs from entering the queue to the first pickup.
 * @param query `clientOffset` minutes east of UTC; `hours` open: the wait is that of open hours, of the chats of which it was reckoned at their pickup
 */
export function getDashboard(ctx: Ctx, query: DashboardQuery): Promise<DashboardPoint[]> {
  const unit = query.timeType === 'HOUR' ? 'hour' : 'day';
  const from = new Date(query.fromDate);
  const to = new Date(Math.min(new Date(query.toDate).getTime(), from.getTime() + longestDays * 86_400_000));
  const { dataScope, departments, userId } = ctx.actor;
  const waited = query.hours === 'open' ? sql`c.open_wait_seconds` : sql`extract(epoch from c.picked_up_at - c.queued_at)`;
  return ctx.read(async (tx) => {
    const { rows } = await sql<DashboardPoint>`
      with counted as (
        select date_trunc(${unit}, (c.created_at at time zone 'UTC') + make_interval(mins => ${query.clientOffset})) as slot,
          count(*) as chat_count,
          count(*) filter (where c.picked_up_at is not null) as attended,
          count(*) filter (where c.missed_at is not null) as missed,
          avg(${waited}) filter (where c.picked_up_at is not null and c.queued_at is not null) as waited
        from chats c
        where c.enterprise_id = ${ctx.enterpriseId} and c.created_at >= ${from} and c.created_at <= ${to}
          and (${dataScope} = 'enterprise' or (${dataScope} = 'department' and (c.dept_id is null or c.dept_id = any(${[...departments]}::uuid[])))
            or exists (select from chat_participants p
              where p.enterprise_id = c.enterprise_id and p.chat_id = c.chat_id and p.user_id = ${userId}))
        group by 1
      )
      select to_char(s.slot, 'YYYY-MM-DD"T"HH24:MI:SS') as date, ${query.hours === 'open' ? sql`round(n.waited::numeric, 1)` : sql`round(coalesce(n.waited, 0)::numeric, 1)`} as "avgPickedUpInterval",
        coalesce(n.chat_count, 0) as "chatCount", coalesce(n.attended, 0) as "noOfAttendedChats", coalesce(n.missed, 0) as "noOfMissedChats"
      from generate_series(
        date_trunc(${unit}, (${from}::timestamptz at time zone 'UTC') + make_interval(mins => ${query.clientOffset})),
        date_trunc(${unit}, (${to}::timestamptz at time zone 'UTC') + make_interval(mins => ${query.clientOffset})),
        ${`1 ${unit}`}::interval) as s(slot)
      left join counted n using (slot) order by s.slot`.execute(tx);
    return rows;
  });
}

/** Limits the chats: users who see the enterprise count all, others those of their departments and of none. */
function ofDepartments({ actor }: Ctx, chats: 'c' | 'chats') {
  if (actor.dataScope === 'enterprise') return sql<boolean>`true`;
  const deptId = sql.ref(`${chats}.deptId`);
  return sql<boolean>`(${deptId} is null or ${deptId} = any(${[...actor.departments]}::uuid[]))`;
}

async function countChats(tx: Read, ctx: Ctx, kind: 'waiting' | 'mine' | 'missed', since: Date): Promise<number> {
  const base = tx
    .selectFrom('chats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', ctx.enterpriseId)
    .$if(kind !== 'mine', (query) => query.where(ofDepartments(ctx, 'chats')));
  const row = await (kind === 'waiting'
    ? base.where('handledBy', '=', 'queue').where('state', '=', chatStates.created)
    : kind === 'mine'
      ? base.where('ownerId', '=', ctx.actor.userId).where('state', 'in', [chatStates.started, chatStates.ongoing, chatStates.suspended])
      : base.where('missedAt', '>=', since)
  ).executeTakeFirstOrThrow();
  return row.count;
}

async function countMessages(tx: Read, ctx: Ctx, since: Date) {
  const rows = await tx
    .selectFrom('messages')
    .select(['status'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('createdAt', '>=', since)
    .groupBy('status')
    .execute();
  const count = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    sent: count('SENT'),
    delivered: count('DELIVERED'),
    read: count('READ'),
    failed: count('FAILED'),
    unknown: count('UNKNOWN'),
    received: count('RECEIVED'),
  };
}

function startOfDay(now: Date, clientOffset: number): Date {
  const local = new Date(now.getTime() + clientOffset * 60_000);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) - clientOffset * 60_000);
}

/** The chats that the card "missed today" counts, the latest first, also those that somebody has picked up since. */
export function listMissed(ctx: Ctx, clientOffset: number): Promise<MissedChat[]> {
  const eyes = readingOf(ctx.actor);
  return ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('chats as c')
      .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
      .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'c.enterpriseId').onRef('u.userId', '=', 'c.ownerId'))
      .select(['c.chatId', 'c.state', 'c.missedAt', 'k.name as customerName', 'u.name as agentName'])
      .where('c.enterpriseId', '=', ctx.enterpriseId)
      .where(ofDepartments(ctx, 'c'))
      .where('c.missedAt', '>=', startOfDay(ctx.now(), clientOffset))
      .orderBy('c.missedAt', 'desc')
      .limit(missedChatsMax)
      .execute();
    return rows.map((row) => ({
      chatId: row.chatId,
      customerName: shownName(row.customerName, eyes),
      missedAt: (row.missedAt as Date).toISOString(),
      pickedUpBy: row.state === chatStates.missed ? '' : (row.agentName ?? ''),
    }));
  });
}

/** Figures of the cards, each for users who may open its screen; today is the reader's. */
export function getCards(ctx: Ctx, clientOffset: number) {
  const since = startOfDay(ctx.now(), clientOffset);
  const handles = can(ctx.actor, 'CHAT.HANDLE');
  const seesAll = can(ctx.actor, 'CHAT.VIEW_ANALYTICS');
  return ctx.read(async (tx) => ({
    waitingNow: handles ? await countChats(tx, ctx, 'waiting', since) : null,
    myOpenChats: handles ? await countChats(tx, ctx, 'mine', since) : null,
    missedToday: handles || seesAll ? await countChats(tx, ctx, 'missed', since) : null,
    campaignsRunning: screens.campaignList.permissions.some((permission) => can(ctx.actor, permission))
      ? await countRunning(tx, ctx.actor)
      : null,
    // Counts in days of UTC, as the delivery report, which has their rows.
    messagesToday: seesAll ? await countMessages(tx, ctx, startOfDay(ctx.now(), 0)) : null,
  }));
}
