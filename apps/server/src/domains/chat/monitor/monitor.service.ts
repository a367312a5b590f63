import {
  type ChatAlarm,
  type MonitorAgent,
  type MonitorChat,
  type MonitorDesk,
  type MonitorFigures,
  type MonitorQueue,
  type MonitorSort,
  type MonitorState,
  type PresenceInterval,
  showChatNumber,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { addDays, dayOf, startOfDay } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { listAlarms } from '../alarm/alarm.repository.ts';
import { presentAlarm, presentLimits } from '../alarm/alarm.service.ts';
import { presentOwnStatus } from '../desk/desk.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import {
  type AgentRow,
  type ChatRow,
  listMonitorAgents,
  listMonitorChats,
  listPresence,
  type PresenceRow,
} from './monitor.lists.repository.ts';
import { type FiguresRow, findStaff, readFigures } from './monitor.repository.ts';
import { type Acting, mayAct, readActing, type Sight, sees, sightOf } from './monitor.scope.ts';
import { chatSentiments } from './monitor.sentiment.port.ts';
import type { RowShare } from './monitor.share.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Counts the agents of the chats of no department: those whom somebody with this sight sees. */
function staffWithin(row: FiguresRow, sight: Sight): Pick<MonitorQueue, 'online' | 'away' | 'full' | 'inWrapUp'> {
  // Figures that a process of the version before has read say nothing of departments.
  if (sight === 'all' || row.deptId !== null || !row.crews) return row;
  const crews = row.crews.filter(({ departments }) => departments.some((id) => sees(sight, id)));
  const sum = (key: 'online' | 'away' | 'full' | 'inWrapUp') => crews.reduce((total, crew) => total + crew[key], 0);
  return { online: sum('online'), away: sum('away'), full: sum('full'), inWrapUp: sum('inWrapUp') };
}

const presentQueue = (row: FiguresRow, acting: Acting): MonitorQueue => ({
  departmentId: row.deptId ?? '',
  name: row.name,
  mayAct: mayAct(acting, row.deptId),
  waiting: row.waiting,
  longestWaitSince: iso(row.longestWaitSince),
  offered: row.offered,
  open: row.open,
  longestUnansweredSince: iso(row.longestUnansweredSince),
  online: row.online,
  away: row.away,
  full: row.full,
  inWrapUp: row.inWrapUp,
  missedToday: row.missedToday,
  oldestRedSince: iso(row.oldestRedSince),
  limits: presentLimits(row.limits),
});

const alarmsOf = ({ name, alarms }: FiguresRow): ChatAlarm[] =>
  alarms.map((alarm) => presentAlarm({ ...alarm, departmentName: name, since: new Date(alarm.since), belowSince: null }));

/** Presents the figures as somebody sees them. */
export function presentFigures(rows: readonly FiguresRow[], sight: Sight, acting: Acting): MonitorFigures {
  const seen = rows.filter(({ deptId }) => sees(sight, deptId));
  return {
    asOf: (rows[0]?.asOf ?? new Date()).toISOString(),
    queues: seen.map((row) => presentQueue({ ...row, ...staffWithin(row, sight) }, acting)),
    alarms: seen.flatMap(alarmsOf).toSorted((one, other) => (one.since < other.since ? -1 : 1)),
  };
}

export const getFigures = (ctx: Ctx): Promise<MonitorFigures> =>
  ctx.read(async (tx) => presentFigures(await readFigures(tx, ctx.enterpriseId), sightOf(ctx.actor), await readActing(tx, ctx.actor)));

export const getAlarms = (ctx: Ctx): Promise<ChatAlarm[]> =>
  ctx.read(async (tx) => {
    const rows = await listAlarms(tx, ctx.enterpriseId);
    return rows.filter(({ deptId }) => sees(sightOf(ctx.actor), deptId)).map(presentAlarm);
  });

const presentAgent = (row: AgentRow, acting: Acting): MonitorAgent => ({
  uId: row.userId,
  name: row.name,
  agentStatus: row.status,
  ownStatus: presentOwnStatus(row),
  reason: row.reason,
  since: row.since.toISOString(),
  departments: row.departments.map(({ name }) => name),
  mayAct: acting === 'all' || row.departments.some(({ id }) => mayAct(acting, id)),
  load: row.load,
  limit: row.limit,
  open: row.open,
  longestUnansweredSince: iso(row.longestUnansweredSince),
  lastActivityAt: row.lastActivityAt.toISOString(),
  missedInRow: row.missedInRow,
  wrapUntil: iso(row.wrapUntil),
});

type AgentQuery = { department: string; name: string; agentStatus: number; desk: MonitorDesk | ''; after: string; perPage: number };

/** Others with the same sight may have read the same rows. What the caller may do with them is asked each time. */
function readRows<T>(ctx: Ctx, share: RowShare, filter: { sight: Sight }, read: (tx: Read) => Promise<T>): Promise<T & { asOf: string }> {
  return share.read(ctx.enterpriseId, JSON.stringify(filter), async () => {
    const asOf = ctx.now().toISOString();
    return { ...(await ctx.read(read)), asOf };
  });
}

