import { type ChatAction, chatActionTypes } from '@parley/contract';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { presentAction } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type ActionRow, findAction, findKeys, type LockedChat, lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';

export type AgentReply = {
  enterpriseId: string;
  agentId: string;
  agentName: string;
  chatId: string;
  key: string;
  message: string;
  attachment: StoredAttachment | null;
};
export type ReplyOutcome = { action: ChatAction } | { refusal: DomainError };
export type Replies = Batcher<AgentReply, ReplyOutcome>;

const most = 100;

/** Agents' replies, gathered like the customers' messages: each is stored once under its key, and refused alone. */
export function createReplies(deps: Deps): Replies {
  return createBatcher<AgentReply, ReplyOutcome>(
    async (replies) => {
      const [first] = replies as [AgentReply];
      const ctx = enterpriseContext(deps, first.enterpriseId);
      const write = () => ctx.transaction((tx) => storeReplies(ctx, tx, replies));
      // The same key from two connections at once: the second meets the first's unique key, and finds its message when it looks again.
      const outcomes = await write().catch((error: unknown) => {
        if (violatedConstraint(error) === undefined) throw error;
        return write();
      });
      deps.metrics.messages.inc({ direction: 'out', source: 'CHAT' }, replies.length);
      return outcomes;
    },
    { group: (reply) => reply.enterpriseId, most },
  );
}

/** The same in the caller's transaction. */
export async function storeReplies(ctx: EnterpriseContext, tx: Tx, replies: readonly AgentReply[]): Promise<ReplyOutcome[]> {
  const now = ctx.now();
  const chats = new Map(
    (await lockChats(tx, ctx.enterpriseId, [...new Set(replies.map((item) => item.chatId))])).map((chat) => [chat.chatId, chat]),
  );
  const repeats = new Map<string, ActionRow>();
  for (const found of await findKeys(
    tx,
    ctx.enterpriseId,
    replies.map((item) => ({ senderId: item.agentId, key: item.key })),
  )) {
    const row = await findAction(tx, ctx.enterpriseId, found.chatId, found.number);
    if (row) repeats.set(`${found.senderId}:${found.messageKey}`, row);
  }
  const recording = new ChatRecording(ctx, now);
  const outcomes = replies.map((item): { refusal: DomainError } | { row: ActionRow; chat: LockedChat } => {
    const chat = chats.get(item.chatId);
    const repeat = repeats.get(`${item.agentId}:${item.key}`);
    if (chat && repeat) return { row: repeat, chat };
    const refusal = refuse(item, chat);
    if (refusal || !chat) return { refusal: refusal ?? chatNotFound() };
    const row = recording.append(chat, {
      actionType: chatActionTypes.agentReply,
      author: { kind: 'agent', id: item.agentId, name: item.agentName },
      message: item.message,
      attachment: item.attachment,
      key: item.key,
    });
    repeats.set(`${item.agentId}:${item.key}`, row);
    return { row, chat };
  });
  await recording.save(tx);
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome : { action: presentAction(outcome.row, outcome.chat, ctx.fileUrl) }));
}

function refuse(item: AgentReply, chat: LockedChat | undefined): DomainError | undefined {
  if (!chat?.agentIds.includes(item.agentId)) return chatNotFound();
  if (!isOpen(chat)) return new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  if (item.message.trim() === '' && !item.attachment) return new DomainError('chat.empty_message', 'Please write a message.', {});
  return undefined;
}
