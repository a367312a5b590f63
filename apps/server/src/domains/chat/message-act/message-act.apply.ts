import type { EntryMarks, MessageActKind } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { ActOutcome, MessageAct } from '../../messaging/door.talk.ts';
import { type Change, changeEntry, editedBy } from '../conversation/chat.notes.ts';
import { type ActionRow, findAction, type LockedChat, lockChats } from '../record/chat.repository.ts';

/** An act of an agent, as it changes the entry. @property value the emoji or the new words */
export type DoneAct = { kind: MessageActKind; value: string; by: string };

/** Returns what an act makes of an entry once it is done. */
export function changeBy({ kind, value, by }: DoneAct, row: ActionRow, now: Date): Change {
  const at = now.toISOString();
  if (kind === 'reaction') return { detail: { ourReaction: { emoji: value, at, by } } };
  if (kind === 'revoke') return { detail: { revoked: { at, by } } };
  return { message: value, detail: { edited: { ...editedBy(row, at), by } } };
}

/** Tells whether the mark of an entry is of this act: a newer one may have taken its place. */
const isOf = ({ act }: EntryMarks, { kind, createdAt }: MessageAct): boolean =>
  act?.kind === kind && new Date(act.at).getTime() === createdAt.getTime();

/** Shows what has become of an act at the vendor. The chat is locked. */
export async function showOutcome(ctx: EnterpriseContext, tx: Tx, act: MessageAct, outcome: ActOutcome): Promise<void> {
  const { enterpriseId, chatId, number, kind, value, authorName: by } = act;
  const [chat] = await lockChats(tx, enterpriseId, [chatId]);
  const row = await findAction(tx, enterpriseId, chatId, number);
  // Erased texts stay erased: an act has always words or a file under it.
  if (!chat || chat.textsErasedAt || !row || (row.message === '' && row.attachment === null)) return;
  const marks = row.detail as EntryMarks;
  const isShown = isOf(marks, act);
  if (outcome.kind === 'sent') {
    const change = changeBy({ kind, value, by }, row, ctx.now());
    await changeEntry(ctx, tx, chat, row, { ...change, ...(isShown ? { without: ['act'] } : {}) });
  } else if (isShown) {
    const told = { ...marks.act, state: outcome.kind, reason: outcome.reason };
    await changeEntry(ctx, tx, chat, row, { detail: { act: told } });
  }
}

/** Shows that an act is on its way. */
export const showQueued = (ctx: EnterpriseContext, tx: Tx, chat: LockedChat, row: ActionRow, act: DoneAct, at: Date): Promise<ActionRow> =>
  changeEntry(ctx, tx, chat, row, { detail: { act: { ...act, state: 'queued', at: at.toISOString() } } });
