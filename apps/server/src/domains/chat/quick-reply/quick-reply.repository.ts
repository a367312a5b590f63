import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { QuickReplyTable } from '#platform/db/schema.chat.ts';
import { behind, type ReplySearch, wordsOf } from './quick-reply.rules.ts';

export type QuickReplyRow = Selectable<QuickReplyTable>;
export type NewReply = Pick<QuickReplyRow, 'replyId' | 'deptId' | 'shortcut' | 'shortcutKey' | 'textEn' | 'textHi'>;

/** Quick replies of an enterprise are added one after the other: their number has a limit. */
export async function lockQuickReplies(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quick_replies ${enterpriseId}`}, 0))`.execute(tx);
}

const active = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('quickReplies as r').selectAll('r').where('r.enterpriseId', '=', enterpriseId).where('r.deletedAt', 'is', null);

export const findReply = (tx: Read, enterpriseId: string, replyId: string): Promise<QuickReplyRow | undefined> =>
  active(tx, enterpriseId).where('r.replyId', '=', replyId).executeTakeFirst();

export const lockReply = (tx: Tx, enterpriseId: string, replyId: string): Promise<QuickReplyRow | undefined> =>
  active(tx, enterpriseId).where('r.replyId', '=', replyId).forUpdate('r').executeTakeFirst();

