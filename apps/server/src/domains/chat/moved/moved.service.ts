import type { MovedChat, MovedMessage, MoveSource } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { mayReadNotes } from '../access/chat.notes.access.ts';
import { readingScope } from '../access/chat.scope.ts';
import { findMoved, type MovedReader, readMessages, type ShownMoved } from './moved.list.repository.ts';

export const movedReader = ({ enterpriseId, actor }: Ctx): MovedReader => ({
  enterpriseId,
  userId: actor.userId,
  scope: readingScope(actor),
  channelIds: channelsOf(actor),
});

export const presentMoved = (row: ShownMoved, eyes: Reading): MovedChat => ({
  id: row.movedId,
  source: row.source as MoveSource,
  number: row.key,
  subject: row.subject,
  startedOn: row.startedAt.toISOString(),
  endedOn: row.endedAt.toISOString(),
  customerId: row.customerId ?? '',
  customerName: shownName(row.customerName, eyes),
  address: shownAddress(row.address, eyes),
  channelName: row.channelName,
  departmentName: row.departmentName,
  agents: row.agentNames,
  labels: row.labels,
  messages: row.messageCount,
  isRemoved: row.textsErasedAt !== null,
});

/** @throws DomainError moved_chat.not_found */
export function getMoved(
  ctx: Ctx,
  movedId: string,
  { from, perPage }: { from: number; perPage: number },
): Promise<{ chat: MovedChat; messages: MovedMessage[]; more: boolean }> {
  return ctx.read(async (tx: Read) => {
    const row = await findMoved(tx, movedReader(ctx), movedId);
    if (!row) throw new DomainError('moved_chat.not_found', 'There is no such conversation.', {});
    const found = await readMessages(tx, { enterpriseId: ctx.enterpriseId, movedId }, { from, limit: perPage + 1 });
    const eyes = readingOf(ctx.actor);
    const isOwn = row.userIds.includes(ctx.actor.userId);
    const seesNotes = mayReadNotes(ctx.actor, { deptId: row.deptId, participation: isOwn ? 'left' : null });
    return {
      chat: presentMoved(row, eyes),
      messages: found
        .slice(0, perPage)
        .filter(({ isNote }) => seesNotes || !isNote)
        .map(({ key, at, by, name, text, isNote, files }) => ({
          key,
          at: new Date(at).toISOString(),
          by,
          name: by === 'customer' ? shownName(name, eyes) : name,
          text,
          isNote,
          files,
        })),
      more: found.length > perPage,
    };
  });
}
