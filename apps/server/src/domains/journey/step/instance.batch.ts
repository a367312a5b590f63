import { isOver } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { endStreams } from '../../bot/door.ts';
import { ChatRecording, type LockedChat, lockWithFollowing } from '../../chat/door.ts';
import { readFilledIn } from '../filling/filling.elsewhere.ts';
import { lockEvents } from '../inbox/event.repository.ts';
import { settleInputs } from '../inbox/input.repository.ts';
import { answerClosed, readClosed, sayAside, settingText } from '../inbox/instance.closed.ts';
import { tellEarly } from '../inbox/instance.early.ts';
import { readInputs, withoutSurplus } from '../inbox/instance.inputs.ts';
import { keepPast } from '../inbox/instance.past.ts';
import { suspend, wakeSuspended } from '../inbox/instance.suspend.ts';
import { asLogged, traceInput, traceVisits } from '../inbox/instance.trace.ts';
import { type PlayedTurns, playTurns } from '../inbox/instance.turns.ts';
import { findLoggers, followWalks } from '../link/link.repository.ts';
import { currentChat } from '../row/instance.chat.ts';
import { CountChanges, standsAt } from '../row/instance.counts.ts';
import { wakeKeyOf } from '../row/instance.keys.ts';
import { findLive, type InstanceRow, type LiveRow, lockInstances, type Stepped, writeInstances } from '../row/instance.repository.ts';
import { openInstance, sealInstance } from '../row/instance.seal.ts';
import type { RunningVersion, VersionCache } from '../row/instance.versions.ts';
import { type Acting, Carrier } from './instance.effects.ts';
import { encapsOf, endsOfTools, statesOfLinks } from './instance.ended.ts';
import { readFacts } from './instance.facts.ts';
import { type Failed, tellFailures } from './instance.failed.ts';
import { findHolders, findStates, insertTurns, planForAnyKeys } from './step.repository.ts';

export type Engine = { versions: VersionCache; secrets: Pick<Secrets, 'encrypt' | 'decrypt'> };
/** @property isBusy it has waited as long as it may for the one that talks with its customer */
type One = { row: InstanceRow; live: LiveRow; running: RunningVersion; isBusy: boolean; chat: LockedChat };

/**
 * Takes the turns of up to a hundred walks in one transaction: before its commit nothing has happened, and after it everything. Locks are taken
 * in the order of chats, walks, customers. A walk that somebody else has stepped meanwhile has nothing left to read.
 * @returns whether some of them may have more to read
 */
