import type { Read, Tx } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import { isSeenBy } from '../access/chat.scope.ts';

type Mention = { enterpriseId: string; userId: string; mentionId: string; chatId: string; sideNo: number; at: Date };

export async function insertMentions(tx: Tx, mentions: readonly Mention[]): Promise<void> {
  if (mentions.length > 0) await tx.insertInto('chatMentions').values(mentions).execute();
}

type Reader = Actor;

/** Unread mentions in chats that their reader still sees. */
const mentionsOf = (tx: Read, actor: Reader) =>
  tx
    .selectFrom('chatMentions as m')
    .innerJoin('chats as c', (join) => join.onRef('c.enterpriseId', '=', 'm.enterpriseId').onRef('c.chatId', '=', 'm.chatId'))
    .leftJoin('chatParticipants as me', (join) =>
      join.onRef('me.enterpriseId', '=', 'm.enterpriseId').onRef('me.chatId', '=', 'm.chatId').onRef('me.userId', '=', 'm.userId'),
    )
    .where('m.enterpriseId', '=', actor.enterpriseId)
    .where('m.userId', '=', actor.userId)
    .where(isSeenBy(actor));

/** The mentions with their notes, newest first. */
export const listMentions = (tx: Read, actor: Reader, { before, limit }: { before: string | undefined; limit: number }) =>
  mentionsOf(tx, actor)
    .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
    .innerJoin('chatSides as s', (join) =>
      join
        .onRef('s.enterpriseId', '=', 'm.enterpriseId')
        .onRef('s.chatId', '=', 'm.chatId')
        .onRef('s.sideNo', '=', 'm.sideNo')
        .onRef('s.at', '=', 'm.at'),
    )
    .select(['m.mentionId', 'm.chatId', 'm.sideNo', 'm.at', 's.authorName', 's.text', 'k.name as customerName', 'c.chatNo'])
    .$if(before !== undefined, (query) => query.where('m.mentionId', '<', before ?? ''))
    .orderBy('m.mentionId', 'desc')
    .limit(limit)
    .execute();

export async function countMentions(tx: Read, actor: Reader): Promise<number> {
  const { count } = await mentionsOf(tx, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns how many there were */
export async function deleteMentions(tx: Tx, { enterpriseId, userId }: Reader, chatId: string, upTo: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('chatMentions')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('chatId', '=', chatId)
    .where('sideNo', '<=', upTo)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The users who take or took part in a chat. */
export async function listParticipants(tx: Read, enterpriseId: string, chatId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('chatParticipants')
    .select('userId')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}
