import { chatStates } from '@parley/contract';
import { type Assignment, confirm, type Decision, decide, minuteOf, mostInARound, type Waiting } from '@parley/routing';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { toWaiting } from '../routing/chat.fit.ts';
import { giveOut } from './give-out.ts';
import type { Given } from './given.ts';
import {
  deleteAsks,
  findOffered,
  type LockedWaiting,
  listAsks,
  lockWaiting,
  readWaiting,
  setLook,
  tryPool,
  type WaitingRow,
  writeDesks,
  writeRound,
} from './situation.repository.ts';
import { type KnownDesk, type Rules, readClosed, readRules, readSituation } from './situation.ts';

/** End of a round. 'more': it was cut, or something changed beneath it, and the next one is to follow at once */
export type RoundEnd = 'busy' | 'done' | 'more';

/** The smallest weight that a channel can have: so many chats at the most fit into the room that is left. */
const smallestWeight = 10;
const mostOfKey = mostInARound;
/** A chat that is handed over takes several statements, while its customer's next message waits for its lock. */
const mostDirect = 25;
/** Rights of roles change without asking: chats that wait are looked at again after so long at the latest. */
const lookAgainMs = 60_000;
const roundTimeout = '5s';

/**
 * Gives waiting chats of one enterprise to agents, in one transaction (decision 0069). One round at a time decides: the lock of the pool is
 * tried, never waited for. What is decided holds for what is locked; the lock of the pool only keeps the order.
 */
export function runRound(ctx: EnterpriseContext): Promise<RoundEnd> {
  return ctx.transaction(async (tx) => {
    // The database ends a round whose process hangs, and its lock falls.
    writeBehind(
      tx,
      sql`select set_config('statement_timeout', ${roundTimeout}, true), set_config('idle_in_transaction_session_timeout', ${roundTimeout}, true)`.execute(
        tx,
      ),
    );
    const { enterpriseId } = ctx;
    const pool = await tryPool(tx, enterpriseId);
    if (!pool) return 'busy';
    const now = ctx.now();
    // Asks first: whatever has asked is in the situation. Statements leave together, and are carried out in this order.
    const asking = listAsks(tx, enterpriseId);
    const ruling = readRules(tx, enterpriseId);
    const [asks, rules, { desks, median }] = await Promise.all([
      asking,
      ruling,
      readSituation(tx, enterpriseId, ruling, { of: 'routed', now }),
    ]);
    const { rows, seen } = await readWaiting(tx, enterpriseId, Math.min(mostOfKey, Math.max(1, placesOf(desks))));
    const { isClosed, opensAt } = await readClosed(tx, enterpriseId, rules, new Set(rows.map(({ deptId }) => deptId)), now);
    const before = { waiting: rows.map((row) => toWaiting(row, isClosed(row.deptId))), desks };
    const most = rules.isAnyDirect ? mostDirect : mostInARound;
    const first = decide(before, most);
    const { assignments } = first;
    // A key that came back full may have more behind what was read.
    const isCut = first.isCut || assignments.length >= most;
    let given: Given[] = [];
    if (assignments.length > 0) {
      const { locked, offered, again } = await lockDecided(tx, enterpriseId, assignments, { rules, now, median });
      const departmentOf = new Map(rows.map(({ chatId, deptId }) => [chatId, deptId]));
      const same = locked.filter(({ chatId, deptId }) => departmentOf.get(chatId) === deptId);
      given = toGiven(confirm(first, before, { waiting: stillWaiting(same, offered, isClosed), desks: again.desks }), locked, again.desks);
      if (given.length > 0) {
        const decisions = await giveOut(ctx, tx, given, rules);
        const lastTurn = pool.lastTurn + given.length;
        writeBehind(tx, writeRound(tx, enterpriseId, { roundNo: pool.roundNo + 1, lastTurn, seen, isCut }, decisions));
        writeBehind(tx, noteDesks(tx, enterpriseId, given, pool.lastTurn, now));
      }
    }
    const isWhole = !isCut && given.length === assignments.length;
    writeBehind(tx, setLook(tx, enterpriseId, isWhole ? nextLook({ first, rows, desks, opensAt, now }) : now));
    if (isWhole) writeBehind(tx, deleteAsks(tx, enterpriseId, asks));
    return isWhole ? 'done' : 'more';
  });
}

