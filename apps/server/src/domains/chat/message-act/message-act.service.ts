import {
  type ChatAction,
  type ChatActs,
  type EntryMarks,
  isOfOthers,
  type MessageActReason,
  plainEmoji,
  refusalOfAct,
} from '@parley/contract';
import { mask } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { queueAct } from '../../messaging/door.talk.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { changeEntry } from '../conversation/chat.notes.ts';
import { presentAction, presentActs } from '../record/chat.present.ts';
import { type ActionRow, findAction, type LockedChat } from '../record/chat.repository.ts';
import { changeBy, type DoneAct, showQueued } from './message-act.apply.ts';

type Place = { chatId: string; number: number };
type Found = { chat: LockedChat; row: ActionRow };

const refusedBecause: Record<MessageActReason, string> = {
  channel: 'The channel has no such act.',
  entry: 'This entry is no message that can be treated so.',
  others: 'Another agent has written this message.',
  template: 'A template stays as it was sent.',
  hidden: 'The words of this message are hidden.',
  unsent: 'This message has failed, or nobody knows whether it has arrived.',
  taken_back: 'The message is taken back.',
  late: 'It is too late: the channel changes no message of that age.',
  emoji: 'The channel does not take this emoji.',
};
const actRefused = (reason: MessageActReason) => new DomainError('message.act_refused', refusedBecause[reason], { reason });

/** The entry of an open chat of the actor's. @throws DomainError chat.not_found, chat.state_invalid or message.not_found */
async function lockMessage(ctx: Ctx, tx: Tx, { chatId, number }: Place): Promise<Found> {
  const chat = await lockOwnChat(tx, ctx.actor, chatId, 'participant');
  const row = await findAction(tx, ctx.enterpriseId, chatId, number);
  if (!row) throw new DomainError('message.not_found', 'No such message.', {});
  return { chat, row };
}

const actingAgent = ({ actor: { userId } }: Ctx, { ownerId }: LockedChat) => ({ userId, isOwner: ownerId === userId });

function assertMay(ctx: Ctx, { chat, row }: Found, kind: DoneAct['kind'], acts: ChatActs): void {
  const entry = {
    ...row,
    actionBy: row.authorId ?? '',
    isEmpty: row.message === '' && row.attachment === null,
    sentAt: row.actedOn.getTime(),
  };
  const reason = refusalOfAct(kind, entry, acts, actingAgent(ctx, chat), ctx.now().getTime());
  if (reason) throw actRefused(reason);
  // A secret must not come into sight by other words beside it.
  if (kind === 'edit' && row.message === mask) throw actRefused('hidden');
}

/** Does an act within its transaction on our own channel. A vendor is told of it, and the entry shows that it is on its way. */
async function perform(ctx: Ctx, tx: Tx, { chat, row }: Found, kind: DoneAct['kind'], value: string): Promise<ChatAction> {
  const { enterpriseId, actor } = ctx;
  const now = ctx.now();
  const act: DoneAct = { kind, value, by: actor.name };
  if (!chat.line)
    return presentAction(await changeEntry(ctx, tx, chat, row, { ...changeBy(act, row, now), without: ['act'] }), chat, ctx.fileUrl);
  const { channelId, chatId, address } = chat;
  await queueAct(tx, {
    enterpriseId,
    actId: newId(),
    channelId,
    chatId,
    number: row.number,
    kind,
    address,
    target: kind === 'reaction' ? row.messageKey : '',
    value,
    isCaption: row.attachment !== null,
    authorId: actor.userId,
    authorName: actor.name,
    createdAt: now,
  });
  return presentAction(await showQueued(ctx, tx, chat, row, act, now), chat, ctx.fileUrl);
}

/** Returns the value of such an act that the entry shows, done or on its way. */
function shownValue(kind: DoneAct['kind'], { detail, message }: ActionRow): string {
  const { act, ourReaction } = detail as EntryMarks;
  if (act?.kind === kind && act.state === 'queued') return act.value;
  return kind === 'reaction' ? (ourReaction?.emoji ?? '') : message;
}

const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text) || /^\p{RGI_Emoji}$/v.test(`${text}\u{fe0f}`);

function takesEmoji({ reactions }: ChatActs, emoji: string): boolean {
  if (emoji === '') return true;
  return reactions === 'any' ? isEmoji(emoji) : (reactions ?? []).includes(plainEmoji(emoji));
}

/**
 * Reacts to a customer's message, in place of an earlier reaction; '' takes it back.
 * @throws DomainError chat.not_found, chat.state_invalid, message.not_found or message.act_refused
 */
export function reactTo(ctx: Ctx, place: Place, emoji: string): Promise<ChatAction> {
  return ctx.transaction(async (tx) => {
    const found = await lockMessage(ctx, tx, place);
    const acts = presentActs(found.chat.line);
    assertMay(ctx, found, 'reaction', acts);
    if (!takesEmoji(acts, emoji)) throw actRefused('emoji');
    if (plainEmoji(shownValue('reaction', found.row)) === plainEmoji(emoji)) return presentAction(found.row, found.chat, ctx.fileUrl);
    return perform(ctx, tx, found, 'reaction', emoji);
  });
}

/**
 * Gives an own message other words.
 * @param words.was the words that the actor saw
 * @throws DomainError chat.not_found, chat.state_invalid, message.not_found, message.act_refused or message.changed
 */
export function editMessage(ctx: Ctx, place: Place, words: { text: string; was: string }): Promise<ChatAction> {
  return ctx.transaction(async (tx) => {
    const found = await lockMessage(ctx, tx, place);
    assertMay(ctx, found, 'edit', presentActs(found.chat.line));
    if (found.row.message !== words.was)
      throw new DomainError('message.changed', 'The message was changed meanwhile. Look at it again.', {});
    const text = words.text.trim();
    if (shownValue('edit', found.row) === text) return presentAction(found.row, found.chat, ctx.fileUrl);
    return perform(ctx, tx, found, 'edit', text);
  });
}

/**
 * Takes an own message back; the owner of the chat takes back any agent's. Agents go on seeing it, as taken back.
 * @throws DomainError chat.not_found, chat.state_invalid, message.not_found or message.act_refused
 */
export function takeBackMessage(ctx: Ctx, place: Place): Promise<ChatAction> {
  return ctx.transaction(async (tx) => {
    const found = await lockMessage(ctx, tx, place);
    assertMay(ctx, found, 'revoke', presentActs(found.chat.line));
    const { act } = found.row.detail as EntryMarks;
    if (act?.kind === 'revoke' && act.state === 'queued') return presentAction(found.row, found.chat, ctx.fileUrl);
    return perform(ctx, tx, found, 'revoke', '');
  });
}

/**
 * Drops the mark of an act that failed or whose outcome is unknown, for those who may do the act.
 * @throws DomainError chat.not_found, chat.state_invalid, message.not_found or message.act_refused
 */
export function dropAct(ctx: Ctx, place: Place): Promise<ChatAction> {
  return ctx.transaction(async (tx) => {
    const { chat, row } = await lockMessage(ctx, tx, place);
    const { act } = row.detail as EntryMarks;
    if (act && isOfOthers(act.kind, { actionBy: row.authorId ?? '' }, actingAgent(ctx, chat))) throw actRefused('others');
    const isOver = act !== undefined && act.state !== 'queued';
    return presentAction(isOver ? await changeEntry(ctx, tx, chat, row, { without: ['act'] }) : row, chat, ctx.fileUrl);
  });
}
