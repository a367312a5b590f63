import {
  type AssistOriginal,
  type AssistUse,
  type ChannelType,
  type ChatAction,
  chatActionTypes,
  type MailReply,
  type MessageCard,
  wordsOfCard,
} from '@parley/contract';
import { adapterFor, type OutgoingContent, plainTextOf } from '@parley/vendors';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { ChatLine } from '../../messaging/door.talk.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { type UsedReply, writeUses } from '../assist/assist.line.ts';
import { type AssistUsed, readUse } from '../assist/assist.proof.ts';
import { findAnswersSince, refuseMeanwhile } from '../draft/draft.meanwhile.ts';
import { type EndedDraft, endDrafts } from '../draft/draft.repository.ts';
import { checkMails } from '../mail-reply/mail-reply.check.ts';
import { countUses, type ReplyUse } from '../quick-reply/quick-reply.repository.ts';
import { presentAction } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type ActionRow, findAction, findKeys, type LockedChat, lockChats } from '../record/chat.repository.ts';
import { type EntryDraft, isOpen } from '../record/chat.rules.ts';

export type AgentReply = {
  enterpriseId: string;
  agentId: string;
  agentName: string;
  chatId: string;
  key: string;
  message: string;
  attachment: StoredAttachment | null;
  /** A place or people, instead of words and a file */
  card?: MessageCard | undefined;
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
  /** Draft that it began with, as its writer names it; `used` is what the server makes of that */
  assist?: AssistUse | undefined;
  used?: AssistUsed | undefined;
  /** Subject and recipients, in a chat by mail */
  mail?: MailReply | undefined;
  /** Its words before they were translated */
  original?: AssistOriginal | undefined;
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
      const now = ctx.now();
      const compared = replies.map((reply) => withUse(deps, reply, now));
      const write = () => ctx.transaction((tx) => storeReplies(ctx, tx, compared));
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

/** Compares a reply with the draft that it names. A file without words has been written by nobody. */
function withUse({ secrets }: Pick<Deps, 'secrets'>, reply: AgentReply, now: Date): AgentReply {
  if (!reply.assist || reply.message.trim() === '') return reply;
  return { ...reply, used: readUse(secrets, { chatId: reply.chatId, text: reply.message, use: reply.assist }, now) };
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
  const mails = await checkMails(ctx, tx, replies, chats);
  const uses: ReplyUse[] = [];
  const drafts: EndedDraft[] = [];
  const assisted: UsedReply[] = [];
  const recording = new ChatRecording(ctx, now);
  const outcomes = replies.map((item): { refusal: DomainError } | { row: ActionRow; chat: LockedChat } => {
    const chat = chats.get(item.chatId);
    const repeat = repeats.get(`${item.agentId}:${item.key}`);
    if (chat && repeat) return { row: repeat, chat };
    const mail = mails.get(item);
    const refusal = refuse(item, chat) ?? refuseMeanwhile(item, answers, now) ?? (mail && 'refusal' in mail ? mail.refusal : undefined);
    if (refusal || !chat) return { refusal: refusal ?? chatNotFound() };
    const row = recording.append(chat, {
      actionType: chatActionTypes.agentReply,
      author: { kind: 'agent', id: item.agentId, name: item.agentName },
      ...(item.card ? toCardEntry(item.card, chat.line) : toEntry(item)),
      key: item.key,
      ...(mail && 'mail' in mail ? { mail: mail.mail } : {}),
    });
    repeats.set(`${item.agentId}:${item.key}`, row);
    if (item.used) assisted.push({ chat, number: row.number, agent: { id: item.agentId, name: item.agentName }, used: item.used });
    for (const replyId of new Set(item.quickReplyIds)) uses.push({ replyId, deptId: chat.deptId });
    if (item.draft) drafts.push({ userId: item.agentId, chatId: item.chatId, revision: item.draft });
    // Two agents who answer in one batch meet here: the second has not seen what the first has just written.
    answers.get(chat.chatId)?.push(row);
    return { row, chat };
  });
  await recording.save(tx);
  await writeUses(ctx, tx, assisted);
  await countUses(tx, ctx.enterpriseId, uses);
  await endDrafts(tx, ctx.enterpriseId, drafts);
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome : { action: presentAction(outcome.row, outcome.chat, ctx.fileUrl) }));
}

function refuse(item: AgentReply, chat: LockedChat | undefined): DomainError | undefined {
  if (!chat || !(item.isPlanned || chat.agentIds.includes(item.agentId))) return chatNotFound();
  if (!isOpen(chat)) return new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  if (item.message.trim() === '' && !item.attachment && !item.card)
    return new DomainError('chat.empty_message', 'Please write a message.', {});
  return undefined;
}

/**
 * The entry of words and a file. Customers read the words alone: what they were before a translation is for agents, and stays beside the
 * translation that this server has made of them, as long as it leaves as it was.
 */
const toEntry = ({ message, attachment, original, used }: AgentReply): Pick<EntryDraft, 'message' | 'attachment' | 'detail'> =>
  original && original.text.trim() !== '' && used?.kind === 'translation' && used.isUnchanged
    ? { message, attachment, detail: { original } }
    : { message, attachment };

/** The entry of a card: its words are the message, and the card stands beside them. A vendor that shows no such card gets its words. */
function toCardEntry(card: MessageCard, line: ChatLine | null): Pick<EntryDraft, 'message' | 'detail' | 'outgoing'> {
  const entry = { message: wordsOfCard(card), detail: { card } };
  return line ? { ...entry, outgoing: { content: toContent(card, line), template: null } } : entry;
}

function toContent(card: MessageCard, { vendor, type }: ChatLine): OutgoingContent {
  const contents = adapterFor(vendor, type)?.capabilities(type as ChannelType).contents ?? [];
  return contents.includes(card.kind) ? card : { kind: 'text', text: plainTextOf(card) };
}