export const findDeletedReply = (tx: Tx, enterpriseId: string, replyId: string): Promise<QuickReplyRow | undefined> =>
  tx
    .selectFrom('quickReplies')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('replyId', '=', replyId)
    .where('deletedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();

const hasPrefix = ({ prefix }: ReplySearch): RawBuilder<boolean> =>
  prefix === '' ? sql`false` : sql`(r.shortcut_key >= ${prefix} and r.shortcut_key < ${behind(prefix)})`;

/** Ids of the replies whose shortcut begins so, or in which each of the words begins one: by ranges of two indexes. */
export function foundIds(enterpriseId: string, search: ReplySearch): RawBuilder<unknown> {
  const byWords = search.words.map(
    (word) => sql`select w.reply_id from quick_reply_words w
      where w.enterprise_id = ${enterpriseId} and w.word >= ${word} and w.word < ${behind(word)}`,
  );
  const byKey = sql`select r.reply_id from quick_replies r where r.enterprise_id = ${enterpriseId} and r.deleted_at is null and ${hasPrefix(search)}`;
  return byWords.length === 0 ? byKey : sql`${byKey} union (${sql.join(byWords, sql` intersect `)})`;
}

/** @property departmentIds null stands for the replies of all departments */
export type ReplyList = {
  departmentIds: readonly (string | null)[];
  search: ReplySearch | undefined;
  sort: 'shortcut' | 'used';
  from: number;
  limit: number;
};

export function listReplies(
  tx: Read,
  enterpriseId: string,
  { departmentIds, search, sort, from, limit }: ReplyList,
): Promise<QuickReplyRow[]> {
  const named = departmentIds.filter((id) => id !== null);
  const ofAll = departmentIds.includes(null);
  return active(tx, enterpriseId)
    .where(sql<boolean>`((r.dept_id is null and ${ofAll}) or r.dept_id = any(${named}::uuid[]))`)
    .$if(search !== undefined, (query) => (search ? query.where(sql<boolean>`r.reply_id in (${foundIds(enterpriseId, search)})`) : query))
    .$if(search !== undefined && search.prefix !== '', (query) => (search ? query.orderBy(hasPrefix(search), 'desc') : query))
    .$if(sort === 'used', (query) => query.orderBy('r.usedCount', 'desc'))
    .orderBy('r.shortcutKey')
    .orderBy('r.replyId')
    .offset(from)
    .limit(limit)
    .execute();
}

export async function countReplies(tx: Read, enterpriseId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('quickReplies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Shortcuts in use, each with its department in front. */
export async function listKeys(tx: Read, enterpriseId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await active(tx, enterpriseId)
    .where(sql<boolean>`r.shortcut_key = any(${[...new Set(keys)]}::text[])`)
    .execute();
  return new Set(rows.map(({ deptId, shortcutKey }) => keyIn(deptId, shortcutKey)));
}
export const keyIn = (deptId: string | null, shortcutKey: string): string => `${deptId ?? ''} ${shortcutKey}`;

/** Departments that are not deleted. */
export const listDepartments = (tx: Read, enterpriseId: string): Promise<{ departmentId: string; name: string }[]> =>
  tx
    .selectFrom('departments')
    .select(['departmentId', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .execute();

/** The language of the page on which a chat began. */
export async function findVisitLanguage(tx: Read, enterpriseId: string, chatId: string): Promise<string | undefined> {
  const chat = await tx
    .selectFrom('chats')
    .select('visit')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .executeTakeFirst();
  return chat?.visit.language;
}

export async function insertReplies(tx: Tx, enterpriseId: string, replies: readonly NewReply[]): Promise<void> {
  if (replies.length === 0) return;
  await tx
    .insertInto('quickReplies')
    .values(replies.map((reply) => ({ enterpriseId, ...reply })))
    .execute();
  await insertWords(tx, enterpriseId, replies);
}

async function insertWords(tx: Tx, enterpriseId: string, replies: readonly Pick<NewReply, 'replyId' | 'shortcut' | 'textEn' | 'textHi'>[]) {
  const words = replies.flatMap(({ replyId, shortcut, textEn, textHi }) =>
    wordsOf(shortcut, textEn, textHi).map((word) => ({ replyId, word })),
  );
  await sql`insert into quick_reply_words (enterprise_id, word, reply_id)
    select ${enterpriseId}, w.word, w.reply_id
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ replyId }) => replyId)}::uuid[]) w (word, reply_id)`.execute(tx);
}

type Key = { enterpriseId: string; replyId: string };

export async function updateReply(tx: Tx, { enterpriseId, replyId }: Key, change: Updateable<QuickReplyTable>): Promise<void> {
  await tx.updateTable('quickReplies').set(change).where('enterpriseId', '=', enterpriseId).where('replyId', '=', replyId).execute();
}

export async function replaceWords(
  tx: Tx,
  { enterpriseId, ...reply }: Key & Pick<NewReply, 'shortcut' | 'textEn' | 'textHi'>,
): Promise<void> {
  await tx.deleteFrom('quickReplyWords').where('enterpriseId', '=', enterpriseId).where('replyId', '=', reply.replyId).execute();
  await insertWords(tx, enterpriseId, [reply]);
}

export async function deleteReplies(tx: Tx, enterpriseId: string, replyIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('quickReplies')
    .where('enterpriseId', '=', enterpriseId)
    .where('replyId', 'in', replyIds)
    .where('deletedAt', 'is not', null)
    .execute();
}

/** One use of a quick reply in a chat of a department. */
export type ReplyUse = { replyId: string; deptId: string | null };

/** Counts uses; of a reply that the chat could not use nothing is counted. Rows are locked by id, so that two batches never wait for each other. */
export async function countUses(tx: Tx, enterpriseId: string, uses: readonly ReplyUse[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`with used as (
      select u.reply_id, u.dept_id from unnest(${uses.map(({ replyId }) => replyId)}::uuid[], ${uses.map(({ deptId }) => deptId)}::uuid[]) u (reply_id, dept_id)
    ), locked as (
      select r.reply_id, (select count(*) from used u where u.reply_id = r.reply_id and (r.dept_id is null or r.dept_id = u.dept_id)) as times
      from quick_replies r where r.enterprise_id = ${enterpriseId} and r.deleted_at is null and r.reply_id in (select u.reply_id from used u)
      order by r.reply_id for no key update of r
    )
    update quick_replies r set used_count = r.used_count + l.times::integer from locked l
    where r.enterprise_id = ${enterpriseId} and r.reply_id = l.reply_id and l.times > 0`.execute(tx);
}