export function stepInstances(ctx: EnterpriseContext, engine: Engine, instanceIds: readonly string[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    writeBehind(tx, planForAnyKeys(tx));
    const recording = new ChatRecording(ctx, ctx.now());
    const going = await findLive(tx, enterpriseId, instanceIds);
    const isGoing = new Set(going.map(({ instanceId }) => instanceId));
    const closed = await readClosed(
      tx,
      engine.secrets,
      enterpriseId,
      instanceIds.filter((id) => !isGoing.has(id)),
    );
    if (closed.length > 0) {
      // Locks these chats together with those of the walks that go on, in their order: otherwise another transaction's lock could come
      // between them.
      const chatIds = [...going, ...closed.flatMap(({ row }) => row ?? [])].map(({ chatId }) => chatId);
      const chats = await lockWithFollowing(tx, enterpriseId, [...new Set(chatIds)]);
      await answerClosed(ctx, tx, engine.versions, recording, closed, chats);
    }
    const all = await prepare(ctx, tx, engine, going);
    if (all.length === 0) {
      await recording.save(tx);
      return false;
    }
    const filled = await readFilledIn(tx, engine.secrets, enterpriseId, all);
    const [inputs, facts] = await Promise.all([
      readInputs(
        tx,
        engine.secrets,
        enterpriseId,
        all.map(({ row }) => row.instanceId),
      ),
      readFacts(
        ctx,
        tx,
        all.map(({ row, running, chat }) => ({ ...row, running, deptId: chat.deptId })),
        filled,
      ),
    ]);
    // States are read after the facts: a template that can no longer be sent pauses its streams with it, and no walk may see one without
    // the other.
    const states = await findStates(tx, enterpriseId, [...new Set(all.map(({ row }) => row.journeyId))]);
    const now = ctx.now();
    const settled = { read: [] as number[], kept: [] as number[] };
    const acting: (Acting & { one: One; played: PlayedTurns })[] = [];
    const pauses = createPauses();
    for (const one of all) {
      const { row, running, chat } = one;
      const waiting = inputs.get(row.instanceId) ?? [];
      const known = facts.get(row.instanceId);
      if (!known) continue;
      const isPaused = states.get(row.journeyId) === 'PAUSED';
      if (isPaused || (one.live.isSuspended && !one.isBusy)) {
        const said = waiting.filter(({ input }) => input.kind === 'message');
        const isFirst = isPaused && said.length > 0 && !said.some(({ isKept }) => isKept);
        const text = settingText(running, running.compiled.main.document.settings.pauseText);
        if (isFirst && text !== '')
          await sayAside(ctx, tx, recording, {
            chat,
            running,
            enterpriseId,
            channelId: row.channelId,
            text,
            key: `j:paused:${waiting[0]?.inputId}`,
          });
        settled.kept.push(...waiting.filter(({ input }) => input.kind !== 'stop').map(({ inputId }) => inputId));
        if (!waiting.some(({ input }) => input.kind === 'stop')) continue;
      }
      const instance = row.turn === 0 ? null : openInstance(engine.secrets, row.instance);
      if (!instance && !waiting.some(({ input }) => input.kind === 'start')) continue;
      await pauses.ifDue();
      const told = { ...known.facts, isBusy: one.isBusy };
      const played = playTurns({ running, instanceId: row.instanceId, instance, facts: told, inputs: waiting, now: now.getTime() });
      settled.read.push(...played.read);
      settled.kept.push(...played.kept);
      if (played.turns.length > 0)
        acting.push({ one, played, row, running, turns: played.turns, instance: played.instance, facts: known, chat });
    }
    const { passed, isDue } = await seatHolders(ctx, tx, await withoutPeople(tx, recording, acting));
    for (const { played } of acting.filter((one) => !passed.has(one))) {
      // Another stream talks with this customer, or does so from now on: nothing of it has happened, and its inputs wait.
      for (const inputId of played.read) settled.kept.push(inputId);
      settled.read = settled.read.filter((inputId) => !played.read.includes(inputId));
    }
    const stepping = acting.filter((one) => passed.has(one));
    await write(ctx, tx, engine, recording, stepping);
    await recording.save(tx);
    await endStreams(ctx, tx, endsOfTools(stepping, inputs));
    await followWalks(tx, enterpriseId, statesOfLinks(stepping), now);
    writeBehind(tx, settleInputs(tx, enterpriseId, withoutSurplus([...inputs.values()], settled)));
    const done = new Set(settled.read);
    const past = [...inputs.values()].flat().filter(({ inputId }) => done.has(inputId));
    writeBehind(tx, keepPast(tx, engine.secrets, enterpriseId, past, now));
    await wakeSuspended(
      ctx,
      tx,
      stepping.filter((one) => one.one.live.holds && !holds(one)).map(({ row }) => row),
    );
    return isDue || stepping.some(({ row, played }) => (inputs.get(row.instanceId)?.length ?? 0) > played.read.length + played.kept.length);
  });
}

