import { type ChatAction, chatActionTypes, fieldError, keyRepliesPerMinute, type SkipReason } from '@parley/contract';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { copyFile, findAttachment } from '../../file/door.ts';
import { accessChat, assertWithPeople, lockOwnChat, lockSeenChat, viewerOf } from '../access/chat.access.ts';
import { refusalNow } from '../access/chat.reach.ts';
import { shownAction } from '../access/entry.reading.ts';
import type { Replies } from '../conversation/chat.reply.ts';
import { findAnswersSince, refuseMeanwhile } from '../draft/draft.meanwhile.ts';
import { transferToDepartment } from '../offer/chat.department.ts';
import { assignChat, offerByKey, transferChat } from '../offer/chat.offer.ts';
import { presentAction } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { findAction, findKeys, type LockedChat } from '../record/chat.repository.ts';
import { type Author, authorOf } from '../record/chat.rules.ts';
import { countAnswers } from './program.repository.ts';

export type ProgramReply = {
  chatId: string;
  key: string;
  text: string;
  artifactId?: string | undefined;
  seen?: number | undefined;
  countsAsReply: boolean;
};
type Writer = Author & { id: string };
export type ReplyTools = { replies: Replies; metrics: Pick<Deps['metrics'], 'messages'> };

/**
 * Answers in a chat by a call. A key answers under its own name in the chats that its maker sees; a person, in those that they take part in, as
 * over the socket.
 * @throws DomainError chat.not_found, chat.state_invalid, chat.empty_message, chat.answered_meanwhile, chat.not_taken, chat.key_used, request.rate_limited
 */
export const replyByCall = async (ctx: Ctx, tools: ReplyTools, reply: ProgramReply): Promise<ChatAction> =>
  shownAction(await addByCall(ctx, tools, reply), viewerOf(ctx.actor));

async function addByCall(ctx: Ctx, { replies, metrics }: ReplyTools, reply: ProgramReply): Promise<ChatAction> {
  const { enterpriseId, actor } = ctx;
  const writer = authorOf(actor);
  // The file of a repeated call is not copied again, and one that is refused leaves no copy.
  const repeat = await ctx.transaction(async (tx) => {
    const found = await findRepeat(ctx, tx, writer, reply, await accessChat(tx, actor, reply.chatId));
    if (!found && reply.artifactId)
      await assertMayAnswer(ctx, tx, writer, reply, await lockOwnChat(tx, actor, reply.chatId, 'participant'));
    return found;
  });
  if (repeat) return repeat;
  const attachment = reply.artifactId ? await takeFile(ctx, reply.artifactId) : null;
  if (!actor.key) {
    const { chatId, key, text: message, seen } = reply;
    const sent = { enterpriseId, agentId: actor.userId, agentName: actor.name, chatId, key, message, attachment, seen };
    const outcome = await replies.add(sent);
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.action;
  }
  const write = () => ctx.transaction((tx) => writeAnswer(ctx, tx, writer, reply, attachment));
  // The same key by two calls at once: the second meets the first's unique key, and finds its answer when it looks again.
  const action = await write().catch((error: unknown) => {
    if (violatedConstraint(error) === undefined) throw error;
    return write();
  });
  metrics.messages.inc({ direction: 'out', source: 'API' });
  return action;
}

/** An attachment of the library as a file of the caller, which stays as it is when the library's is replaced. */
async function takeFile(ctx: Ctx, artifactId: string): Promise<StoredAttachment> {
  const { id } = await copyFile(ctx, artifactId);
  return findAttachment(ctx, id, { userId: ctx.actor.userId });
}

/** The answer that was written under this key before. @throws DomainError chat.key_used where it stands in another chat */
async function findRepeat(
  ctx: Ctx,
  tx: Tx,
  { id }: Writer,
  { chatId, key }: ProgramReply,
  chat: Parameters<typeof presentAction>[1],
): Promise<ChatAction | undefined> {
  const { enterpriseId } = ctx;
  const [found] = await findKeys(tx, enterpriseId, [{ senderId: id, key }]);
  if (!found) return undefined;
  if (found.chatId !== chatId) throw new DomainError('chat.key_used', 'This key was used for an answer in another chat.', {});
  const row = await findAction(tx, enterpriseId, chatId, found.number);
  return row && presentAction(row, chat, ctx.fileUrl);
}

