import { randomBytes, randomUUID } from 'node:crypto';
import { callLimits, type MeetingKind, meetPath } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { findMeetings, type MeetingSettings, outsideRoom } from '../../integration/door.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { storeReplies } from '../conversation/chat.reply.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { readChatSettings } from '../settings/settings.told.ts';
import { changeCallWeight, findOpenRoom, insertRoom } from './video.repository.ts';

/** @property id '' of a room that is not held here */
export type Meeting = { id: string; url: string };

/** The way in which an enterprise meets its customers by video. */
export type MeetingProvider = {
  describe: () => { kind: MeetingKind; canRecord: boolean };
  /** Makes the room of a chat; one that is open stays. */
  open: (tx: Tx, chatId: string) => Promise<Meeting>;
  /** Sends its address as the agent’s message. */
  invite: (tx: Tx, chatId: string, meeting: Meeting) => Promise<void>;
};

const unavailable = () => new DomainError('meeting.unavailable', 'The enterprise has no service for video calls.', {});

/** 32 letters and digits that nobody mixes up: five bits each. */
const letters = 'abcdefghjkmnpqrstuvwxyz023456789';
const makeCode = (): string => [...randomBytes(callLimits.codeLength)].map((byte) => letters[byte % 32]).join('');

/** Sends the address as the agent's message. @throws chat.not_found or chat.state_invalid */
const inviteBy = (ctx: Ctx) => async (tx: Tx, chatId: string, meeting: Meeting) => {
  const { enterpriseId, actor } = ctx;
  const reply = {
    enterpriseId,
    agentId: actor.userId,
    agentName: actor.name,
    chatId,
    key: randomUUID(),
    message: meeting.url,
    attachment: null,
  };
  const [outcome] = await storeReplies(ctx, tx, [reply]);
  if (outcome && 'refusal' in outcome) throw outcome.refusal;
};

/** Rooms on the enterprise’s meeting server: they know nothing of chats. */
const outside = (ctx: Ctx, deps: Pick<Deps, 'secrets'>, settings: MeetingSettings): MeetingProvider => ({
  describe: () => ({ kind: 'outside', canRecord: false }),
  open: async () => ({ id: '', url: outsideRoom(ctx, deps, settings) }),
  invite: inviteBy(ctx),
});

/** Calls that are held here, between two browsers. */
const own = (ctx: Ctx, { secrets }: Pick<Deps, 'secrets'>, { canRecord }: MeetingSettings): MeetingProvider => ({
  describe: () => ({ kind: 'own', canRecord }),
  async open(tx, chatId) {
    const { enterpriseId, actor } = ctx;
    const chat = await lockOwnChat(tx, actor, chatId, 'participant');
    const urlOf = (code: string) => `${ctx.publicUrl()}${meetPath(code)}`;
    const known = await findOpenRoom(tx, enterpriseId, chatId);
    if (known) {
      if (known.userId !== actor.userId) throw new DomainError('call.taken', 'Another agent holds a call in this chat.', {});
      return { id: known.roomId, url: urlOf(secrets.decrypt(known.sealedCode)) };
    }
    const { config } = await readChatSettings(tx, chat, ctx.now());
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const [roomId, code] = [newId(), makeCode()];
    const room = { enterpriseId, roomId, chatId, userId: actor.userId, createdAt: ctx.now() };
    await insertRoom(tx, { ...room, codeHash: hashToken(code), sealedCode: ctx.encrypt(code) });
    await changeCallWeight(tx, enterpriseId, chatId, config.weightVideo);
    return { id: roomId, url: urlOf(code) };
  },
  invite: inviteBy(ctx),
});

/** @throws DomainError meeting.unavailable */
export async function accessProvider(ctx: Ctx, deps: Pick<Deps, 'secrets'>): Promise<MeetingProvider> {
  const settings = await ctx.read((tx) => findMeetings(tx, ctx.enterpriseId));
  if (!settings) throw unavailable();
  return settings.kind === 'own' ? own(ctx, deps, settings) : outside(ctx, deps, settings);
}