/** Locks everything in its order, and finds the chats; a walk that is over by now is left out. */
async function prepare(ctx: EnterpriseContext, tx: Tx, engine: Engine, found: readonly LiveRow[]): Promise<One[]> {
  const { enterpriseId } = ctx;
  if (found.length === 0) return [];
  const chats = await lockWithFollowing(tx, enterpriseId, [...new Set(found.map(({ chatId }) => chatId))]);
  const ids = found.map(({ instanceId }) => instanceId);
  // Both queries go in one packet and are answered in this order: seats are read under the locks.
  const [rows, seats] = await Promise.all([lockInstances(tx, enterpriseId, found), findLive(tx, enterpriseId, ids)]);
  const live = new Map(seats.map((one) => [one.instanceId, one]));
  const all: One[] = [];
  for (const row of rows) {
    const seat = live.get(row.instanceId);
    if (!seat || isOver(row.state)) continue;
    const running = await engine.versions.load(tx, enterpriseId, row.journeyId, row.version);
    const chat = await currentChat(ctx, tx, { ...row, chatId: seat.chatId }, chats);
    // Address that the customer has written from last; an erased customer has none.
    row.address = chat.address || row.address;
    all.push({ row, live: seat, running, isBusy: false, chat });
  }
  return withBusy(tx, enterpriseId, all, ctx.now());
}

/** Marks those whose time to wait for another stream is over, while it still talks. */
async function withBusy(tx: Tx, enterpriseId: string, all: One[], now: Date): Promise<One[]> {
  const due = all.filter(({ live: { isSuspended, busyUntil } }) => isSuspended && busyUntil !== null && busyUntil <= now);
  if (due.length === 0) return all;
  const talking = await findHolders(
    tx,
    enterpriseId,
    due.map(({ row }) => row),
  );
  const holders = Map.groupBy(talking, seatOf);
  for (const one of due) one.isBusy = holders.get(seatOf(one.row))?.some(({ priority }) => priority >= one.live.priority) ?? false;
  // The walk that talked is gone, or may be interrupted now.
  for (const { live, isBusy } of due) live.isSuspended = isBusy;
  return all;
}

/** Tells whether a walk talks with its customer: from a question on, through calls, until it waits for something else or ends. */
const holds = ({ instance: { wait, state }, one }: Candidate): boolean =>
  // A walk that may not ask calls without the seat.
  !isOver(state) && !one.isBusy && (wait?.kind === 'answer' || wait?.kind === 'call');

type Candidate = Acting & { one: One };

/** While people have the chat, a stream that waits for them says nothing; when they end it, it goes on. */
async function withoutPeople<C extends Candidate>(tx: Tx, recording: ChatRecording, acting: readonly C[]): Promise<C[]> {
  const free: C[] = [];
  for (const one of acting) {
    const { chat, row, running, turns } = one;
    const isWithPeople = chat.handledBy === 'agent' || chat.handledBy === 'queue';
    const speaks = turns.some(({ effects }) => effects.some(({ kind }) => kind === 'send'));
    if (!isWithPeople || !speaks || running.compiled.main.document.settings.agentTalks === 'send') free.push(one);
    else {
      chat.returnsTo ??= row.instanceId;
      recording.touch(chat);
      await suspend(tx, row.enterpriseId, row.instanceId);
    }
  }
  return free;
}

/**
 * Decides which walk may talk: at most one for a customer and channel. The higher priority interrupts the other, which asks again
 * afterwards. Otherwise the one that wants to begin waits until the other is done, or for as long as its stream says.
 * @returns who may go on, and whether one of the others has waited long enough at once
 */
async function seatHolders<C extends Candidate>(
  ctx: EnterpriseContext,
  tx: Tx,
  acting: readonly C[],
): Promise<{ passed: Set<C>; isDue: boolean }> {
  const { enterpriseId } = ctx;
  const passed = new Set<C>(acting);
  const wanting = acting.filter((one) => holds(one) && !one.one.live.holds);
  let isDue = false;
  if (wanting.length === 0) return { passed, isDue };
  const talking = await findHolders(
    tx,
    enterpriseId,
    wanting.map(({ row }) => row),
  );
  const holders = Map.groupBy(talking, seatOf);
  const leaving = new Set(acting.filter((one) => !holds(one)).map(({ row }) => row.instanceId));
  const seated = new Set<string>();
  for (const one of wanting) {
    const { live, row } = one.one;
    const seat = seatOf(row);
    const holder = holders.get(seat)?.find(({ instanceId }) => instanceId !== row.instanceId && !leaving.has(instanceId));
    if (holder && holder.priority < live.priority && !seated.has(seat)) {
      await suspend(tx, enterpriseId, holder.instanceId);
      const interrupted = acting.find((other) => other.row.instanceId === holder.instanceId);
      if (interrupted) passed.delete(interrupted);
    } else if (holder || seated.has(seat)) {
      passed.delete(one);
      const { busySeconds } = one.running.compiled.main.document.settings;
      // One whose question was open was interrupted: it asks again, however long the other takes.
      const until = row.turn > 0 && row.instance.wait?.kind === 'answer' ? null : new Date(ctx.now().getTime() + busySeconds * 1000);
      await suspend(tx, enterpriseId, row.instanceId, until);
      isDue ||= until !== null && busySeconds === 0;
      continue;
    }
    seated.add(seat);
  }
  return { passed, isDue };
}

