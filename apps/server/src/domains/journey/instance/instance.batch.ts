import { isOver } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { ChatRecording, isOpen, type LockedChat, lockChats, openStreamChat } from '../../chat/door.ts';
import { answerClosed, readClosed, sayAside, settingText } from './instance.closed.ts';
import { CountChanges } from './instance.counts.ts';
import { lockEvents, tellEarly } from './instance.early.ts';
import { type Acting, Carrier } from './instance.effects.ts';
import { readFacts } from './instance.facts.ts';
import { readInputs, settleInputs, withoutSurplus } from './instance.inputs.ts';
import { keepPast } from './instance.past.ts';
import { type InstanceRow, type LiveRow, lockInstances, readLive, type Stepped, wakeKeyOf, writeInstances } from './instance.rows.ts';
import { openInstance, sealInstance } from './instance.seal.ts';
import { resumeWalk, suspend } from './instance.suspend.ts';
import { traceInput, traceVisits } from './instance.trace.ts';
import { type Walked, walk } from './instance.turns.ts';
import type { RunningVersion, VersionCache } from './instance.versions.ts';

export type Engine = { versions: VersionCache; secrets: Pick<Secrets, 'encrypt' | 'decrypt'> };
type One = { row: InstanceRow; live: LiveRow; running: RunningVersion; isPaused: boolean; chat: LockedChat };

/**
 * Takes the turns of up to a hundred walks in one transaction: before its commit nothing has happened, and after it everything. Locks are taken
 * in the order of chats, walks, customers. A walk that somebody else has stepped meanwhile has nothing left to read.
 * @returns whether some of them may have more to read
 */
export function stepInstances(ctx: EnterpriseContext, engine: Engine, instanceIds: readonly string[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const recording = new ChatRecording(ctx, ctx.now());
    const going = await readLive(tx, enterpriseId, instanceIds);
    const isGoing = new Set(going.map(({ instanceId }) => instanceId));
    const closed = await readClosed(
      tx,
      enterpriseId,
      instanceIds.filter((id) => !isGoing.has(id)),
    );
    if (closed.length > 0) {
      // With those of the walks that go on, at once and in their order: one after the other, somebody else's lock could stand between them.
      const chatIds = [...going, ...closed.flatMap(({ row }) => row ?? [])].map(({ chatId }) => chatId);
      await lockChats(tx, enterpriseId, [...new Set(chatIds)]);
      await answerClosed(ctx, tx, engine.versions, recording, closed);
    }
    const all = await prepare(ctx, tx, engine, instanceIds);
    if (all.length === 0) {
      await recording.save(tx);
      return false;
    }
    const inputs = await readInputs(
      tx,
      enterpriseId,
      all.map(({ row }) => row.instanceId),
    );
    const facts = await readFacts(
      ctx,
      tx,
      all.map(({ row, running }) => ({ ...row, running })),
    );
    const now = ctx.now();
    const settled = { read: [] as number[], kept: [] as number[] };
    const acting: (Acting & { one: One; walked: Walked })[] = [];
    for (const one of all) {
      const { row, running, chat } = one;
      const waiting = inputs.get(row.instanceId) ?? [];
      const known = facts.get(row.instanceId);
      if (!known) continue;
      if (one.isPaused || one.live.isSuspended) {
        const said = waiting.filter(({ input }) => input.kind === 'message');
        const isFirst = one.isPaused && said.length > 0 && !said.some(({ isKept }) => isKept);
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
      const walked = walk({ running, instanceId: row.instanceId, instance, facts: known.facts, inputs: waiting, now: now.getTime() });
      settled.read.push(...walked.read);
      settled.kept.push(...walked.kept);
      if (walked.turns.length > 0)
        acting.push({ one, walked, row, running, turns: walked.turns, instance: walked.instance, facts: known, chat });
    }
    const passed = await seatHolders(ctx, tx, await withoutPeople(tx, recording, acting));
    for (const { walked } of acting.filter((one) => !passed.has(one))) {
      // Another stream talks with this customer: nothing of it has happened, and its inputs wait.
      for (const inputId of walked.read) settled.kept.push(inputId);
      settled.read = settled.read.filter((inputId) => !walked.read.includes(inputId));
    }
    const stepping = acting.filter((one) => passed.has(one));
    await write(ctx, tx, engine, recording, stepping);
    await recording.save(tx);
    await settleInputs(tx, enterpriseId, withoutSurplus([...inputs.values()], settled));
    const done = new Set(settled.read);
    const past = [...inputs.values()].flat().filter(({ inputId }) => done.has(inputId));
    await keepPast(tx, engine.secrets, enterpriseId, past, now);
    await wakeSuspended(
      ctx,
      tx,
      stepping.filter(({ instance }) => !holds(instance)).map(({ row }) => row),
    );
    return stepping.some(({ row, walked }) => (inputs.get(row.instanceId)?.length ?? 0) > walked.read.length + walked.kept.length);
  });
}

