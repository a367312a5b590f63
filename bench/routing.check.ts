import type { Change, ChatChange, Commit, DeskChange, OfferChange } from './routing.trail.ts';

/** An agent who has just not taken a chat is passed by for 30 s. A clock ends that, which may look up to two seconds later. */
const passedByMs = 32_000;
/** A fitting place may stand empty for so long while somebody waits. */
const emptyMs = 250;

/**
 * Faults and figures of a recorded run.
 * @property above changes that left an agent with more than the limit
 * @property twice chats that two had, or were offered to, at once
 * @property strayed desks whose kept load was not that of their chats and offers
 * @property inversions chats that waited on while one behind them got a place that would have fitted
 * @property empty milliseconds for which each place stood empty that a waiting chat would have fitted
 * @property fairness Jain's index of the loads of the agents, over the time for which they were there
 */
export type Findings = {
  above: number;
  twice: number;
  strayed: number;
  inversions: number;
  empty: number[];
  overdue: number;
  fairness: number;
  rounds: number;
  decisions: number;
  commits: number;
};

type Chat = { row: ChatChange; offers: Map<string, OfferChange>; passed: Map<string, number>; changedBy: bigint };
type Desk = { row: DeskChange; emptySince: number | null; since: number; loadMs: number; onlineMs: number };

/** Plays everything that was committed once more, by rules that share nothing with the router. @param limit of each agent, in hundredths */
export function checkTrail(commits: readonly Commit[], limit: number): Findings {
  const chats = new Map<string, Chat>();
  const desks = new Map<string, Desk>();
  const waiting = new Set<Chat>();
  const loads = new Map<string, number>();
  const findings: Findings = {
    ...{ above: 0, twice: 0, strayed: 0, inversions: 0, empty: [], overdue: 0, fairness: 0, rounds: 0, decisions: 0 },
    commits: commits.length,
  };
  const addLoad = (userId: string, weight: number) => loads.set(userId, (loads.get(userId) ?? 0) + weight);
  const liveOffers = ({ offers }: Chat) => [...offers.values()].filter(({ state }) => state === 'waiting');
  const countLoad = (chat: Chat, sign: 1 | -1) => {
    if (chat.row.ownerId) addLoad(chat.row.ownerId, sign * chat.row.weight);
    for (const { userId, weight } of liveOffers(chat)) addLoad(userId, sign * weight);
  };
  const isPassed = (chat: Chat, userId: string, at: number) => at - (chat.passed.get(userId) ?? Number.NEGATIVE_INFINITY) < passedByMs;
  const hasRoom = (userId: string, weight: number) => (loads.get(userId) ?? 0) + weight <= limit;

  function noteChat(change: ChatChange | OfferChange, { xid, at }: Commit): Chat | undefined {
    const id = change.what === 'chat' ? change.id : change.chatId;
    const chat =
      chats.get(id) ?? (change.what === 'chat' ? { row: change, offers: new Map(), passed: new Map(), changedBy: xid } : undefined);
    if (!chat) return undefined;
    if (chats.has(id)) countLoad(chat, -1);
    chats.set(id, chat);
    if (change.what === 'chat') chat.row = change;
    else {
      chat.offers.set(change.id, change);
      if (change.state === 'declined' || change.state === 'expired') chat.passed.set(change.userId, at);
    }
    chat.changedBy = xid;
    countLoad(chat, 1);
    return chat;
  }

  /** Chats that waited on though one behind them got a place: seen by the round, waiting still, and fitting. */
  function countInversions(changes: readonly Change[], seen: string, at: number): number {
    const sees = readSnapshot(seen);
    const given = changes.filter((change) => change.what === 'decision');
    const last = new Map<string, number>();
    for (const { id, userId } of given)
      last.set(userId, Math.max(last.get(userId) ?? Number.NEGATIVE_INFINITY, chats.get(id)?.row.rankAt ?? Number.NEGATIVE_INFINITY));
    let count = 0;
    for (const chat of waiting) {
      if (!sees(chat.changedBy)) continue;
      for (const [userId, rankAt] of last)
        if (chat.row.rankAt < rankAt && !isPassed(chat, userId, at)) {
          count += 1;
          break;
        }
    }
    return count;
  }

  function noteTime(desk: Desk, at: number): void {
    const ms = at - desk.since;
    desk.since = at;
    if (!desk.row.isOnline) return;
    desk.onlineMs += ms;
    desk.loadMs += ms * (loads.get(desk.row.id) ?? 0);
  }

  /** A place that is empty while somebody waits whom it would fit. Those who have just come get few chats, and are not counted. */
  function noteEmpty(desk: Desk, at: number, hasGot: boolean): void {
    const { id, isOnline, isStarting } = desk.row;
    const isEmpty =
      isOnline && !isStarting && waiting.size > 0 && [...waiting].some((chat) => hasRoom(id, chat.row.weight) && !isPassed(chat, id, at));
    if (desk.emptySince !== null && (hasGot || !isEmpty)) {
      findings.empty.push(at - desk.emptySince);
      desk.emptySince = null;
    }
    if (isEmpty) desk.emptySince ??= at;
  }

  for (const commit of commits) {
    const { at, changes } = commit;
    for (const desk of desks.values()) noteTime(desk, at);
    const before = new Map(loads);
    const touched = new Set<Chat>();
    for (const change of changes) {
      if (change.what === 'chat' || change.what === 'offer') {
        const chat = noteChat(change, commit);
        if (chat) touched.add(chat);
      } else if (change.what === 'desk') {
        const desk = desks.get(change.id) ?? { row: change, emptySince: null, since: at, loadMs: 0, onlineMs: 0 };
        desk.row = change;
        desks.set(change.id, desk);
      } else if (change.what === 'decision') findings.decisions += 1;
    }
    for (const chat of touched) {
      const live = liveOffers(chat).length;
      if (live + (chat.row.ownerId ? 1 : 0) > 1) findings.twice += 1;
      if (chat.row.isWaiting && live === 0) waiting.add(chat);
      else waiting.delete(chat);
    }
    for (const [userId, load] of loads) if (load > (before.get(userId) ?? 0) && load > limit) findings.above += 1;
    for (const change of changes) {
      if (change.what === 'desk' && change.load !== (loads.get(change.id) ?? 0) && isLast(change, changes)) findings.strayed += 1;
      if (change.what !== 'round') continue;
      findings.rounds += 1;
      findings.inversions += countInversions(changes, change.seen, at);
    }
    for (const [userId, desk] of desks) noteEmpty(desk, at, (loads.get(userId) ?? 0) > (before.get(userId) ?? 0));
  }
  findings.overdue = findings.empty.filter((ms) => ms > emptyMs).length;
  const shares = [...desks.values()].filter(({ onlineMs }) => onlineMs > 0).map(({ loadMs, onlineMs }) => loadMs / onlineMs);
  findings.fairness =
    shares.reduce((sum, share) => sum + share, 0) ** 2 / (shares.length * shares.reduce((sum, share) => sum + share ** 2, 0));
  return findings;
}

const isLast = (change: DeskChange, changes: readonly Change[]) =>
  changes.findLast(({ what, id }) => what === 'desk' && id === change.id) === change;

/** @param snapshot as `pg_current_snapshot()` gives it: xmin, xmax, and those between that had not ended. @returns whether a transaction was seen */
function readSnapshot(snapshot: string): (xid: bigint) => boolean {
  const [xmin = '0', xmax = '0', between = ''] = snapshot.split(':');
  const open = new Set(between.split(',').filter(Boolean));
  return (xid) => xid < BigInt(xmin) || (xid < BigInt(xmax) && !open.has(String(xid)));
}
