import { canonicalNumber, cutText, type EntryMarks, messageLimit } from '@parley/contract';
import { mask } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findByAddresses } from '../../customer/door.ts';
import { findEntriesOf, type InboundNote } from '../../messaging/door.talk.ts';
import { dropTranslations } from '../assist/translation.repository.ts';
import { entryChanged, visitorTopic } from '../record/chat.events.ts';
import { presentAction, presentWidgetEntry } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type ActionRow, findAction, findKeys, hasMessageAfter, type LockedChat, lockChats } from '../record/chat.repository.ts';
import { previewOf } from '../record/chat.rules.ts';
import { lockSearch } from '../record/entry.erase.ts';
import { rewordSearch } from '../search/search.reword.ts';

/** A note with the entry that it is about. */
type Placed = { note: InboundNote; chatId: string; number: number };

/** Finds the messages that customers have reacted to, changed or taken back; notes about messages of others are left out. */
export async function placeNotes(tx: Tx, enterpriseId: string, notes: readonly InboundNote[]): Promise<Placed[]> {
  const [first] = notes;
  if (!first) return [];
  const { channelId } = first;
  const customers = await findByAddresses(tx, enterpriseId, channelId, [...new Set(notes.map(({ address }) => address))]);
  const keys = notes.flatMap(({ address, messageId }) => {
    const senderId = customers.get(address)?.customerId;
    return senderId && messageId ? [{ senderId, key: messageId }] : [];
  });
  const reactedTo = notes.flatMap(({ kind, messageId }) => (kind === 'reaction' && messageId ? [messageId] : []));
  const [own, ours] = await Promise.all([
    findKeys(tx, enterpriseId, keys),
    findEntriesOf(tx, enterpriseId, channelId, [...new Set(reactedTo)]),
  ]);
  return notes.flatMap((note) => {
    const senderId = customers.get(note.address)?.customerId;
    const place =
      own.find((entry) => entry.senderId === senderId && entry.messageKey === note.messageId) ??
      ours.find(
        ({ vendorMessageId, address }) => vendorMessageId === note.messageId && canonicalNumber(address) === canonicalNumber(note.address),
      );
    return place && place.number > 0 ? [{ note, chatId: place.chatId, number: place.number }] : [];
  });
}

/**
 * Shows what customers did to messages on these messages. It begins no chat, and nobody waits for an answer to it.
 * @returns the notes that give other words to a masked answer
 */
export async function noteOnEntries(ctx: EnterpriseContext, tx: Tx, notes: readonly InboundNote[]): Promise<InboundNote[]> {
  const placed = await placeNotes(tx, ctx.enterpriseId, notes);
  if (placed.length === 0) return [];
  const secret: InboundNote[] = [];
  const chats = new Map(
    (
      await lockChats(
        tx,
        ctx.enterpriseId,
        placed.map(({ chatId }) => chatId),
      )
    ).map((chat) => [chat.chatId, chat]),
  );
  const recording = new ChatRecording(ctx, ctx.now());
  for (const { note, chatId, number } of placed) {
    const chat = chats.get(chatId);
    // Erased texts stay erased.
    if (!chat || chat.textsErasedAt) continue;
    const before = await findAction(tx, ctx.enterpriseId, chatId, number);
    if (before?.message === mask && note.kind === 'edit') secret.push(note);
    const change = before && changeOf(before, note);
    if (!change) continue;
    await changeIn(recording, ctx, tx, chat, before, change);
  }
  await recording.save(tx);
  return secret;
}

/** Changes an entry of a locked chat for all who see it. @returns the entry as it stands now */
export async function changeEntry(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, row: ActionRow, change: Change): Promise<ActionRow> {
  const recording = new ChatRecording(ctx, ctx.now());
  const after = await changeIn(recording, ctx, tx, chat, row, change);
  await recording.save(tx);
  return after;
}