const seatOf = ({ channelId, customerId }: Pick<InstanceRow, 'channelId' | 'customerId'>): string => `${channelId} ${customerId}`;

async function write(
  ctx: EnterpriseContext,
  tx: Tx,
  { secrets }: Engine,
  recording: ChatRecording,
  acting: readonly (Acting & { one: One; played: PlayedTurns })[],
): Promise<void> {
  if (acting.length === 0) return;
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const carrier = new Carrier(ctx, tx, recording, secrets);
  const counts = new CountChanges();
  const stepped: Stepped[] = [];
  const failed: Failed[] = [];
  await carrier.load(acting);
  for (const one of acting) {
    const { row, running, instance, turns } = one;
    const { chat, error } = await carrier.carryOut(one);
    const of = { journeyId: row.journeyId, version: row.version, channelId: row.channelId, environment: row.environment };
    if (row.turn === 0) counts.started(of, row.startedAt);
    let standing = row.turn === 0 ? '' : standsAt(row.instance);
    for (const { visits } of turns) standing = counts.visited(of, row.startedAt, visits, running.nodeNumbers, standing);
    if (isOver(instance.state)) counts.ended(of, row.startedAt, instance.state, instance.reason, now.getTime() - row.startedAt.getTime());
    const warnings = turns.flatMap(({ visits }) => visits.flatMap((visit) => visit.warnings));
    const lastError = (error || (instance.state === 'FAILED' ? (warnings.at(-1) ?? '') : '')).slice(0, 500);
    if (instance.state === 'FAILED') failed.push({ running, instance, error: lastError });
    stepped.push({
      row,
      live: one.one.live,
      instance,
      kept: sealInstance(secrets, running.compiled, instance),
      nodeNo: running.nodeNumbers.get(instance.frames[0]?.node ?? '') ?? 0,
      holds: holds(one),
      isSuspended: false,
      lastError,
      isHeld: false,
      chatId: chat.chatId,
    });
  }
  await carrier.write();
  const listening = stepped.flatMap(({ row, instance: { wait } }) =>
    wait?.kind === 'event' ? [{ instanceId: row.instanceId, startedAt: row.startedAt, wakeKey: wakeKeyOf(wait.event, wait.key) }] : [],
  );
  await lockEvents(
    tx,
    enterpriseId,
    listening.map(({ wakeKey }) => wakeKey),
  );
  writeBehind(tx, writeInstances(tx, enterpriseId, stepped, now));
  await tellEarly(ctx, tx, listening);
  // Traced here and not behind: a trace that fails takes the batch back with it.
  const loggers = await findLoggers(tx, enterpriseId, encapsOf(acting));
  const taken = acting.flatMap(({ row, turns }) =>
    turns.map(({ turn, input, isSensitive, visits }) => {
      const traced = asLogged({ input: traceInput(input, isSensitive), visits: traceVisits(visits) }, loggers.get(row.journeyId));
      return { instanceId: row.instanceId, turn, input: JSON.stringify(traced.input), visits: JSON.stringify(traced.visits) };
    }),
  );
  const traced = insertTurns(tx, enterpriseId, taken, now);
  writeBehind(tx, Promise.all([traced, counts.write(tx, enterpriseId)]));
  await tellFailures(ctx, tx, failed);
}
