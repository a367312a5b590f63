import type { ChatDraft } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { Ctx } from '../../../context.ts';
import { accessChat, chatNotFound, viewerOf } from '../access/chat.access.ts';
import { shownDraftMail } from '../access/entry.reading.ts';
import { isOpen } from '../record/chat.rules.ts';
import { findDraft, writeDraft } from './draft.repository.ts';

const nothing: ChatDraft = { text: '', seen: null, revision: 0, mail: null };

/** @throws DomainError chat.not_found */
export const readDraft = (ctx: Ctx, chatId: string): Promise<ChatDraft> =>
  ctx.read(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    if (!chat.participation) throw chatNotFound();
    return shown(ctx, (await findDraft(tx, keyOf(ctx, chatId))) ?? nothing);
  });

/** @property mail left out by a page of the version before: what was saved stays */
type DraftSave = Omit<ChatDraft, 'mail'> & { chatId: string; tab: string; mail?: ChatDraft['mail'] | undefined };

/**
 * Saves a draft, and tells the user's other tabs and devices of it.
 * @throws DomainError chat.not_found, or chat.draft_changed with the draft that was quicker
 */
export async function saveDraft(ctx: Ctx, hub: Hub, { chatId, tab, ...draft }: DraftSave): Promise<{ revision: number }> {
  const saved = await ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    if (!chat.participation || chat.participation === 'left') throw chatNotFound();
    if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
    const key = keyOf(ctx, chatId);
    const written = await writeDraft(tx, key, draft, ctx.now());
    if (written !== undefined) return written;
    const current = shown(ctx, (await findDraft(tx, key)) ?? nothing);
    if (current.text !== draft.text)
      throw new DomainError('chat.draft_changed', 'The reply was changed on another screen meanwhile.', current);
    return { revision: current.revision, mail: current.mail };
  });
  tellDraft(ctx, hub, { chatId, tab, ...draft, ...saved });
  return { revision: saved.revision };
}

/** @property tab the page that has written it, and knows it already; '': none */
export function tellDraft({ actor }: Ctx, hub: Hub, { mail = null, ...data }: DraftSave): void {
  hub.broadcast([`user:${actor.userId}`], { type: 'draftChanged', data: { ...data, mail: shownDraftMail(mail, viewerOf(actor)) } });
}

const shown = ({ actor }: Ctx, draft: ChatDraft): ChatDraft => ({ ...draft, mail: shownDraftMail(draft.mail, viewerOf(actor)) });

const keyOf = ({ enterpriseId, actor }: Ctx, chatId: string) => ({ enterpriseId, userId: actor.userId, chatId });