const placesOf = (desks: readonly KnownDesk[]): number =>
  desks.reduce((sum, { load, limit }) => sum + Math.max(0, Math.ceil((limit - load) / smallestWeight)), 0);

/** Locks the chats and desks of a decision in the usual order, and reads anew what it rests on. All of it leaves in one packet. */
async function lockDecided(
  tx: Tx,
  enterpriseId: string,
  assignments: readonly Assignment[],
  { rules, now, median }: { rules: Rules; now: Date; median: number | null },
) {
  const chatIds = assignments.map(({ chatId }) => chatId);
  const userIds = [...new Set(assignments.map(({ userId }) => userId))];
  const [locked, , offered, again] = await Promise.all([
    lockWaiting(tx, enterpriseId, chatIds),
    lockDesksOf(tx, enterpriseId, chatIds, userIds),
    findOffered(tx, enterpriseId, chatIds),
    readSituation(tx, enterpriseId, rules, { of: userIds, now, median }),
  ]);
  return { locked, offered, again };
}

/** Finds those of the locked chats that wait still, and are on offer to nobody. */
const stillWaiting = (
  locked: readonly LockedWaiting[],
  offered: ReadonlySet<string>,
  isClosed: (departmentId: string | null) => boolean,
): Waiting[] =>
  locked
    .filter((chat) => chat.handledBy === 'queue' && chat.state === chatStates.created && chat.fitKey !== '' && !offered.has(chat.chatId))
    .map((chat) => toWaiting(chat, isClosed(chat.deptId)));

function toGiven(assignments: readonly Assignment[], locked: readonly LockedWaiting[], desks: readonly KnownDesk[]): Given[] {
  const chats = new Map(locked.map((chat) => [chat.chatId, chat]));
  const byUser = new Map(desks.map((desk) => [desk.userId, desk]));
  return assignments.map((assignment) => ({
    assignment,
    chat: chats.get(assignment.chatId) as LockedWaiting,
    desk: byUser.get(assignment.userId) as KnownDesk,
  }));
}

/** Writes the turns of round robin, and the shares of those who have come Online a while ago. */
async function noteDesks(tx: Tx, enterpriseId: string, given: readonly Given[], lastTurn: number, now: Date): Promise<void> {
  const minute = minuteOf(now);
  const changes = new Map<string, { turn: number; rampMinute: number; rampTaken: number; isLevel: boolean }>();
  for (const [place, { desk }] of given.entries()) {
    const { rampMinute, rampTaken } = desk.row;
    const former = changes.get(desk.userId) ?? { rampTaken: rampMinute === minute ? rampTaken : 0 };
    changes.set(desk.userId, {
      turn: lastTurn + place + 1,
      rampMinute: minute,
      rampTaken: former.rampTaken + 1,
      isLevel: desk.rampLeft === null,
    });
  }
  await writeDesks(
    tx,
    enterpriseId,
    [...changes].map(([userId, change]) => ({ userId, ...change })),
  );
}

type Outlook = { first: Decision; rows: readonly WaitingRow[]; desks: readonly KnownDesk[]; opensAt: Date | null; now: Date };

/** Finds when the time alone may make a chat fit. @returns null: no chat waits */
function nextLook({ first, rows, desks, opensAt, now }: Outlook): Date | null {
  if (rows.length === first.assignments.length) return null;
  const reasons = new Set(first.refused.flatMap((refused) => Object.keys(refused.reasons)));
  const wraps = reasons.has('wrappingUp')
    ? desks.flatMap(({ row }) => (row.wrapUntil && row.wrapUntil > now ? [row.wrapUntil.getTime()] : []))
    : [];
  const nextMinute = reasons.has('rampingUp') ? [(minuteOf(now) + 1) * 60_000] : [];
  return new Date(Math.min(now.getTime() + lookAgainMs, ...wraps, ...nextMinute, ...(opensAt ? [opensAt.getTime()] : [])));
}
