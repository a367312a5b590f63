import type { ChatSide } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatSideTable } from '#platform/db/schema.chat.ts';

export type SideRow = Selectable<ChatSideTable>;

/** Writes one line and its number. The chat is locked, so numbers have no doubles. */
export async function insertSide(tx: Tx, { mentions, detail, ...row }: SideRow): Promise<void> {
  await tx
    .insertInto('chatSides')
    .values({ ...row, mentions: JSON.stringify(mentions), detail: JSON.stringify(detail) })
    .execute();
  await tx
    .updateTable('chats')
    .set({ lastSide: row.sideNo })
    .where('enterpriseId', '=', row.enterpriseId)
    .where('chatId', '=', row.chatId)
    .execute();
}

const sidesOf = (tx: Read, enterpriseId: string, chatId: string) =>
  tx.selectFrom('chatSides').selectAll().where('enterpriseId', '=', enterpriseId).where('chatId', '=', chatId);

/** Reader of side lines. @property readsAll whispers to others too */
export type SideReader = { userId: string; readsAll: boolean };

/** A whisper is for its agent, its author, and those who look over the chat. */
const isFor = ({ userId, readsAll }: SideReader) =>
  readsAll
    ? sql<boolean>`true`
    : sql<boolean>`(not detail ? 'whisper' or author_id = ${userId}::uuid or detail->'whisper'->>'uId' = ${userId}::text)`;

/** A note that its author has written already, under the same key. */
export const findNote = (tx: Read, enterpriseId: string, chatId: string, authorId: string, key: string): Promise<SideRow | undefined> =>
  sidesOf(tx, enterpriseId, chatId).where('authorId', '=', authorId).where('sideKey', '=', key).executeTakeFirst();

/** Lines since a number, oldest first. */
export const listSidesAfter = (
  tx: Read,
  enterpriseId: string,
  chatId: string,
  reader: SideReader,
  after: number,
  most: number,
): Promise<SideRow[]> =>
  sidesOf(tx, enterpriseId, chatId).where(isFor(reader)).where('sideNo', '>', after).orderBy('sideNo').limit(most).execute();

/** The last lines of before a number, oldest first. @param since null: from the beginning of the chat */
export async function listSidesBefore(
  tx: Read,
  enterpriseId: string,
  chatId: string,
  reader: SideReader,
  { before, since, most }: { before: number | undefined; since: Date | null; most: number },
): Promise<SideRow[]> {
  const rows = await sidesOf(tx, enterpriseId, chatId)
    .where(isFor(reader))
    .$if(before !== undefined, (query) => query.where('sideNo', '<', before ?? 0))
    .$if(since !== null, (query) => query.where('at', '>=', since as Date))
    .orderBy('sideNo', 'desc')
    .limit(most)
    .execute();
  return rows.reverse();
}

type Whisper = { uId: string; name: string; text: string };

/**
 * Presents a line. Acts on the monitor, drafts of replies, calls of tools and whispers are kept under names of their own in the detail, with the words of a
 * whisper: a process of the version before reads lines without words in them, and shows a whisper to nobody.
 */
export function presentSide(row: SideRow): ChatSide {
  const { act, monitor, assist, tool, whisper } = row.detail as {
    act?: string;
    monitor?: object;
    assist?: object;
    tool?: object;
    whisper?: Whisper;
  };
  return {
    number: row.sideNo,
    at: row.at.toISOString(),
    kind: whisper ? 'whisper' : assist ? 'assist' : tool ? 'tool' : row.kind,
    authorId: row.authorId ?? '',
    authorName: row.authorName,
    text: whisper ? whisper.text : row.text,
    mentions: row.mentions,
    key: row.sideKey,
    act: act === undefined ? ((monitor ?? assist ?? tool ?? null) as ChatSide['act']) : (row.detail as ChatSide['act']),
    ...(whisper ? { to: { uId: whisper.uId, name: whisper.name } } : {}),
  };
}