/** Locks everything in its order, and finds the chats; a walk that is over by now is left out. */
async function prepare(ctx: EnterpriseContext, tx: Tx, engine: Engine, instanceIds: readonly string[]): Promise<One[]> {
  const { enterpriseId } = ctx;
  const found = await readLive(tx, enterpriseId, instanceIds);
  if (found.length === 0) return [];
  const chats = new Map(
    (await lockChats(tx, enterpriseId, [...new Set(found.map(({ chatId }) => chatId))])).map((chat) => [chat.chatId, chat]),
  );
  const rows = await lockInstances(tx, enterpriseId, found);
  const live = new Map((await readLive(tx, enterpriseId, instanceIds)).map((one) => [one.instanceId, one]));
  const states = await readStates(tx, enterpriseId, [...new Set(rows.map(({ journeyId }) => journeyId))]);
  const all: One[] = [];
  for (const row of rows) {
    const seat = live.get(row.instanceId);
    if (!seat || isOver(row.state)) continue;
    const running = await engine.versions.load(tx, enterpriseId, row.journeyId, row.version);
    const held = chats.get(seat.chatId);
    const chat = held && isOpen(held) ? held : await reopen(ctx, tx, row, chats);
    all.push({ row, live: seat, running, isPaused: states.get(row.journeyId) === 'PAUSED', chat });
  }
  return all;
}

/** The chat has been closed since: what is said next is said in the open one, or in a new one. */
async function reopen(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, customerId, address }: InstanceRow,
  chats: Map<string, LockedChat>,
): Promise<LockedChat> {
  const chat = await openStreamChat(ctx, tx, { channelId, customerId, address });
  const held = chats.get(chat.chatId);
  if (held) return held;
  chats.set(chat.chatId, chat);
  return chat;
}