/** The same among other changes of the chat. */
async function changeIn(
  recording: ChatRecording,
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  before: ActionRow,
  change: Change,
): Promise<ActionRow> {
  // The words before a translation were of the words that go.
  const without = [...(change.without ?? []), ...(change.message === undefined && !change.detail?.revoked ? [] : ['original'])];
  await writeChange(tx, ctx.enterpriseId, before, { ...change, without });
  const gone = new Set(without);
  const kept = Object.fromEntries(Object.entries(before.detail).filter(([name]) => !gone.has(name)));
  const after = { ...before, message: change.message ?? before.message, detail: { ...kept, ...change.detail } };
  const isPreview = chat.lastMessage !== '' && chat.lastMessage === previewOf(before) && previewOf(after) !== chat.lastMessage;
  // Another message may have the same words.
  if (isPreview && !(await hasMessageAfter(tx, before))) {
    chat.lastMessage = previewOf(after);
    recording.touch(chat);
  }
  await tellChange(ctx, tx, chat, after);
  return after;
}

/** @property without names of the detail that go */
export type Change = { message?: string; detail?: Record<string, unknown>; without?: readonly string[] };

const timeOf = (mark: unknown): number => new Date(String((mark as { at?: string } | undefined)?.at ?? 0)).getTime() || 0;

/** Number of former words that an entry keeps beside the first ones. */
const mostFormer = 20;

/** Returns the mark of an entry that gets other words: the first ones, and those between. */
export function editedBy({ message, detail }: ActionRow, at: string): NonNullable<EntryMarks['edited']> {
  const { edited } = detail as EntryMarks;
  if (!edited) return { at, was: message };
  const between = { text: message, at: edited.at, ...(edited.by === undefined ? {} : { by: edited.by }) };
  return { at, was: edited.was, former: [...(edited.former ?? []), between].slice(-mostFormer) };
}

/** Returns the change by the note; undefined where a later one has been applied already. */
function changeOf(row: ActionRow, note: InboundNote): Change | undefined {
  const { message, detail, authorKind } = row;
  const at = note.at.toISOString();
  if (note.kind === 'reaction')
    return timeOf(detail.reaction) > note.at.getTime() ? undefined : { detail: { reaction: { emoji: cutText(note.emoji, 32), at } } };
  if (authorKind !== 'customer') return undefined;
  if (note.kind === 'revoke') return { detail: { revoked: { at } } };
  if (timeOf(detail.edited) > note.at.getTime()) return undefined;
  // The new words of a masked answer are as much of a secret as the old ones.
  if (message === mask) return { detail: { edited: { at, was: mask } } };
  return { ...(note.text === '' ? {} : { message: cutText(note.text, messageLimit) }), detail: { edited: editedBy(row, at) } };
}

async function writeChange(
  tx: Tx,
  enterpriseId: string,
  at: { chatId: string; number: number; actedOn: Date },
  { message, detail = {}, without = [] }: Change,
): Promise<void> {
  // An erasure has this lock before it writes entries, so a change has it too.
  if (message !== undefined) await lockSearch(tx, enterpriseId);
  await sql`update chat_actions set message = coalesce(${message ?? null}::text, message),
      detail = (detail - ${[...without]}::text[]) || ${JSON.stringify(detail)}::jsonb
    where enterprise_id = ${enterpriseId} and chat_id = ${at.chatId} and number = ${at.number}`.execute(tx);
  if (message !== undefined || detail.revoked) await dropTranslations(tx, enterpriseId, at);
  if (message !== undefined) await rewordSearch(tx, enterpriseId, at, message);
}

/** Publishes the new state of an entry to the viewers of the chat, and to its visitor where the channel is our own. */
export function tellChange(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, row: ActionRow): Promise<void> {
  const widgetEntry = chat.line ? undefined : presentWidgetEntry(row, ctx.fileUrl);
  return ctx.events.record(tx, entryChanged, {
    chatId: chat.chatId,
    agentIds: chat.agentIds,
    action: presentAction(row, chat, ctx.fileUrl),
    ...(widgetEntry ? { widgetEntry, visitor: visitorTopic(chat.channelId, chat.address) } : {}),
  });
}