const actingOf = (ctx: Ctx): Promise<Acting> | Acting => (ctx.actor.isAdministrator ? 'all' : ctx.read((tx) => readActing(tx, ctx.actor)));

export async function getAgents(ctx: Ctx, share: RowShare, { perPage, name, ...query }: AgentQuery) {
  const { enterpriseId, actor } = ctx;
  const filter = { ...query, name: name.trim(), sight: sightOf(actor), limit: perPage + 1 };
  const acting = await actingOf(ctx);
  const { rows, asOf } = await readRows(ctx, share, filter, async (tx) => ({ rows: await listMonitorAgents(tx, enterpriseId, filter) }));
  const page = rows.slice(0, perPage);
  return {
    agents: page.map((row) => presentAgent(row, acting)),
    next: rows.length > perPage ? (page.at(-1)?.userId ?? null) : null,
    asOf,
  };
}

type Levels = ReadonlyMap<string, MonitorChat['sentiment']>;

const presentChat = (row: ChatRow, acting: Acting, levels: Levels): MonitorChat => ({
  chatId: row.chatId,
  chatNumber: showChatNumber(row.chatNo),
  customerName: row.customerName,
  channelType: row.channelType,
  channelName: row.channelName,
  departmentId: row.deptId ?? '',
  departmentName: row.departmentName,
  // Chats that are over are left alone.
  mayAct: isOpen(row) && mayAct(acting, row.deptId),
  agentId: row.agentId ?? '',
  agentName: row.agentName,
  offeredTo: row.offeredTo,
  state: row.state,
  handledBy: row.handledBy,
  priority: row.priority,
  waitingSince: iso(row.waitingSince),
  createdAt: row.createdAt.toISOString(),
  sentiment: levels.get(row.chatId) ?? null,
  unread: row.unread,
  routeNo: row.routeNo,
});

type ChatQuery = {
  department: string;
  channel?: number | undefined;
  state: MonitorState | '';
  agentId: string;
  name: string;
  sort: MonitorSort;
  before?: string | undefined;
  perPage: number;
};

/** The place that a cursor names; the contract has checked it. */
function placeOf(cursor: string | undefined): { at: Date; chatId: string } | undefined {
  const [at, chatId] = cursor?.split('_') ?? [];
  return at && chatId ? { at: new Date(at), chatId } : undefined;
}

export async function getChats(ctx: Ctx, share: RowShare, { perPage, before, name, channel, ...query }: ChatQuery) {
  const { enterpriseId, actor } = ctx;
  const filter = { ...query, channel, name: name.trim(), sight: sightOf(actor), before: placeOf(before), limit: perPage + 1 };
  const acting = await actingOf(ctx);
  const { rows, levels, asOf } = await readRows(ctx, share, filter, async (tx) => {
    const found = await listMonitorChats(tx, enterpriseId, filter);
    return { rows: found, levels: await readLevels(ctx, tx, found.slice(0, perPage)) };
  });
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  return {
    chats: page.map((row) => presentChat(row, acting, levels)),
    next: rows.length > perPage && last ? `${last.at.toISOString()}_${last.chatId}` : null,
    asOf,
  };
}

async function readLevels({ extensions, enterpriseId }: Ctx, tx: Read, rows: readonly ChatRow[]): Promise<Levels> {
  const chatIds = rows.map(({ chatId }) => chatId);
  const found = await Promise.all(extensions.of(chatSentiments).map((ask) => ask(tx, enterpriseId, chatIds)));
  return new Map(found.flatMap((levels) => [...levels]));
}

/** A status that holds on lasts to the end of its day, or to now where the day is not over. */
const presentInterval = (row: PresenceRow, { from, until, now }: { from: Date; until: Date; now: Date }): PresenceInterval => ({
  from: (row.startedAt > from ? row.startedAt : from).toISOString(),
  to: row.endedAt || until <= now ? (row.endedAt && row.endedAt < until ? row.endedAt : until).toISOString() : null,
  agentStatus: row.status,
  ownStatus: presentOwnStatus(row),
  reason: row.reason,
  by: row.by,
});

/** @param day '': today @throws DomainError user.not_found */
export function getPresence(ctx: Ctx, agentId: string, asked: string) {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    const sight = sightOf(actor);
    const staff = await findStaff(tx, enterpriseId, agentId);
    if (!staff || !(sight === 'all' || staff.departmentIds.some((id) => sees(sight, id))))
      throw new DomainError('user.not_found', 'No such agent.', {});
    const timeZone = await ctx.readTimeZone(tx);
    const now = ctx.now();
    const day = asked || dayOf(now, timeZone);
    const [from, to] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
    const rows = await listPresence(tx, enterpriseId, agentId, from, to);
    return {
      day,
      from: from.toISOString(),
      to: to.toISOString(),
      asOf: now.toISOString(),
      timeZone,
      intervals: rows.map((row) => presentInterval(row, { from, until: to, now })),
    };
  });
}
