import { type CallEntry, type CallRoom, chatActionTypes, type endpoints, type IceServer, type RtcSignal, type z } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import { hashToken, makeToken } from '#platform/secrets/secrets.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { findUserNames } from '../../account/door.ts';
import { findMeetings, iceServersOf } from '../../integration/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { wakeRouting } from '../routing/routing.wake.ts';
import { accessProvider, type Meeting } from './meeting.provider.ts';
import { assertRecordable, presentRecording, stopRunning } from './recording.service.ts';
import { callChanged, meetTopic } from './video.events.ts';
import {
  changeCallWeight,
  changeRoom,
  findCustomerName,
  findOpenRoom,
  findRoom,
  leaveSeats,
  listPeople,
  listRecordings,
  listRoomsOfChat,
  listRoomsOfUser,
  lockRoom,
  type RoomRow,
  runningRecordings,
  seatPerson,
  touchSeat,
} from './video.repository.ts';

export const callNotFound = () => new DomainError('call.not_found', 'No such call.', {});
export const callEnded = () => new DomainError('call.ended', 'The call has ended.', {});
const callTaken = () => new DomainError('call.taken', 'Another browser has taken this place in the call.', {});

/** A browser that gives no sign for so long has lost its place to the next one. */
const seatSeconds = 45;

/** Tells whether agents can invite customers to a video call, and how. */
export async function describeMeetings(ctx: Ctx): Promise<{ canMeet: boolean; kind: 'own' | 'outside'; canRecord: boolean }> {
  const settings = await ctx.read((tx) => findMeetings(tx, ctx.enterpriseId));
  return { canMeet: settings !== undefined, kind: settings?.kind ?? 'outside', canRecord: settings?.canRecord ?? false };
}

/**
 * Opens the call of a chat, and sends its address as the agent’s message.
 * @throws DomainError meeting.unavailable, chat.not_found, chat.state_invalid, or call.taken by another agent
 */
export async function openCall(ctx: Ctx, deps: Pick<Deps, 'secrets'>, chatId: string): Promise<Meeting> {
  const provider = await accessProvider(ctx, deps);
  return ctx.transaction(async (tx) => {
    const meeting = await provider.open(tx, chatId);
    await provider.invite(tx, chatId, meeting);
    return meeting;
  });
}

/** The same state for both sides of a call. */
async function tellCall(ctx: EnterpriseContext, tx: Tx, room: RoomRow): Promise<void> {
  const people = await listPeople(tx, ctx.enterpriseId, [room.roomId]);
  const running = await runningRecordings(tx, room);
  const { roomId, chatId, userId, state, consent } = room;
  const isCustomerHere = people.some(({ kind, leftAt }) => kind === 'customer' && leftAt === null);
  await ctx.events.record(tx, callChanged, { userId, roomId, chatId, state, consent, isRecording: running.length > 0, isCustomerHere });
}

/** Takes the place of a side; with both there the call is live. @returns the number of the join */
async function takeSeat(
  ctx: EnterpriseContext,
  tx: Tx,
  room: RoomRow,
  seat: { kind: 'agent' | 'customer'; personId: string; tokenHash: Buffer },
): Promise<number> {
  const now = ctx.now();
  const { enterpriseId, roomId } = room;
  const join = await seatPerson(tx, { enterpriseId, roomId, ...seat, joinedAt: now, seenAt: now });
  const here = (await listPeople(tx, enterpriseId, [roomId])).filter(({ leftAt }) => leftAt === null);
  const isLive = room.state === 'OPEN' && here.length === 2;
  if (isLive) await changeRoom(tx, room, { state: 'LIVE', liveAt: now });
  const taken: RoomRow = isLive ? { ...room, state: 'LIVE', liveAt: now } : room;
  await tellCall(ctx, tx, taken);
  return join;
}

/** The agent's place in the open call of a chat. @throws DomainError call.not_found, chat.not_found */
export async function takeOwnSeat(
  ctx: Ctx,
  deps: Pick<Deps, 'secrets'>,
  { chatId, uId = ctx.actor.userId }: { chatId: string; uId?: string | undefined },
): Promise<z.output<typeof endpoints.video.createUser.answer>> {
  const { enterpriseId, actor } = ctx;
  if (uId !== actor.userId) throw callNotFound();
  const { token, hash } = makeToken();
  return ctx.transaction(async (tx) => {
    await accessChat(tx, actor, chatId);
    const open = await findOpenRoom(tx, enterpriseId, chatId);
    const room = open?.userId === actor.userId ? await lockRoom(tx, open) : undefined;
    if (!room || room.state === 'ENDED') throw callNotFound();
    await takeSeat(ctx, tx, room, { kind: 'agent', personId: actor.userId, tokenHash: hash });
    const { roomId, consent } = room;
    const isRecording = (await runningRecordings(tx, room)).length > 0;
    return { id: actor.userId, roomId, token, consent, isRecording, iceServers: await relaysFor(ctx, deps, tx, roomId, actor.userId) };
  });
}

