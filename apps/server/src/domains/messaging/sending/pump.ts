import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VendorError } from '@parley/contract';
import { type OutgoingContent, type OutgoingMessage, type SendResult, WireFailure } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { noteFailures, stopChannel } from '../../channel/door.ts';
import { type RunMessage, toOutgoing, type Values } from './content.ts';
import { type Recorded, recordAttempts, releaseTaken, type TakenRow, takeDue } from './ledger.repository.ts';
import { type Line, readLine, readTemplateStatuses } from './line.ts';
import { withLiveMedia } from './media.ts';
import { tellOutcomes } from './outcome.ts';
import { applyWaiting } from './receipts.ts';
import { failuresThatStop, judge, stopsChannel, type Verdict } from './retry.ts';
import { readRunMessage } from './run.repository.ts';
import { lockBucket, saveBucket, takeTokens } from './speed.ts';

/** Of a channel and worker: as many as its vendor's connections carry at once. */
const mostOnTheWire = 256;
/** What is on the wire, and what has come back and is not recorded yet: while a round records, the wire stays filled. */
export const mostTaken = 384;
/** How long a pump caches its channel and templates: a pause takes effect within this time. */
const knownMs = 1000;
const retryStepMs = 500;

type Sent = { row: TakenRow; verdict: Verdict; at: Date };
type Step = { line?: Line; toSend: TakenRow[]; waitMs: number | undefined };

/**
 * Sends the waiting messages of one channel. Each round is one transaction: it records the outcomes of earlier attempts and takes as many
 * rows as there is room for on the wire, at the speed of the channel. So exactly the rows that are taken in the database are on the wire.
 */
export class ChannelPump {
  readonly #deps: Deps;
  readonly #ctx: EnterpriseContext;
  readonly #channelId: string;
  readonly #workerId: string;
  #line: { value: Line | undefined; until: number } | undefined;
  #statuses: { byId: Map<string, string>; until: number } = { byId: new Map(), until: 0 };
  readonly #runs = new Map<string, RunMessage>();
  #inFlight = 0;
  /** Rows that this pump has taken and whose outcome is not recorded yet. */
  readonly #taken = new Set<string>();
  /** Whether the database may hold more rows as taken than this pump knows of, from an unconfirmed commit or an earlier pump. */
  #isUnsure = true;
  #finished: Sent[] = [];
  #wake: (() => void) | undefined;
  #isWoken = false;
  #isStopping = false;

  constructor(deps: Deps, enterpriseId: string, channelId: string, workerId: string) {
    this.#deps = deps;
    this.#ctx = enterpriseContext(deps, enterpriseId);
    this.#channelId = channelId;
    this.#workerId = workerId;
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Takes no more rows; `run` ends when the outcomes of those on the wire are recorded. */
  stop(): void {
    this.#isStopping = true;
    this.wake();
  }

  /** Runs until no row is due and none is on the wire. */
  async run(): Promise<void> {
    for (;;) {
      this.#isWoken = false;
      const finished = this.#finished.splice(0);
      const { line, toSend, waitMs } = await this.#stepSurely(finished);
      if (line) for (const row of toSend) this.#start(line, row);
      if (this.#inFlight === 0 && this.#finished.length === 0 && !this.#isWoken && (waitMs === undefined || this.#isStopping)) return;
      await this.#change(waitMs);
    }
  }

  /** Waits for an outcome, a wake-up, or `waitMs`. */
  async #change(waitMs: number | undefined): Promise<void> {
    if (this.#finished.length > 0 || this.#isWoken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = waitMs === undefined ? undefined : setTimeout(resolve, Math.max(1, waitMs));
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }

  /** Retries until the database is back, since the outcomes of attempts are stored nowhere else yet. */
  async #stepSurely(finished: readonly Sent[]): Promise<Step> {
    for (;;) {
      try {
        const step = await this.#step(finished);
        this.#isUnsure = false;
        for (const { row } of finished) this.#taken.delete(row.messageId);
        return step;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'a round of sending failed');
        // The commit may have succeeded although its answer was lost; the rows that it took were never sent.
        this.#isUnsure = true;
        if (finished.length === 0) return { toSend: [], waitMs: undefined };
        await sleep(retryStepMs);
      }
    }
  }