/** The answer of a key: an entry of kind bot, which passes the gate and has a row of the ledger as every other. It owns nothing. */
async function writeAnswer(
  ctx: Ctx,
  tx: Tx,
  writer: Writer,
  reply: ProgramReply,
  attachment: StoredAttachment | null,
): Promise<ChatAction> {
  const { chatId, key, text: message, countsAsReply } = reply;
  const now = ctx.now();
  const { chat } = await lockSeenChat(ctx, tx, chatId);
  const repeat = await findRepeat(ctx, tx, writer, reply, chat);
  if (repeat) return repeat;
  assertWithPeople(chat);
  await assertMayAnswer(ctx, tx, writer, reply, chat);
  // The customer in the queue goes on waiting for an agent.
  const counts = countsAsReply && chat.handledBy === 'agent';
  const recording = new ChatRecording(ctx, now);
  const row = recording.append(chat, {
    actionType: chatActionTypes.agentReply,
    author: writer,
    message,
    attachment,
    key,
    detail: { apiKey: true, ...(counts ? { countsAsReply: true } : {}) },
    countsAsReply: counts,
  });
  await recording.save(tx);
  // Sending alone finds out that money is short.
  const failure = row.detail.failure as { code: SkipReason } | undefined;
  if (failure) throw notTaken(failure.code);
  return presentAction(row, chat, ctx.fileUrl);
}

const notTaken = (reason: SkipReason) => new DomainError('chat.not_taken', 'The channel does not take this answer now.', { reason });

/**
 * Refuses an answer before anything of it is stored. What a key may not send is not kept as failed either: no agent tries it again.
 * @throws DomainError chat.empty_message, request.rate_limited, chat.answered_meanwhile, chat.not_taken
 */
async function assertMayAnswer(
  ctx: Ctx,
  tx: Tx,
  { id }: Writer,
  { text, artifactId, seen }: ProgramReply,
  chat: LockedChat,
): Promise<void> {
  const { enterpriseId, actor } = ctx;
  const { chatId } = chat;
  const now = ctx.now();
  if (text.trim() === '' && !artifactId) throw new DomainError('chat.empty_message', 'Please write a message.', {});
  if (actor.key) await assertSeldom(tx, chat, now);
  const asked = { chatId, agentId: id, seen };
  const refusal = refuseMeanwhile(asked, await findAnswersSince(tx, enterpriseId, [asked], new Map([[chatId, chat]])), now);
  if (refusal) throw isReader(ctx) ? refusal : new DomainError('chat.answered_meanwhile', refusal.message, { entries: [] });
  const reason = actor.key ? await refusalNow(ctx, tx, chat) : '';
  if (reason !== '') throw notTaken(reason);
}

/** A key without the scope reads no entry, in a refusal either. */
const isReader = ({ actor: { key } }: Ctx): boolean => !key || key.scopes.includes('chats');

const minuteMs = 60_000;

/** @throws DomainError request.rate_limited */
async function assertSeldom(tx: Tx, chat: LockedChat, now: Date): Promise<void> {
  const { count, first } = await countAnswers(tx, chat.enterpriseId, chat, new Date(now.getTime() - minuteMs));
  if (count < keyRepliesPerMinute) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(((first ?? now).getTime() + minuteMs - now.getTime()) / 1000));
  throw new DomainError('request.rate_limited', 'This chat gets too many answers by keys. Please wait a moment.', { retryAfterSeconds });
}

type Assignment = { chatId: string; agentId?: string | undefined; departmentId?: string | undefined; note: string };

/**
 * Hands a chat on by a call: to an agent, who accepts it, or to a department.
 * @throws DomainError chat.not_found, request.invalid, chat.state_invalid, chat.agent_full, chat.agent_away, chat.department_empty, department.not_found
 */
export async function assignByCall(ctx: Ctx, { chatId, agentId, departmentId, note }: Assignment): Promise<void> {
  const { handledBy } = await ctx.read((tx) => accessChat(tx, ctx.actor, chatId));
  if (agentId !== undefined && departmentId !== undefined) throw invalidRequest(fieldError('departmentId', 'chat.one_target'));
  if (departmentId !== undefined) return transferToDepartment(ctx, { chatId, departmentId, note });
  if (agentId === undefined) throw invalidRequest(fieldError('agentId', 'chat.one_target'));
  if (ctx.actor.key) return offerByKey(ctx, { chatId, agentId, note });
  return handledBy === 'queue' ? assignChat(ctx, { chatId, agentId, note }) : transferChat(ctx, { chatId, agentId, note });
}
