import { setTimeout as sleep } from 'node:timers/promises';
import type { SkipReason } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findWireSpellings } from '../../customer/door.ts';
import { findOverCap } from '../gate/cap.ts';
import { findListed } from '../gate/gate.facts.ts';
import { closedUntil, findQuiet, type OwnHours, readOwnHours, type SendingHours, tryTurn } from '../gate/quiet-hours.ts';
import { recordAttempts } from '../queue/attempts.repository.ts';
import { isOnWire, type TakenRow, takeDue } from '../queue/queue.repository.ts';
import { waitAgain, waitAll } from '../queue/waiting.repository.ts';
import type { RunMessage } from '../run/content.ts';
import { type RunMessages, readRunMessages } from '../run/run.repository.ts';
import { readLine, readTemplatesNow, type SendingLine, type TemplateNow } from '../sending/line.ts';
import { settleContents } from './contents.settle.ts';
import { handOver, waitsForTemplate } from './hand-over.ts';
import { fileReader } from './mail.file.ts';
import { type Finished, isTooFast, recordFinished } from './pump.record.ts';
import { templateWaitSeconds } from './retry.ts';
import { SecondMeter, speedOf } from './speed.rules.ts';
import { lockBucket, saveBucket, takeTokens } from './speed.ts';

/** Limit of a channel and worker: as many messages as its vendor's connections carry at once. */
const mostOnTheWire = 256;
/** Limit of messages on the wire, and of returned ones without a recorded outcome: while outcomes are recorded, the wire stays filled. */
export const mostTaken = 384;
/** A claim costs the same for one message and for many: while the wire is filled, places on it are given out in parts. */
const worthTaking = 64;
const mostPatientMs = 20;
/** Cache lifetime of a pump's channel and templates, in milliseconds: a pause takes effect within this time. */
const knownMs = 1000;
const retryStepMs = 500;
/** While a save of a calendar waits for former claims, the messages that ask it wait, and all others of the channel leave. */
const savedCalendarMs = 250;

/** @property notBeforeMs when the channel's speed lets the next one leave, from now */
type Claimed = { line: SendingLine | undefined; rows: TakenRow[]; hasFound: boolean; notBeforeMs: number };

/**
 * Sends the waiting messages of one channel. It takes as many as the wire has places for, at the speed of the channel, and records outcomes
 * at the same time: each in transactions of its own, so that neither waits for the other. A row that is taken in the database is on the
 * wire.
 */
export class ChannelPump {
  readonly #deps: Deps;
  readonly #ctx: EnterpriseContext;
  readonly #channelId: string;
  readonly #workerId: string;
  #line: { value: SendingLine | undefined; until: number } | undefined;
  #ownHours: { value: OwnHours; until: number } | undefined;
  #templates: { byId: Map<string, TemplateNow>; until: number } = { byId: new Map(), until: 0 };
  readonly #runs = new Map<string, RunMessages>();
  /** Taken messages without a recorded outcome, counted by piece. */
  readonly #open = new Map<string, number>();
  readonly #meter = new SecondMeter();
  #inFlight = 0;
  #finished: Finished[] = [];
  #recording = 0;
  #isTaking = false;
  #takenAt = 0;
  #notBefore = 0;
  /** True if the queue may hold something that is due. */
  #mayBeDue = true;
  /** Rows taken in a transaction whose commit was not confirmed; none of them has left yet. */
  #unsure: TakenRow[] = [];
  #isStopping = false;
  #isSignalled = false;
  #wake: (() => void) | undefined;

  constructor(deps: Deps, enterpriseId: string, channelId: string, workerId: string) {
    this.#deps = deps;
    this.#ctx = enterpriseContext(deps, enterpriseId);
    this.#channelId = channelId;
    this.#workerId = workerId;
  }

  /** Something may be due, or the channel's speed may have changed. */
  wake(): void {
    this.#mayBeDue = true;
    this.#notBefore = 0;
    this.#signal();
  }

