import { type ChatAction, chatActionTypes } from '@parley/contract';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { findAnswersSince, refuseMeanwhile } from '../draft/draft.meanwhile.ts';
import { type EndedDraft, endDrafts } from '../draft/draft.repository.ts';
import { countUses, type ReplyUse } from '../quick-reply/quick-reply.repository.ts';
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
  /** The highest number that the agent had seen when the reply was begun; left out: nothing holds it up */
  seen?: number | undefined;
  /** The agent knows of the answers since, and sends all the same */
  force?: boolean;
  /** It was planned before: its writer need not take part any more */
  isPlanned?: boolean;
  /** Quick replies whose words are in it */
  quickReplyIds?: readonly string[];
  /** Revision of the writer's draft that it ends */
  draft?: number | undefined;
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
  const answers = await findAnswersSince(tx, ctx.enterpriseId, replies, chats);
  const uses: ReplyUse[] = [];
  const drafts: EndedDraft[] = [];
  const recording = new ChatRecording(ctx, now);
  const outcomes = replies.map((item): { refusal: DomainError } | { row: ActionRow; chat: LockedChat } => {
    const chat = chats.get(item.chatId);
    const repeat = repeats.get(`${item.agentId}:${item.key}`);
    if (chat && repeat) return { row: repeat, chat };
    const refusal = refuse(item, chat) ?? refuseMeanwhile(item, answers, now);
    if (refusal || !chat) return { refusal: refusal ?? chatNotFound() };
    const row = recording.append(chat, {
      actionType: chatActionTypes.agentReply,
      author: { kind: 'agent', id: item.agentId, name: item.agentName },
      message: item.message,
      attachment: item.attachment,
      key: item.key,
    });
    repeats.set(`${item.agentId}:${item.key}`, row);
    for (const replyId of new Set(item.quickReplyIds)) uses.push({ replyId, deptId: chat.deptId });
    if (item.draft) drafts.push({ userId: item.agentId, chatId: item.chatId, revision: item.draft });
    // Two agents who answer in one batch meet here: the second has not seen what the first has just written.
    answers.get(chat.chatId)?.push(row);
    return { row, chat };
  });
  await recording.save(tx);
  await countUses(tx, ctx.enterpriseId, uses);
  await endDrafts(tx, ctx.enterpriseId, drafts);
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome : { action: presentAction(outcome.row, outcome.chat, ctx.fileUrl) }));
}

function refuse(item: AgentReply, chat: LockedChat | undefined): DomainError | undefined {
  if (!chat || !(item.isPlanned || chat.agentIds.includes(item.agentId))) return chatNotFound();
  if (!isOpen(chat)) return new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  if (item.message.trim() === '' && !item.attachment) return new DomainError('chat.empty_message', 'Please write a message.', {});
  return undefined;
}