async function readStates(tx: Tx, enterpriseId: string, journeyIds: readonly string[]): Promise<Map<string, string>> {
  if (journeyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('journeys')
    .select(['journeyId', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', [...journeyIds])
    .execute();
  return new Map(rows.map(({ journeyId, state }) => [journeyId, state]));
}

/** Whether a walk talks with its customer: from a question on, through calls, until it waits for something else or ends. */
const holds = ({ wait, state }: Acting['instance']): boolean => !isOver(state) && (wait?.kind === 'answer' || wait?.kind === 'call');

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
 * Who may talk: at most one walk for a customer and channel. The higher priority interrupts the other, which asks again afterwards; otherwise the
 * one that wants to begin waits until the other is done.
 */
async function seatHolders<C extends Candidate>(ctx: EnterpriseContext, tx: Tx, acting: readonly C[]): Promise<Set<C>> {
  const { enterpriseId } = ctx;
  const passed = new Set<C>(acting);
  const wanting = acting.filter(({ instance, one }) => holds(instance) && !one.live.holds);
  if (wanting.length === 0) return passed;
  const holders = await readHolders(
    tx,
    enterpriseId,
    wanting.map(({ row }) => row),
  );
  const leaving = new Set(acting.filter(({ instance }) => !holds(instance)).map(({ row }) => row.instanceId));
  const seated = new Set<string>();
  for (const one of wanting) {
    const { live, row } = one.one;
    const seat = seatOf(row);
    const holder = holders.get(seat)?.find(({ instanceId }) => instanceId !== row.instanceId && !leaving.has(instanceId));
    if (holder && holder.priority < live.priority && !seated.has(seat)) await suspend(tx, enterpriseId, holder.instanceId);
    else if (holder || seated.has(seat)) {
      passed.delete(one);
      await suspend(tx, enterpriseId, row.instanceId);
      continue;
    }
    seated.add(seat);
  }
  return passed;
}

const seatOf = ({ channelId, customerId }: Pick<InstanceRow, 'channelId' | 'customerId'>): string => `${channelId} ${customerId}`;

/** Who talks now, by customer and channel. */
async function readHolders(tx: Tx, enterpriseId: string, rows: readonly InstanceRow[]) {
  const found = await tx
    .selectFrom('journeyLive')
    .select(['instanceId', 'channelId', 'customerId', 'priority'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`channel_id = any(${[...new Set(rows.map(({ channelId }) => channelId))]}::uuid[])`)
    .where(sql<boolean>`customer_id = any(${rows.map(({ customerId }) => customerId)}::uuid[])`)
    .where('holds', '=', true)
    .execute();
  return Map.groupBy(found, seatOf);
}

/** Whoever has left the conversation lets the next one talk: what it has kept is read, and its open question is asked again. */
async function wakeSuspended(ctx: EnterpriseContext, tx: Tx, left: readonly InstanceRow[]): Promise<void> {
  if (left.length === 0) return;
  const { enterpriseId } = ctx;
  const { rows } = await sql<{ instanceId: string }>`
    update journey_live l set is_suspended = false from (
      select distinct on (s.channel_id, s.customer_id) s.instance_id
      from (select distinct * from unnest(${left.map(({ channelId }) => channelId)}::uuid[], ${left.map(({ customerId }) => customerId)}::uuid[])
        as w(channel_id, customer_id)) w
      join journey_live s on s.enterprise_id = ${enterpriseId} and s.customer_id = w.customer_id and s.channel_id = w.channel_id and s.is_suspended
      where not exists (select from journey_live h where h.enterprise_id = ${enterpriseId} and h.customer_id = w.customer_id
        and h.channel_id = w.channel_id and h.holds)
      order by s.channel_id, s.customer_id, s.priority desc, s.instance_id) next
    where l.enterprise_id = ${enterpriseId} and l.instance_id = next.instance_id returning l.instance_id`.execute(tx);
  for (const { instanceId } of rows) await resumeWalk(ctx, tx, instanceId);
}

async function write(
  ctx: EnterpriseContext,
  tx: Tx,
  { secrets }: Engine,
  recording: ChatRecording,
  acting: readonly (Acting & { one: One; walked: Walked })[],
): Promise<void> {
  if (acting.length === 0) return;
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const carrier = new Carrier(ctx, tx, recording);
  const counts = new CountChanges();
  const stepped: Stepped[] = [];
  await carrier.load(acting);
  for (const one of acting) {
    const { row, running, instance, turns } = one;
    const { chat, error } = await carrier.carryOut(one);
    const of = { journeyId: row.journeyId, version: row.version, channelId: row.channelId, environment: row.environment };
    if (row.turn === 0) counts.started(of, row.startedAt);
    // One that has failed and is tried again stands nowhere: its node is entered once more.
    let standing = row.turn === 0 || row.instance.wait === null ? '' : (row.instance.frames[0]?.node ?? '');
    for (const { visits } of turns) standing = counts.visited(of, row.startedAt, visits, running.nodeNumbers, standing);
    if (isOver(instance.state)) counts.ended(of, row.startedAt, instance.state, instance.reason, now.getTime() - row.startedAt.getTime());
    const warnings = turns.flatMap(({ visits }) => visits.flatMap((visit) => visit.warnings));
    stepped.push({
      row,
      instance,
      kept: sealInstance(secrets, running.compiled, instance),
      nodeNo: running.nodeNumbers.get(instance.frames[0]?.node ?? '') ?? 0,
      holds: holds(instance),
      isSuspended: false,
      lastError: (error || (instance.state === 'FAILED' ? (warnings.at(-1) ?? '') : '')).slice(0, 500),
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
  await writeInstances(tx, enterpriseId, stepped, now);
  await tellEarly(ctx, tx, listening);
  await tx
    .insertInto('journeyTurns')
    .values(
      acting.flatMap(({ row, turns }) =>
        turns.map(({ input, visits, turn, isSensitive }) => ({
          enterpriseId,
          instanceId: row.instanceId,
          turn,
          at: now,
          input: JSON.stringify(traceInput(input, isSensitive)),
          visits: JSON.stringify(traceVisits(visits)),
        })),
      ),
    )
    .execute();
  await counts.write(tx, enterpriseId);
}