  /** Takes no more; `run` ends when the outcomes of messages on the wire are recorded. */
  stop(): void {
    this.#isStopping = true;
    this.#signal();
  }

  /** Runs until nothing is due and nothing is on the wire. */
  async run(): Promise<void> {
    for (;;) {
      if (this.#recording === 0 && this.#finished.length > 0) this.#inBackground(this.#record(this.#finished.splice(0)));
      const room = this.#room();
      if (room > 0) this.#inBackground(this.#take(room));
      if (this.#isIdle()) return;
      await this.#change();
    }
  }

  #isIdle(): boolean {
    if (this.#isTaking || this.#recording > 0 || this.#inFlight > 0 || this.#finished.length > 0) return false;
    return this.#isStopping || !this.#mayBeDue;
  }

  /** Returns the number of messages that may be taken now. */
  #room(): number {
    if (this.#isTaking || this.#isStopping || !this.#mayBeDue) return 0;
    const now = performance.now();
    if (now < this.#notBefore) return 0;
    const unrecorded = this.#inFlight + this.#finished.length + this.#recording;
    const room = Math.min(mostOnTheWire - this.#inFlight, mostTaken - unrecorded);
    return room >= worthTaking || now - this.#takenAt > mostPatientMs ? room : 0;
  }

  #signal(): void {
    this.#isSignalled = true;
    this.#wake?.();
  }

  #inBackground(work: Promise<void>): void {
    work.finally(() => this.#signal()).catch((error: unknown) => this.#deps.log.error({ err: error }, 'a round of sending failed'));
  }

  /** Waits for an outcome, a wake-up, the end of a transaction, or the channel's speed. */
  async #change(): Promise<void> {
    if (!this.#isSignalled) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const waitMs = this.#mayBeDue && !this.#isTaking ? this.#notBefore - performance.now() : 0;
      const timer = waitMs > 0 ? setTimeout(resolve, Math.max(1, waitMs)) : undefined;
      await promise;
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#isSignalled = false;
  }

  async #take(room: number): Promise<void> {
    this.#isTaking = true;
    this.#takenAt = performance.now();
    try {
      const { line, rows, hasFound, notBeforeMs } = await this.#ctx.transaction((tx) => this.#claim(tx, room));
      this.#unsure = [];
      this.#mayBeDue = hasFound;
      this.#notBefore = performance.now() + notBeforeMs;
      for (const { piece } of rows) this.#open.set(piece.wireId, (this.#open.get(piece.wireId) ?? 0) + 1);
      if (line) for (const row of rows) this.#start(line, row);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'messages could not be taken for sending');
      await sleep(retryStepMs);
    } finally {
      this.#isTaking = false;
    }
  }

  async #claim(tx: Tx, room: number): Promise<Claimed> {
    const now = this.#ctx.now();
    const { enterpriseId } = this.#ctx;
    const line = await this.#readLine(tx, now);
    const [earlier] = this.#unsure;
    if (earlier && (await isOnWire(tx, enterpriseId, earlier.piece.wireId)))
      return { line, rows: this.#unsure, hasFound: true, notBeforeMs: 0 };
    // A channel whose setup is unfinished has nothing to send but its first message: the gate lets nothing else through.
    if (line?.row.state !== 'ACTIVE' && line?.row.state !== 'SETUP') return { line, rows: [], hasFound: false, notBeforeMs: 0 };
    const bucket = await lockBucket(tx, enterpriseId, this.#channelId, line.perSecond, now);
    line.isSlowed = bucket.found !== null;
    const perSecond = speedOf(bucket, line.perSecond);
    const { granted, bucket: afterwards, waitMs } = takeTokens(bucket, perSecond, room, now);
    if (granted === 0) return { line, rows: [], hasFound: true, notBeforeMs: waitMs };
    const { rows, hasFound } = await takeDue(tx, enterpriseId, this.#channelId, this.#workerId, granted, now);
    if (rows.length === 0) return { line, rows, hasFound, notBeforeMs: 0 };
    await this.#readRuns(tx, rows);
    const { going, never } = await this.#withoutQuiet(tx, rows, now);
    await saveBucket(tx, enterpriseId, this.#channelId, { ...afterwards, tokens: afterwards.tokens + granted - going.length });
    const settled = await settleContents(this.#ctx, tx, going, this.#runs);
    const ready = await this.#recheck(tx, line, settled, { never, now });
    await this.#spell(tx, ready);
    this.#unsure = ready;
    return { line, rows: ready, hasFound, notBeforeMs: rows.length === granted && granted < room ? 1000 / perSecond : 0 };
  }

  async #readLine(tx: Tx, now: Date): Promise<SendingLine | undefined> {
    if (this.#line && this.#line.until > now.getTime()) return this.#line.value;
    const value = await readLine(this.#deps, tx, this.#ctx.enterpriseId, this.#channelId);
    this.#line = { value, until: now.getTime() + knownMs };
    return value;
  }

  /** Reads the content of a run once: it does not change, except for the content that is chosen. */
  async #readRuns(tx: Tx, rows: readonly TakenRow[]): Promise<void> {
    for (const runId of new Set(rows.flatMap((row) => runIdOf(row) ?? []))) {
      const known = this.#runs.get(runId);
      if (known && (known.contents === null || known.chosenContent !== null)) continue;
      const run = await readRunMessages(tx, this.#ctx.enterpriseId, runId);
      if (run) this.#runs.set(runId, run);
    }
  }

  /**
   * Marketing does not leave within quiet hours, and nothing of a run while its calendar is closed, whenever it was queued: it waits until both
   * allow it.
   * @returns `never` those whom both never allow
   */
  async #withoutQuiet(tx: Tx, rows: TakenRow[], now: Date): Promise<{ going: TakenRow[]; never: TakenRow[] }> {
    const { enterpriseId } = this.#ctx;
    await this.#readTemplates(tx, rows, now);
    const asked = rows.flatMap((row) => {
      const bounds = this.#boundsOf(row);
      return bounds.isMarketing || bounds.calendarId !== null ? [{ row, bounds }] : [];
    });
    if (asked.length === 0) return { going: rows, never: [] };
    const calendarIds = [...new Set(asked.flatMap(({ bounds: { calendarId } }) => calendarId ?? []))];
    const isTurn = calendarIds.length === 0 || (await tryTurn(tx, enterpriseId));
    const own = await this.#readHours(tx, isTurn ? calendarIds : [], now);
    const known = isTurn ? asked : asked.filter(({ bounds }) => bounds.calendarId === null);
    const { until: quiet, never } = await findQuiet(tx, enterpriseId, own, known, now);
    const again = new Date(now.getTime() + savedCalendarMs);
    for (const { row } of asked.filter((one) => !known.includes(one))) quiet.set(row, again);
    const going = rows.filter((row) => !quiet.has(row) && !never.has(row));
    if (quiet.size === 0) return { going, never: [...never] };
    waitAgain(tx, enterpriseId, this.#channelId, rows, { isQuiet: true, until: quiet });
    // All other messages of the run have to wait as well if its hours are the same for everybody.
    const runs = new Map(known.flatMap(({ row: { runId }, bounds }) => (runId === null ? [] : [[runId, bounds]])));
    for (const [runId, bounds] of runs) {
      const until = closedUntil(own, bounds, now);
      if (until) await waitAll(tx, enterpriseId, runId, until);
    }
    return { going, never: [...never] };
  }

  #boundsOf(row: TakenRow): SendingHours {
    const { quietHours = null, calendarId = null } = this.#runs.get(row.runId ?? '') ?? {};
    return { isMarketing: this.#isMarketing(row), quietHours, calendarId };
  }

  /** Reads the hours of calendars for each claim: a save of a calendar waits for claims that went by the former hours, and for no cache. */
  async #readHours(tx: Tx, calendarIds: readonly string[], now: Date): Promise<OwnHours> {
    const { enterpriseId } = this.#ctx;
    if (calendarIds.length > 0) return readOwnHours(tx, enterpriseId, calendarIds);
    if (!this.#ownHours || this.#ownHours.until < now.getTime())
      this.#ownHours = { value: await readOwnHours(tx, enterpriseId), until: now.getTime() + knownMs };
    return this.#ownHours.value;
  }

  #isMarketing(row: TakenRow): boolean {
    const category = row.templateId === null ? undefined : this.#templates.byId.get(row.templateId)?.category;
    return category === 'MARKETING' || this.#runs.get(runIdOf(row) ?? '')?.isMarketing === true;
  }

  async #readTemplates(tx: Tx, rows: readonly TakenRow[], now: Date): Promise<void> {
    const ids = [...new Set(rows.flatMap((row) => row.templateId ?? []))];
    if (ids.length === 0) return;
    if (this.#templates.until < now.getTime() || ids.some((id) => !this.#templates.byId.has(id)))
      this.#templates = { byId: await readTemplatesNow(tx, this.#ctx.enterpriseId, ids), until: now.getTime() + knownMs };
  }

  /**
   * Checks frozen rows again. Since the audience was frozen a template may have been paused, for which its messages wait. A customer may
   * have said no, and another run may have used up the cap. Such rows are skipped with the reason.
   */
  async #recheck(
    tx: Tx,
    { row: { type: channelType } }: SendingLine,
    rows: readonly TakenRow[],
    { never, now }: { never: readonly TakenRow[]; now: Date },
  ): Promise<TakenRow[]> {
    const { enterpriseId } = this.#ctx;
    const channelId = this.#channelId;
    if (never.length === 0 && rows.every((row) => row.templateId === null)) return [...rows];
    await this.#readTemplates(tx, rows, now);
    const addresses = rows.flatMap((row) => (row.templateId === null ? [] : row.address));
    const listed = Map.groupBy(await findListed(this.#ctx, tx, { channelId, channelType }, addresses), ({ address }) => address);
    const refusals = new Map(rows.flatMap((row) => this.#refusalOf(row, listed.get(row.address)?.map(({ kind }) => kind) ?? [])));
    const marketing = rows.filter((row) => this.#isMarketing(row) && !refusals.has(row));
    for (const row of never) refusals.set(row, 'NEVER_OPEN');
    for (const row of await findOverCap(this.#ctx, tx, marketing, now)) refusals.set(row, 'CAPPED');
    if (refusals.size === 0) return [...rows];
    const again = new Date(now.getTime() + templateWaitSeconds * 1000);
    const waits = rows.filter((row) => refusals.get(row) === 'TEMPLATE_NOT_READY' && mayWaitForTemplate(row, now));
    waitAgain(tx, enterpriseId, channelId, rows, { isQuiet: false, until: new Map(waits.map((row) => [row, again])) });
    for (const row of waits) refusals.delete(row);
    const waiting = new Set(waits);
    const ready = rows.filter((row) => !refusals.has(row) && !waiting.has(row));
    if (refusals.size === 0) return ready;
    const left = new Set(ready.map(({ piece }) => piece.wireId));
    recordAttempts(
      tx,
      enterpriseId,
      channelId,
      [...refusals].map(([{ messageId, createdAt, attempts }, reason]) => {
        const skipped = { status: 'SKIPPED', reason, at: now, attempt: attempts } as const;
        return { messageId, createdAt, ...skipped, vendorMessageId: '', again: null, detail: null };
      }),
      [...new Set([...refusals.keys()].map(({ piece }) => piece.wireId))].filter((wireId) => !left.has(wireId)),
    );
    return ready;
  }

  /**
   * Replaces numbers of runs, which come from the phone book or from files, by their spelling on the wire. A conversation answers its own.
   */
  async #spell(tx: Tx, rows: readonly TakenRow[]): Promise<void> {
    const toMany = rows.filter(({ runId }) => runId !== null);
    const spellings = await findWireSpellings(
      tx,
      this.#ctx.enterpriseId,
      this.#channelId,
      toMany.map(({ address }) => address),
    );
    for (const row of toMany) row.to = spellings.get(row.address);
  }

  #refusalOf(row: TakenRow, listed: readonly ('blocked' | 'opted_out')[]): [TakenRow, SkipReason][] {
    if (row.templateId === null) return [];
    const template = this.#templates.byId.get(row.templateId);
    if (listed.includes('blocked')) return [[row, 'BLOCKED']];
    if (this.#isMarketing(row) && listed.includes('opted_out')) return [[row, 'OPTED_OUT']];
    return template?.status === 'APPROVED' ? [] : [[row, 'TEMPLATE_NOT_READY']];
  }

  #start(line: SendingLine, row: TakenRow): void {
    this.#inFlight += 1;
    const run = row.runId === null ? undefined : messageFor(row, this.#runs.get(row.runId));
    const { log, localUrl, publicUrl, secrets } = this.#deps;
    const by = { log, localUrl, publicUrl, fileUrl: this.#ctx.fileUrl, decrypt: secrets.decrypt, readFile: fileReader(this.#ctx) };
    const sent = handOver(by, line, row, run).then((verdict) => {
      this.#inFlight -= 1;
      this.#finished.push({ row, verdict, at: this.#ctx.now() });
    });
    this.#inBackground(sent);
  }

  /** Retries until the database is back: outcomes are stored nowhere else yet. A repeated record changes nothing. */
  async #record(finished: readonly Finished[]): Promise<void> {
    this.#recording = finished.length;
    const counts = new Map<string, number>();
    for (const { row } of finished) counts.set(row.piece.wireId, (counts.get(row.piece.wireId) ?? 0) + 1);
    const ended = [...counts].filter(([wireId, count]) => this.#open.get(wireId) === count).map(([wireId]) => wireId);
    const asked = finished.filter((one) => one.verdict.kind === 'sent' || isTooFast(one));
    const second = this.#meter.note(asked.filter(({ verdict }) => verdict.kind === 'sent').length, asked.length, this.#ctx.now());
    const by = { ctx: this.#ctx, metrics: this.#deps.metrics, channelId: this.#channelId, second };
    for (let isRecorded = false; !isRecorded; ) {
      try {
        await this.#ctx.transaction((tx) => recordFinished(by, tx, finished, ended, this.#line?.value));
        isRecorded = true;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'outcomes of sending could not be recorded');
        await sleep(retryStepMs);
      }
    }
    for (const [wireId, count] of counts) this.#open.set(wireId, (this.#open.get(wireId) ?? 0) - count);
    for (const wireId of ended) this.#open.delete(wireId);
    // A message that has left its lane lets the next of the lane go, which no claim could see before.
    if (finished.some(({ row }) => row.piece.seat.lane !== '')) this.#mayBeDue = true;
    this.#recording = 0;
  }
}

/** A day later it would be no news any more. */
const longestTemplateWaitMs = 24 * 3_600_000;
const mayWaitForTemplate = (row: TakenRow, now: Date): boolean =>
  waitsForTemplate(row) && (row.runId !== null || now.getTime() - new Date(row.createdAt).getTime() < longestTemplateWaitMs);

/** The run whose purpose counts: a stream's message names that of its version. */
const runIdOf = ({ runId, source, resourceId }: TakenRow): string | null => runId ?? (source === 'JOURNEY' ? resourceId : null);

/** Returns the recipient's message of a run. */
const messageFor = ({ contentNumber }: TakenRow, run: RunMessages | undefined): RunMessage | undefined =>
  run?.contents?.[(contentNumber ?? run.chosenContent ?? 1) - 1]?.message ?? run?.message;

export const makeWorkerId = (): string => newId();
