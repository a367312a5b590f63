import type { ImapFlow } from 'imapflow';
import { isDatabaseDown } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Lease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { forgetMails, type MailReading } from '../../channel/door.ts';
import { type BatchOf, dropBatch, type Fetched, fetchBatch, keysOf, readBatch } from './mail.batch.ts';
import { serversOf } from './mail.shape.ts';
import { Superseded, storeMails } from './mail.store.ts';

const mostAtOnce = 50;
const againDays = 30;
const dayMs = 86_400_000;

/** Waits until something happens. `over`: nobody wants the mailbox to be read by this worker any longer. */
export type Signals = { next: (timeoutMs: number, client: ImapFlow) => Promise<void>; isOver: () => boolean };
type Times = { answerMs: number; pollMs: number };
type Session = {
  ctx: EnterpriseContext;
  client: ImapFlow;
  reading: MailReading;
  lease: Lease;
  signals: Signals;
  times: Times;
  troubles: Troubles;
};

class Silent extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Looks at the line within the time of an answer: it is silent after this many looks without a byte. */
const looks = 4;
/** A command that is answered all the time is left, too: the largest mail comes by a line of 30 kB in a second. */
const longestMs = 30 * 60_000;

/**
 * Ends the connection where the server says nothing for `ms`, or answers one command for too long: nothing else ends a command that waits. What
 * comes slowly comes still. It ends at once where nobody wants the mailbox to be read any longer.
 */
function limiter(client: ImapFlow, ms: number, isOver: () => boolean): BatchOf['within'] {
  return async (work) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const began = performance.now();
    let [received, silent] = [client.stats().received, 0];
    const leave = () => {
      reject(new Silent('The server did not answer.'));
      client.close();
    };
    const timer = setInterval(() => {
      const now = client.stats().received;
      silent = now === received ? silent + 1 : 0;
      received = now;
      if (silent >= looks || isOver() || performance.now() - began > longestMs) leave();
    }, ms / looks);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearInterval(timer);
      promise.catch(() => {});
      work.catch(() => {});
    }
  };
}

/**
 * Failures in a mailbox since this worker reads it. Behind a failure mails are taken alone up to the end of the batch, so that the one that fails is
 * known; after its third failure it becomes a message that says so, and those behind it wait no longer.
 */
export class Troubles {
  #uidValidity = 0;
  #aloneUpTo = 0;
  readonly #failures = new Map<number, number>();