  #step(finished: readonly Sent[]): Promise<Step> {
    const now = this.#ctx.now();
    return this.#ctx.transaction(async (tx) => {
      if (this.#isUnsure) await releaseTaken(tx, this.#ctx.enterpriseId, this.#channelId, this.#workerId, [...this.#taken]);
      const line = await this.#readLine(tx, now);
      if (finished.length > 0) await this.#record(tx, finished, line);
      const free = this.#isStopping ? 0 : Math.min(mostOnTheWire - this.#inFlight, mostTaken - this.#inFlight - this.#finished.length);
      if (line?.row.state !== 'ACTIVE' || free <= 0) return { toSend: [], waitMs: undefined };
      const bucket = await lockBucket(tx, this.#ctx.enterpriseId, this.#channelId, line.perSecond, now);
      const { granted, bucket: afterwards, waitMs } = takeTokens(bucket, line.perSecond, free, now);
      if (granted === 0) {
        return { toSend: [], waitMs };
      }
      const rows = await takeDue(tx, this.#ctx.enterpriseId, this.#channelId, this.#workerId, granted, now);
      if (rows.length === 0) return { toSend: [], waitMs: undefined };
      await saveBucket(tx, this.#ctx.enterpriseId, this.#channelId, { ...afterwards, tokens: afterwards.tokens + granted - rows.length });
      const ready = await this.#recheck(tx, rows, now);
      return {
        line,
        toSend: ready,
        waitMs: rows.length === granted && this.#inFlight + rows.length < mostOnTheWire ? 1000 / line.perSecond : undefined,
      };
    });
  }

  async #readLine(tx: Tx, now: Date): Promise<Line | undefined> {
    if (this.#line && this.#line.until > now.getTime()) return this.#line.value;
    const value = await readLine(this.#deps, tx, this.#ctx.enterpriseId, this.#channelId);
    this.#line = { value, until: now.getTime() + knownMs };
    return value;
  }

  /** A template may have been paused since the audience was frozen: what it would have sent is skipped with the reason. */
  async #recheck(tx: Tx, rows: readonly TakenRow[], now: Date): Promise<TakenRow[]> {
    const ids = [...new Set(rows.flatMap((row) => row.templateId ?? []))];
    if (this.#statuses.until < now.getTime() || ids.some((id) => !this.#statuses.byId.has(id)))
      this.#statuses = { byId: await readTemplateStatuses(tx, this.#ctx.enterpriseId, ids), until: now.getTime() + knownMs };
    for (const runId of new Set(rows.flatMap((row) => row.runId ?? []))) {
      if (this.#runs.has(runId)) continue;
      const message = await readRunMessage(tx, this.#ctx.enterpriseId, runId);
      if (message) this.#runs.set(runId, message);
    }
    const isReady = (row: TakenRow) => row.templateId === null || this.#statuses.byId.get(row.templateId) === 'APPROVED';
    const paused = rows.filter((row) => !isReady(row));
    if (paused.length > 0)
      await recordAttempts(
        tx,
        this.#ctx.enterpriseId,
        paused.map((row) => toRecord(row, { status: 'SKIPPED', reason: 'TEMPLATE_NOT_READY', at: now, attempt: row.attempts })),
      );
    return rows.filter(isReady);
  }

  #start(line: Line, row: TakenRow): void {
    this.#inFlight += 1;
    this.#taken.add(row.messageId);
    this.#attempt(line, row)
      .then((verdict) => {
        this.#finished.push({ row, verdict, at: this.#ctx.now() });
      })
      // The row stays taken, and is settled like those of a dead worker.
      .catch((error: unknown) => this.#deps.log.error({ err: error, messageId: row.messageId }, 'an attempt could not be judged'))
      .finally(() => {
        this.#inFlight -= 1;
        this.#wake?.();
      });
  }

  async #attempt(line: Line, row: TakenRow): Promise<Verdict> {
    return judge(await this.#send(line, row), row.attempts + 1, line.capabilities);
  }

  async #send(line: Line, row: TakenRow): Promise<SendResult> {
    const { adapter, connection, io } = line;
    try {
      const message = this.#toMessage(line, row);
      const rendered = adapter.render(message, connection);
      if (rendered.kind === 'refused') return { kind: 'failed', error: rendered.error };
      return await adapter.send(io, connection, rendered.request, message);
    } catch (error) {
      // Adapters answer failures as values; this is our own defect, and whether anything left is not known.
      this.#deps.log.error({ err: error, messageId: row.messageId }, 'an adapter failed');
      return { kind: error instanceof WireFailure && error.phase === 'connect' ? 'failed' : 'unknown', error: ownFault(error) };
    }
  }

  #toMessage(line: Line, row: TakenRow): OutgoingMessage {
    const base = { ourId: row.messageId, to: row.address };
    const run = row.runId === null ? undefined : this.#runs.get(row.runId);
    if (run)
      return { ...base, content: withLiveMedia(this.#baseOf(line), this.#ctx.fileUrl, toOutgoing(run, (row.content ?? {}) as Values)) };
    const { content, ...more } = row.content as { content: OutgoingContent; replyTo?: string; session?: Record<string, string> };
    return { ...base, ...more, content: withLiveMedia(this.#baseOf(line), this.#ctx.fileUrl, content) };
  }

  /** Where the vendor, or its simulator, reaches our files. */
  #baseOf({ connection }: Line): string {
    return connection.environment === 'sandbox' ? this.#deps.localUrl() : this.#deps.publicUrl();
  }

  async #record(tx: Tx, finished: readonly Sent[], line: Line | undefined): Promise<void> {
    const { enterpriseId } = this.#ctx;
    await recordAttempts(tx, enterpriseId, finished.map(toAttempt));
    const accepted = finished.flatMap(({ verdict }) =>
      verdict.kind === 'sent' && verdict.vendorMessageId !== '' ? [verdict.vendorMessageId] : [],
    );
    await applyWaiting(this.#ctx, tx, this.#channelId, accepted);
    await tellOutcomes(
      this.#ctx,
      tx,
      finished.flatMap(({ row, verdict, at }) =>
        verdict.kind === 'again' || row.runId !== null
          ? []
          : [
              {
                messageId: row.messageId,
                source: row.source,
                resourceId: row.resourceId,
                number: row.number,
                status: statusOf[verdict.kind],
                error: verdict.kind === 'sent' ? null : verdict.error,
                at,
              },
            ],
      ),
    );
    const pauseSeconds = Math.max(0, ...finished.map(({ verdict }) => (verdict.kind === 'again' ? verdict.pauseSeconds : 0)));
    if (pauseSeconds > 0 && line) {
      const bucket = await lockBucket(tx, enterpriseId, this.#channelId, line.perSecond, this.#ctx.now());
      await saveBucket(tx, enterpriseId, this.#channelId, {
        ...bucket,
        blockedUntil: new Date(this.#ctx.now().getTime() + pauseSeconds * 1000),
      });
    }
    await this.#noteHealth(tx, finished, line);
    this.#deps.metrics.messages.inc({ direction: 'out', source: 'VENDOR' }, accepted.length);
  }

  async #noteHealth(tx: Tx, finished: readonly Sent[], line: Line | undefined): Promise<void> {
    if (!line) return;
    let inRow = line.row.failuresInRow;
    let last: VendorError | undefined;
    for (const { verdict } of finished) {
      if (verdict.kind === 'sent') inRow = 0;
      else if (verdict.kind === 'failed' && stopsChannel(verdict.error)) {
        inRow += 1;
        last = verdict.error;
      }
    }
    if (inRow === line.row.failuresInRow) return;
    line.row.failuresInRow = inRow;
    if (inRow >= failuresThatStop && last) {
      await stopChannel(this.#ctx, tx, this.#channelId, last);
      this.#line = undefined;
      return;
    }
    await noteFailures(tx, this.#ctx.enterpriseId, this.#channelId, inRow);
  }
}

const statusOf = { sent: 'SENT', failed: 'FAILED', unknown: 'UNKNOWN' } as const;

const ownFault = (error: unknown): VendorError => ({
  class: 'REQUEST',
  vendorCode: '',
  vendorMessage: error instanceof Error ? error.message : String(error),
  advice: 'A defect of this installation; its log has the rest.',
});

function toRecord(
  row: Pick<TakenRow, 'messageId' | 'createdAt'>,
  change: Pick<Recorded, 'status' | 'reason' | 'at' | 'attempt'> & Partial<Recorded>,
): Recorded {
  return { messageId: row.messageId, createdAt: row.createdAt, vendorMessageId: '', dueAt: null, detail: null, ...change };
}

function toAttempt({ row, verdict, at }: Sent): Recorded {
  const attempt = row.attempts + 1;
  switch (verdict.kind) {
    case 'sent':
      return toRecord(row, { status: 'SENT', reason: '', vendorMessageId: verdict.vendorMessageId, at, attempt });
    case 'again':
      return toRecord(row, {
        status: 'QUEUED',
        reason: verdict.error.class,
        at,
        attempt,
        dueAt: new Date(at.getTime() + verdict.afterSeconds * 1000),
        detail: verdict.error,
      });
    default:
      return toRecord(row, { status: statusOf[verdict.kind], reason: verdict.error.class, at, attempt, detail: verdict.error });
  }
}

export const makeWorkerId = (): string => randomUUIDv7();
