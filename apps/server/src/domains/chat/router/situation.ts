import { agentStatuses, type ChatConfig } from '@parley/contract';
import { type Desk, medianShare, rampLeftOf } from '@parley/routing';
import type { Read } from '#platform/db/database.ts';
import { type Closed, findClosed } from '../../account/door.ts';
import { resolve } from '../settings/settings.rules.ts';
import { type DeskRow, readDepartmentLoads, readDesks, readScopes } from './situation.repository.ts';

/** The settings by which chats are given out. @property of those of a department; null: of the enterprise */
export type Rules = {
  of: (departmentId: string | null) => ChatConfig;
  /** Those of the enterprise, and of each department that has some of its own */
  all: readonly ChatConfig[];
  isAnyRouted: boolean;
  isAnyDirect: boolean;
  limitsOf: ReadonlyMap<string, number>;
};

export async function readRules(tx: Read, enterpriseId: string): Promise<Rules> {
  const { enterprise, departments } = await readScopes(tx, enterpriseId);
  const known = new Map<string | null, ChatConfig>();
  const of = (departmentId: string | null): ChatConfig => {
    const config =
      known.get(departmentId) ?? resolve({ enterprise, department: (departmentId && departments.get(departmentId)) || null }).chat;
    known.set(departmentId, config);
    return config;
  };
  const all = [null, ...departments.keys()].map((departmentId) => of(departmentId));
  // A department's own limit for an agent, where it has one.
  const limits = [...departments].flatMap(([id, { own }]) => (own.maxOpenChats === undefined ? [] : [[id, own.maxOpenChats] as const]));
  return {
    of,
    all,
    isAnyRouted: all.some(({ routingMode }) => routingMode !== 'byHand'),
    isAnyDirect: all.some(({ acceptMode }) => acceptMode === 'direct'),
    limitsOf: new Map(limits),
  };
}

/** The agent's own limit, else the largest of their departments', else the enterprise's. In hundredths. */
function limitOf({ maxChats, departmentIds }: DeskRow, rules: Rules): number {
  const ofDepartments = departmentIds.flatMap((id) => rules.limitsOf.get(id) ?? []);
  return 100 * (maxChats ?? (ofDepartments.length > 0 ? Math.max(...ofDepartments) : rules.of(null).maxOpenChats));
}

export type KnownDesk = Desk & { row: DeskRow };

/**
 * Reads desks as a decision sees them.
 * @param rulesRead rules, or their reading under way: both travel together
 * @param median share of the limit, of those who are not starting; undefined: of these desks
 */
export async function readSituation(
  tx: Read,
  enterpriseId: string,
  rulesRead: Rules | Promise<Rules>,
  { of, now, median }: { of: readonly string[] | 'routed' | 'all'; now: Date; median?: number | null },
): Promise<{ desks: KnownDesk[]; median: number | null }> {
  const [rows, rules] = await Promise.all([readDesks(tx, enterpriseId, of), rulesRead]);
  const limited = rows.some(({ departmentIds }) => departmentIds.some((id) => rules.of(id).departmentMaxChats > 0));
  const loads = limited
    ? await readDepartmentLoads(
        tx,
        enterpriseId,
        rows.map(({ userId }) => userId),
      )
    : [];
  const loadOf = new Map(loads.map(({ userId, departmentId, load }) => [`${userId} ${departmentId}`, load]));
  const limits = new Map(rows.map((row) => [row.userId, limitOf(row, rules)]));
  const starting = (row: DeskRow) => ({ ...row, limit: limits.get(row.userId) as number });
  const isOnline = (row: DeskRow) => row.status === agentStatuses.online;
  const share = median === undefined ? medianShare(rows.filter((row) => isOnline(row) && row.isRouted).map(starting)) : median;
  const desks = rows.map(
    (row): KnownDesk => ({
      row,
      userId: row.userId,
      isOnline: isOnline(row),
      isRouted: row.isRouted,
      isWrappingUp: row.wrapUntil !== null && row.wrapUntil > now,
      rampLeft: rampLeftOf(starting(row), share, rules.of(null).rampPerMinute, now),
      departmentIds: row.departmentIds,
      languages: row.languages,
      skills: row.skills,
      priority: row.priority,
      load: row.load,
      limit: limits.get(row.userId) as number,
      departments: Object.fromEntries(
        row.departmentIds.flatMap((id) => {
          const most = rules.of(id).departmentMaxChats;
          return most > 0 ? [[id, { load: loadOf.get(`${row.userId} ${id}`) ?? 0, limit: most * 100 }]] : [];
        }),
      ),
      idleSince: row.idleSince.getTime(),
      turn: row.turn,
    }),
  );
  return { desks, median: share };
}

/** Departments that give out no chats now, and when the first of them opens. */
export async function readClosed(
  tx: Read,
  enterpriseId: string,
  rules: Rules,
  departmentIds: ReadonlySet<string | null>,
  now: Date,
): Promise<{ isClosed: (departmentId: string | null) => boolean; opensAt: Date | null }> {
  const closed = new Set<string | null>();
  const openings: number[] = [];
  for (const departmentId of departmentIds) {
    const { stopBeforeClosingMinutes } = rules.of(departmentId);
    const isNow: Closed | undefined = await findClosed(tx, enterpriseId, departmentId, now);
    const soon = new Date(now.getTime() + stopBeforeClosingMinutes * 60_000);
    const isSoon = isNow ?? (stopBeforeClosingMinutes > 0 ? await findClosed(tx, enterpriseId, departmentId, soon) : undefined);
    if (!isSoon) continue;
    closed.add(departmentId);
    if (isSoon.opensAt) openings.push(isSoon.opensAt.getTime());
  }
  return { isClosed: (departmentId) => closed.has(departmentId), opensAt: openings.length > 0 ? new Date(Math.min(...openings)) : null };
}