  /** Numbers that mean other mails begin anew. */
  begin(uidValidity: number): void {
    if (uidValidity === this.#uidValidity) return;
    this.#uidValidity = uidValidity;
    this.#aloneUpTo = 0;
    this.#failures.clear();
  }
  sizeAt = (uid: number): number => (uid <= this.#aloneUpTo ? 1 : mostAtOnce);
  isGivenUp = (uid: number): boolean => (this.#failures.get(uid) ?? 0) >= mostFailures;
  note(uids: readonly number[]): void {
    const [first = 0] = uids;
    this.#aloneUpTo = Math.max(this.#aloneUpTo, uids.at(-1) ?? 0);
    if (uids.length === 1) this.#failures.set(first, (this.#failures.get(first) ?? 0) + 1);
  }
  passed(uids: readonly number[]): void {
    for (const uid of uids) this.#failures.delete(uid);
  }
}
const mostFailures = 3;

const numbersOf = (found: number[] | false | undefined): number[] => (found || []).toSorted((one, other) => one - other);

/**
 * The number behind which mails are taken. A mailbox that is new here begins with what has come since it was switched on; one whose numbers
 * mean other mails now, with the last 30 days: those that are known add nothing.
 */
async function markOf({ client, reading, ctx }: Session, within: BatchOf['within'], uidValidity: number): Promise<number> {
  if (reading.uidValidity === uidValidity) return reading.lastUid;
  const isNew = reading.uidValidity === null;
  const since = isNew ? reading.changedAt : new Date(ctx.now().getTime() - againDays * dayMs);
  // The search knows days alone.
  const candidates = numbersOf(await within(client.search({ since: new Date(since.getTime() - (isNew ? dayMs : 0)) }, { uid: true })));
  const next = client.mailbox ? client.mailbox.uidNext : 1;
  if (candidates.length === 0) return next - 1;
  if (!isNew) return (candidates[0] ?? next) - 1;
  const dated = await within(client.fetchAll(candidates.join(','), { uid: true, internalDate: true }, { uid: true }));
  const first = dated.filter(({ internalDate }) => new Date(internalDate ?? 0).getTime() >= since.getTime() - 1000).map(({ uid }) => uid);
  return first.length > 0 ? Math.min(...first) - 1 : next - 1;
}

/** Removes the keys of old mails, once a day and with each connection. */
async function forgetOld({ ctx, reading: { channelId }, signals }: Session): Promise<void> {
  let hasMore = true;
  while (hasMore && !signals.isOver())
    hasMore = await ctx.transaction((tx) => forgetMails(tx, { enterpriseId: ctx.enterpriseId, channelId }, ctx.now()));
}

const unreadReason = 'It could not be fetched in several attempts.';

/** Tells whether mails may be the cause of what went wrong: not where something is away or full, or another worker reads the mailbox. */
const isOfMails = (error: unknown): boolean =>
  !(error instanceof Superseded) &&
  !isDatabaseDown(error) &&
  !(error instanceof DomainError && (error.httpStatus >= 500 || error.httpStatus === 429));

type Ahead = { uids: number[]; work: Promise<Fetched> };

/**
 * Takes mails in the order of their numbers, each batch in a transaction of its own. While one is read and stored, the next is fetched.
 * @returns the last number that was taken; undefined: none was
 */
async function takeAll(
  { ctx, client, reading, lease, signals, troubles }: Session,
  batch: BatchOf,
  { uids: left, uidValidity }: { uids: number[]; uidValidity: number },
): Promise<number | undefined> {
  let lastUid: number | undefined;
  const fetchNext = (before: ReadonlySet<string>): Ahead | undefined => {
    const [first] = left;
    if (first === undefined || signals.isOver()) return undefined;
    const uids = left.splice(0, troubles.sizeAt(first));
    const isGivenUp = uids.length === 1 && troubles.isGivenUp(first);
    const work = fetchBatch(batch, uids, before, isGivenUp ? unreadReason : '');
    work.catch(() => {});
    return { uids, work };
  };
  let next = fetchNext(new Set());
  while (next) {
    const { uids, work } = next;
    next = undefined;
    let isFetched = false;
    try {
      const fetched = await work;
      isFetched = true;
      next = fetchNext(keysOf(fetched));
      const taken = await readBatch(batch, fetched);
      lastUid = uids.at(-1) as number;
      await storeMails(ctx, reading, lease, { taken, uidValidity, lastUid });
    } catch (error) {
      next?.work.then(dropBatch).catch(() => {});
      // A connection that broke may have broken at a mail; its errors look like those of a database that is away.
      const isBroken = !(isFetched || client.usable);
      if (!signals.isOver() && (isBroken || isOfMails(error))) troubles.note(uids);
      throw error;
    }
    troubles.passed(uids);
  }
  return lastUid;
}

/** Reads a mailbox over one connection, until it breaks or is nobody's business any longer. @throws Superseded, or what went wrong */
export async function readOver(session: Session): Promise<void> {
  const { ctx, client, reading, lease, signals, times, troubles } = session;
  const within = limiter(client, times.answerMs, signals.isOver);
  const { uidValidity: given } = await within(client.mailboxOpen(reading.folder, { readOnly: true }));
  const uidValidity = Number(given);
  troubles.begin(uidValidity);
  let lastUid = await markOf(session, within, uidValidity);
  const batch = {
    ctx,
    client,
    channelId: reading.channelId,
    own: reading.own,
    servers: serversOf(reading.authservId, reading.host),
    within,
  };
  let forgottenAt = 0;
  while (!signals.isOver()) {
    if (ctx.now().getTime() - forgottenAt >= dayMs) {
      forgottenAt = ctx.now().getTime();
      await forgetOld(session);
    }
    const found = numbersOf(await within(client.search({ uid: `${lastUid + 1}:*` }, { uid: true }))).filter((uid) => uid > lastUid);
    // A look without mails tells as well that it works.
    if (found.length === 0) await storeMails(ctx, reading, lease, { taken: [], uidValidity, lastUid });
    lastUid = (await takeAll(session, batch, { uids: found, uidValidity })) ?? lastUid;
    if (signals.isOver()) return;
    const idling = client.idle();
    idling.catch(() => {});
    await signals.next(times.pollMs, client);
    if (signals.isOver()) return;
    await within(client.noop());
  }
}
