import type { InboxPage, InboxSort, ServerTab } from '@parley/contract';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { viewerOf } from '../access/chat.access.ts';
import { readingScope, servedDepartments } from '../access/chat.scope.ts';
import { waitingKinds } from '../offer/chat.offer.ts';
import { presentSummary } from '../record/chat.present.ts';
import { listSummaries } from '../record/chat.summary.repository.ts';
import { type InboxOffer, listInboxKeys } from './inbox.repository.ts';

export type InboxQuery = {
  tab: ServerTab;
  sort: InboxSort;
  channel?: number | undefined;
  label: string;
  department: string;
  priority?: number | undefined;
  before?: string | undefined;
  perPage: number;
};

/** The place that a cursor names; the contract has checked it. */
export function placeOf(cursor: string | undefined): { at: Date; chatId: string } | undefined {
  const [at, chatId] = cursor?.split('_') ?? [];
  return at && chatId ? { at: new Date(at), chatId } : undefined;
}

/** A page of a tab: its ids first, which costs the same however many chats there are, and then their rows. */
export function readInbox(ctx: Ctx, { before, perPage, ...query }: InboxQuery): Promise<InboxPage> {
  const { enterpriseId, actor } = ctx;
  const now = ctx.now();
  return ctx.read(async (tx) => {
    const keys = await listInboxKeys(tx, {
      ...query,
      enterpriseId,
      userId: actor.userId,
      channelIds: channelsOf(actor),
      served: servedDepartments(actor),
      scope: readingScope(actor),
      before: placeOf(before),
      now,
      limit: perPage + 1,
    });
    const page = keys.slice(0, perPage);
    const rows = await listSummaries(
      tx,
      enterpriseId,
      actor.userId,
      page.map(({ chatId }) => chatId),
    );
    const byId = new Map(rows.map((row) => [row.chatId, presentSummary(row, viewerOf(actor), ctx.fileUrl, now)]));
    const last = page.at(-1);
    return {
      chats: page.flatMap(({ chatId, offer }) => {
        const chat = byId.get(chatId);
        return chat ? [{ ...chat, offer: offer && presentOffer(offer, now) }] : [];
      }),
      next: keys.length > perPage && last ? `${last.at.toISOString()}_${last.chatId}` : null,
      asOf: now.toISOString(),
    };
  });
}

const presentOffer = ({ kind, fromName, note, expiresAt }: InboxOffer, now: Date) => ({
  kind: waitingKinds[kind],
  fromName,
  note,
  secondsLeft: Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)),
});