export async function relaysFor(
  ctx: EnterpriseContext,
  deps: Pick<Deps, 'secrets'>,
  tx: Read,
  roomId: string,
  personId: string,
): Promise<IceServer[]> {
  const settings = await findMeetings(tx, ctx.enterpriseId);
  return settings?.kind === 'own' ? iceServersOf(ctx, deps, settings, { roomId, personId }) : [];
}

/** Rooms as their readers see them. */
export async function presentRooms(tx: Read, enterpriseId: string, rooms: readonly RoomRow[], customerName: string): Promise<CallRoom[]> {
  const ids = rooms.map(({ roomId }) => roomId);
  const [people, recordings] = [await listPeople(tx, enterpriseId, ids), await listRecordings(tx, enterpriseId, ids)];
  const agents = [...new Set([...rooms, ...recordings].map(({ userId }) => userId))];
  const found = await findUserNames(tx, enterpriseId, agents);
  const names = new Map(agents.map((userId, place) => [userId, found[place] ?? '']));
  return rooms.map((room) => ({
    id: room.roomId,
    chatId: room.chatId,
    state: room.state,
    consent: room.consent,
    by: names.get(room.userId) ?? '',
    createdAt: room.createdAt.toISOString(),
    liveAt: room.liveAt?.toISOString() ?? null,
    endedAt: room.endedAt?.toISOString() ?? null,
    people: people
      .filter(({ roomId }) => roomId === room.roomId)
      .map(({ personId, kind, joinedAt, leftAt, ending }) => ({
        id: personId,
        kind,
        name: kind === 'agent' ? (names.get(personId) ?? '') : customerName,
        joinedAt: joinedAt?.toISOString() ?? null,
        leftAt: leftAt?.toISOString() ?? null,
        ending,
      })),
    recordings: recordings
      .filter(({ roomId }) => roomId === room.roomId)
      .map((recording) => presentRecording(recording, names.get(recording.userId) ?? '')),
  }));
}

/** Calls of a chat for users who may read it. @throws DomainError chat.not_found */
export const listCalls = (ctx: Ctx, chatId: string): Promise<CallRoom[]> =>
  ctx.read(async (tx) => {
    const { customerName } = await accessChat(tx, ctx.actor, chatId);
    return presentRooms(tx, ctx.enterpriseId, await listRoomsOfChat(tx, ctx.enterpriseId, chatId), customerName);
  });

const unlessUnreadable = (error: unknown): undefined => {
  if (!(error instanceof DomainError && error.code === 'chat.not_found')) throw error;
  return undefined;
};

/** Open calls of the user; a chat that they may read no more hides its call, and none of the others. */
export const listOwnCalls = (ctx: Ctx): Promise<CallRoom[]> =>
  ctx.read(async (tx) => {
    const rooms = await listRoomsOfUser(tx, ctx.enterpriseId, ctx.actor.userId);
    const shown: CallRoom[] = [];
    for (const room of rooms) {
      const seen = await accessChat(tx, ctx.actor, room.chatId).catch(unlessUnreadable);
      if (seen) shown.push(...(await presentRooms(tx, ctx.enterpriseId, [room], seen.customerName)));
    }
    return shown;
  });

/** One call with its relays, for users who may read its chat. @throws DomainError call.not_found */
export const readCall = (ctx: Ctx, deps: Pick<Deps, 'secrets'>, roomId: string): Promise<CallRoom & { iceServers: IceServer[] }> =>
  ctx.read(async (tx) => {
    const room = await findRoom(tx, { enterpriseId: ctx.enterpriseId, roomId });
    if (!room) throw callNotFound();
    const { customerName } = await accessChat(tx, ctx.actor, room.chatId);
    const [shown] = await presentRooms(tx, ctx.enterpriseId, [room], customerName);
    if (!shown) throw callNotFound();
    // Relays cost money: only the one who holds the call gets a way to them.
    const isOwn = room.userId === ctx.actor.userId && room.state !== 'ENDED';
    return { ...shown, iceServers: isOwn ? await relaysFor(ctx, deps, tx, roomId, ctx.actor.userId) : [] };
  });

