import type { LiveEventType, LiveRequestType, liveRequests, z } from '@parley/contract';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { Ctx } from '../../../context.ts';
import { asVoice, findAttachment } from '../../file/door.ts';
import { accessChat, chatNotFound } from '../access/chat.access.ts';
import { getCounts } from '../access/chat.query.ts';
import { noteAgentRead } from '../conversation/chat.receipt.ts';
import type { Replies } from '../conversation/chat.reply.ts';
import { retryReply } from '../conversation/chat.retry.ts';
import { saveDraft, tellDraft } from '../draft/draft.service.ts';
import { writeNote } from '../note/note.service.ts';
import { transferToDepartment } from '../offer/chat.department.ts';
import { assignChat, inviteAgent, leaveChat, transferChat, withdrawTransfer } from '../offer/chat.offer.ts';
import { acceptOffer, pickUpMissed, pickUpNew } from '../offer/chat.pickup.ts';
import { declineOffer } from '../offer/chat.return.ts';
import { visitorTopic } from '../record/chat.events.ts';
import { signalToCustomer } from '../video/video.service.ts';

/** A chat on the screen of the socket's user. */
export type Viewed = { chatId: string; customerId: string; takesPart: boolean };
export type RequestTools = {
  replies: Replies;
  hub: Hub;
  setViewing: (chats: readonly Viewed[]) => void;
  watchMonitor: (ctx: Ctx, isOn: boolean) => Promise<void>;
  setSite: (ctx: Ctx, channelId: string | null) => Promise<void>;
};
export type Asked = Exclude<LiveRequestType, 'auth' | 'ping'>;
type Data<T extends Asked> = z.output<(typeof liveRequests)[T]>;
type Handlers = { [T in Asked]: (ctx: Ctx, data: Data<T>, tools: RequestTools) => Promise<unknown> };

const takesPart = (participation: string | null | undefined): boolean => Boolean(participation) && participation !== 'left';

const unlessNotFound = (error: unknown): undefined => {
  if (!(error instanceof DomainError)) throw error;
};

/** Each message that an agent's client may send, and the one service that answers it. */
const handlers: Handlers = {
  agentPickupChat: async (ctx, { chatId }) => ({ chatId: await pickUpNew(ctx, chatId) }),
  agentMissedChatPickup: async (ctx, { chatId }) => ({ chatId: await pickUpMissed(ctx, chatId) }),
  acceptTransfer: async (ctx, { chatId }) => ({ chatId: await acceptOffer(ctx, 'transfer', chatId) }),
  acceptInvite: async (ctx, { chatId }) => ({ chatId: await acceptOffer(ctx, 'invite', chatId) }),
  acceptAssign: async (ctx, { chatId }) => ({ chatId: await acceptOffer(ctx, 'assign', chatId) }),
  async agentReply(ctx, { attachmentId, isVoice, ...reply }, { replies, hub }) {
    const { enterpriseId, actor } = ctx;
    const attachment = attachmentId ? asVoice(await findAttachment(ctx, attachmentId, { userId: actor.userId }), isVoice) : null;
    const outcome = await replies.add({ enterpriseId, agentId: actor.userId, agentName: actor.name, ...reply, attachment });
    if ('refusal' in outcome) throw outcome.refusal;
    if (reply.draft) tellDraft(ctx, hub, { chatId: reply.chatId, text: '', seen: null, revision: reply.draft + 1, tab: '' });
    return { action: outcome.action };
  },
  saveDraft: (ctx, data, { hub }) => saveDraft(ctx, hub, data),
  agentRetry: (ctx, data) => retryReply(ctx, data),
  chatNote: async (ctx, data) => ({ side: await writeNote(ctx, data) }),
  declineOffer: (ctx, data) => declineOffer(ctx, data),
  async agentTransferChat(ctx, { agentId, departmentId, ...rest }) {
    if (agentId) await transferChat(ctx, { ...rest, agentId });
    if (departmentId) await transferToDepartment(ctx, { ...rest, departmentId });
  },
  withdrawTransfer: (ctx, { chatId }) => withdrawTransfer(ctx, chatId),
  agentInviteChat: (ctx, data) => inviteAgent(ctx, data),
  agentAssignChat: (ctx, data) => assignChat(ctx, data),
  agentLeaveChat: (ctx, { chatId }) => leaveChat(ctx, chatId),
  chatMessageStatus: (ctx, { chatId, actionIds }) => noteAgentRead(ctx, chatId, actionIds),
  async typing(ctx, { chatId }, { hub }) {
    const chat = await ctx.transaction((tx) => accessChat(tx, ctx.actor, chatId));
    if (!takesPart(chat.participation)) throw chatNotFound();
    const others = chat.users
      .filter((user) => user.kind !== 'left' && user.userId !== ctx.actor.userId)
      .map((user) => `user:${user.userId}` as const);
    hub.broadcast(others, { type: 'typing', data: { chatId, name: ctx.actor.name, authorKind: 'agent', uId: ctx.actor.userId } });
    hub.broadcast([visitorTopic(chat.channelId, chat.address)], { type: 'typing', data: { name: ctx.actor.name } });
  },
  watchMonitor: (ctx, { isOn }, tools) => tools.watchMonitor(ctx, isOn),
  watchSite: (ctx, { channelId }, { setSite }) => setSite(ctx, channelId),
  rtc: (ctx, data, { hub }) => signalToCustomer(ctx, hub, data),
  async viewing(ctx, { chatId, besideId }, { setViewing }) {
    const view = async (id: string): Promise<Viewed> => {
      const { customerId, participation } = await ctx.transaction((tx) => accessChat(tx, ctx.actor, id));
      return { chatId: id, customerId, takesPart: takesPart(participation) };
    };
    // One that may not be read any more takes nothing from the other.
    const beside = besideId && besideId !== chatId ? await view(besideId).catch(unlessNotFound) : undefined;
    const others = beside ? [beside] : [];
    try {
      setViewing([...(chatId ? [await view(chatId)] : []), ...others]);
    } catch (error) {
      setViewing(others);
      throw error;
    }
  },
};

const failures: Partial<Record<LiveRequestType, LiveEventType>> = {
  agentPickupChat: 'noChatPicked',
  agentMissedChatPickup: 'noChatPicked',
  acceptTransfer: 'noChatPicked',
  acceptInvite: 'noChatPicked',
  acceptAssign: 'noChatPicked',
  agentTransferChat: 'transferFailed',
  agentInviteChat: 'inviteFailed',
};

type Serve<E> = (type: Asked, data: unknown, envelope: E) => Promise<void>;

export const agentRequests = {
  /** One handler for each of the types. */
  each: <E>(serve: Serve<E>) =>
    Object.fromEntries(
      Object.keys(handlers).map((type) => [type, (data: unknown, envelope: E) => serve(type as Asked, data, envelope)]),
    ) as Record<Asked, (data: unknown, envelope: E) => Promise<void>>,
  /** @param data what the schema of the type made of the frame */
  run: (type: Asked, data: unknown, ctx: Ctx, tools: RequestTools): Promise<unknown> => {
    // A wall shows the monitor to whoever passes by: its user handles no chats.
    const needed = type === 'watchMonitor' ? 'CHAT.VIEW_MONITOR' : 'CHAT.HANDLE';
    if (!ctx.actor.permissions.has(needed)) throw accessDenied([needed]);
    return handlers[type](ctx, data as never, tools);
  },
  failureOf: (type: LiveRequestType): LiveEventType | undefined => failures[type],
  counts: getCounts,
};