type LockedCall = { room: RoomRow; chat: LockedChat };

/** The call with its chat, in the order of locks. @throws DomainError call.not_found */
async function lockCall(ctx: EnterpriseContext, tx: Tx, roomId: string): Promise<LockedCall> {
  const { enterpriseId } = ctx;
  const known = await findRoom(tx, { enterpriseId, roomId });
  const [chat] = known ? await lockChats(tx, enterpriseId, [known.chatId]) : [];
  if (!known || !chat) throw callNotFound();
  await lockDesksOf(tx, enterpriseId, [known.chatId]);
  const room = await lockRoom(tx, known);
  if (!room) throw callNotFound();
  return { room, chat };
}

/** An own call that has not ended. @throws DomainError call.not_found, call.ended */
export async function lockOwnCall(ctx: Ctx, tx: Tx, roomId: string): Promise<LockedCall> {
  const call = await lockCall(ctx, tx, roomId);
  if (call.room.userId !== ctx.actor.userId) throw callNotFound();
  if (call.room.state === 'ENDED') throw callEnded();
  return call;
}

async function endLocked(ctx: EnterpriseContext, tx: Tx, { room, chat }: LockedCall): Promise<void> {
  const now = ctx.now();
  const ended = { state: 'ENDED', endedAt: room.endedAt ?? now, codeHash: null, sealedCode: '', isTold: true } as const;
  await changeRoom(tx, room, ended);
  await leaveSeats(tx, room, { ending: 'ended', at: now });
  // A room that a trigger has ended has given its weight back.
  if (room.state !== 'ENDED') await changeCallWeight(tx, ctx.enterpriseId, chat.chatId, null);
  await tellCall(ctx, tx, { ...room, ...ended });
}

/** Ends a call for both sides: an own one, or one in a chat that the user owns. @throws DomainError call.not_found, call.ended */
export async function endOwnCall(ctx: Ctx, roomId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const call = await lockCall(ctx, tx, roomId);
    if (![call.room.userId, call.chat.ownerId].includes(ctx.actor.userId)) throw callNotFound();
    if (call.room.state === 'ENDED') throw callEnded();
    await endLocked(ctx, tx, call);
  });
  wakeRouting(ctx);
}

/** Ends a call that nobody is in, or tells of the end that the end of its chat was. */
export async function endDueCall(ctx: EnterpriseContext, roomId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const call = await lockCall(ctx, tx, roomId);
    if (!call.room.isTold) await endLocked(ctx, tx, call);
  });
  wakeRouting(ctx);
}

/** Asks the customer whether the call may be recorded. @throws DomainError meeting.unavailable where calls are not recorded */
export const askConsent = (ctx: Ctx, roomId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { room } = await lockOwnCall(ctx, tx, roomId);
    await assertRecordable(ctx, tx);
    const consent = room.consent === 'given' ? 'given' : 'asked';
    await changeRoom(tx, room, { consent });
    await tellCall(ctx, tx, { ...room, consent });
  });

const consentEntries = { given: 'consentGiven', refused: 'consentRefused', withdrawn: 'consentWithdrawn' } as const satisfies Record<
  string,
  CallEntry
>;
const consentTexts: Record<CallEntry, string> = {
  consentGiven: 'agreed to the recording of the video call.',
  consentRefused: 'did not agree to the recording of the video call.',
  consentWithdrawn: 'withdrew the consent to the recording of the video call.',
};

/** Tells both sides that a recording has begun or ended. */
export async function tellRecording(ctx: EnterpriseContext, tx: Tx, roomId: string): Promise<void> {
  const room = await findRoom(tx, { enterpriseId: ctx.enterpriseId, roomId });
  if (room) await tellCall(ctx, tx, room);
}

// The customer's side.

/** @property join number of the join: a socket that another one of the same browser has replaced leaves nothing */
export type CustomerSeat = { enterpriseId: string; roomId: string; tokenHash: Buffer; join: number };

/**
 * The customer's place in a call. @param token of an earlier join of this browser
 * @throws DomainError call.ended, or call.taken while another browser has the place
 */
export async function joinAsCustomer(ctx: EnterpriseContext, deps: Pick<Deps, 'secrets'>, roomId: string, token: string) {
  const { enterpriseId } = ctx;
  const made = makeToken();
  return ctx.transaction(async (tx) => {
    const { room: found, chat } = await lockCall(ctx, tx, roomId);
    if (found.state === 'ENDED') throw callEnded();
    const known = (await listPeople(tx, enterpriseId, [roomId])).find(({ kind }) => kind === 'customer');
    const isSame = known !== undefined && token !== '' && hashToken(token).equals(known.tokenHash);
    const isHeld = known?.leftAt === null && ctx.now().getTime() - known.seenAt.getTime() < seatSeconds * 1000;
    if (isHeld && !isSame) throw callTaken();
    const tokenHash = isSame ? known.tokenHash : made.hash;
    // A consent is of the one who gave it: another browser is asked anew.
    const isOther = known !== undefined && !isSame && found.consent !== 'none';
    const room: RoomRow = isOther ? { ...found, consent: 'none' } : found;
    if (isOther) {
      await changeRoom(tx, room, { consent: 'none' });
      await stopRunning(ctx, tx, room);
    }
    const join = await takeSeat(ctx, tx, room, { kind: 'customer', personId: chat.customerId, tokenHash });
    const [agentName = ''] = await findUserNames(tx, enterpriseId, [room.userId]);
    return {
      seat: { enterpriseId, roomId, tokenHash, join },
      token: isSame ? token : made.token,
      agentName,
      consent: room.consent,
      isRecording: (await runningRecordings(tx, room)).length > 0,
      channelId: chat.channelId,
      iceServers: await relaysFor(ctx, deps, tx, roomId, chat.customerId),
    };
  });
}

export async function leaveAsCustomer(ctx: EnterpriseContext, { roomId, join }: CustomerSeat, ending: 'left' | 'lost'): Promise<void> {
  await ctx.transaction(async (tx) => {
    const room = await lockRoom(tx, { enterpriseId: ctx.enterpriseId, roomId });
    if (!room || room.state === 'ENDED') return;
    if (await leaveSeats(tx, room, { kind: 'customer', join, ending, at: ctx.now() })) await tellCall(ctx, tx, room);
  });
}

/** The customer's answer, and later the withdrawal of it, are entries of the chat; a recording that runs ends with the consent. */
export async function answerConsent(ctx: EnterpriseContext, { roomId, tokenHash }: CustomerSeat, isGiven: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { room, chat } = await lockCall(ctx, tx, roomId);
    if (!(await touchSeat(tx, { ...room, kind: 'customer', tokenHash }, ctx.now()))) throw callTaken();
    const consent = isGiven ? 'given' : room.consent === 'given' ? 'withdrawn' : 'refused';
    // An answer that nobody asked for, or that is given twice, changes nothing.
    if (room.consent !== 'asked' && consent !== 'withdrawn') return;
    await changeRoom(tx, room, { consent });
    if (consent === 'withdrawn') await stopRunning(ctx, tx, room);
    if (isOpen(chat)) {
      const entry = consentEntries[consent];
      const recording = new ChatRecording(ctx, ctx.now(), { firesRules: false });
      const name = await findCustomerName(tx, ctx.enterpriseId, chat.customerId);
      const author = { kind: 'customer', id: chat.customerId, name } as const;
      recording.append(chat, {
        actionType: chatActionTypes.chatError,
        author,
        message: `${name || 'The customer'} ${consentTexts[entry]}`,
        detail: { call: entry },
      });
      await recording.save(tx);
    }
    await tellCall(ctx, tx, { ...room, consent });
  });
}

// Signals.

/** Passes a word of the agent's browser to the customer's. @throws DomainError call.ended, also for a window that another one has replaced */
export async function signalToCustomer(
  ctx: Ctx,
  hub: Pick<Hub, 'broadcast'>,
  { roomId, token, signal }: { roomId: string; token: string; signal: RtcSignal },
): Promise<void> {
  const { enterpriseId } = ctx;
  const seat = { enterpriseId, roomId, kind: 'agent', tokenHash: hashToken(token) } as const;
  const room = await ctx.transaction((tx) => touchSeat(tx, seat, ctx.now()));
  if (room?.userId !== ctx.actor.userId) throw callEnded();
  hub.broadcast([meetTopic(roomId)], { type: 'rtc', data: { roomId, signal } });
}

export async function signalToAgent(
  ctx: EnterpriseContext,
  hub: Pick<Hub, 'broadcast'>,
  { roomId, tokenHash }: CustomerSeat,
  signal: RtcSignal | undefined,
): Promise<void> {
  const room = await ctx.transaction((tx) =>
    touchSeat(tx, { enterpriseId: ctx.enterpriseId, roomId, kind: 'customer', tokenHash }, ctx.now()),
  );
  if (!room) throw callEnded();
  if (signal) hub.broadcast([`user:${room.userId}`], { type: 'rtc', data: { roomId, signal } });
}
