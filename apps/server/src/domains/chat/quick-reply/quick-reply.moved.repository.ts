import { quickRepliesMax, shortcutPattern } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { countReplies, insertReplies, lockQuickReplies } from './quick-reply.repository.ts';
import { foldKey } from './quick-reply.rules.ts';
import { faultsOf } from './quick-reply.text.ts';

export type MovedReply = { key: string; shortcut: string; text: string };
export type JudgedReply = MovedReply & {
  outcome: 'come' | 'here' | 'drop';
  reason: '' | 'other_text' | 'shortcut_invalid' | 'twice';
  replyId: string | null;
};

const longestText = 4000;

/** Tells of quick replies of another product which would be new for all departments. What a shortcut says here is never overwritten. */
export async function judgeReplies(tx: Read, enterpriseId: string, replies: readonly MovedReply[]): Promise<JudgedReply[]> {
  const keys = replies.map(({ shortcut }) => foldKey(shortcut));
  const { rows } = await sql<{
    replyId: string;
    shortcutKey: string;
    textEn: string;
  }>`select r.reply_id, r.shortcut_key, r.text_en from quick_replies r
    where r.enterprise_id = ${enterpriseId} and r.dept_id is null and r.deleted_at is null and r.shortcut_key = any(${keys}::text[])`.execute(
    tx,
  );
  const known = new Map(rows.map((row) => [row.shortcutKey, row]));
  const met = new Set<string>();
  return replies.map((reply): JudgedReply => {
    const key = foldKey(reply.shortcut);
    const old = known.get(key);
    const base = { ...reply, replyId: old?.replyId ?? null };
    const isFit = shortcutPattern.test(reply.shortcut) && reply.text.length <= longestText;
    if (!isFit || faultsOf({ text: reply.text, textHi: '' }).length > 0) return { ...base, outcome: 'drop', reason: 'shortcut_invalid' };
    if (old)
      return old.textEn === reply.text.trim()
        ? { ...base, outcome: 'here', reason: '' }
        : { ...base, outcome: 'drop', reason: 'other_text' };
    if (met.has(key)) return { ...base, outcome: 'drop', reason: 'twice' };
    met.add(key);
    return { ...base, outcome: 'come', reason: '' };
  });
}

/** Makes those that are still new. @returns ids by their keys */
export async function addMovedReplies(tx: Tx, enterpriseId: string, replies: readonly MovedReply[]): Promise<Map<string, string>> {
  await lockQuickReplies(tx, enterpriseId);
  const room = quickRepliesMax - (await countReplies(tx, enterpriseId));
  const fresh = (await judgeReplies(tx, enterpriseId, replies))
    .filter(({ outcome }) => outcome === 'come')
    .slice(0, Math.max(0, room))
    .map(({ key, shortcut, text }) => ({
      key,
      replyId: newId(),
      deptId: null,
      shortcut,
      shortcutKey: foldKey(shortcut),
      textEn: text.trim(),
      textHi: '',
    }));
  await insertReplies(
    tx,
    enterpriseId,
    fresh.map(({ key: _key, ...reply }) => reply),
  );
  return new Map(fresh.map(({ key, replyId }) => [key, replyId]));
}

/** Deletes a reply that a move has made, unless it was changed or used since. @returns why it stays */
export async function removeMovedReply(
  tx: Tx,
  enterpriseId: string,
  replyId: string,
): Promise<'changed' | 'used' | 'bin' | 'not_here' | undefined> {
  const { rows } = await sql<{
    version: number;
    usedCount: number;
    isInBin: boolean;
  }>`select r.version, r.used_count, r.deleted_at is not null as is_in_bin
    from quick_replies r where r.enterprise_id = ${enterpriseId} and r.reply_id = ${replyId} for update`.execute(tx);
  const [row] = rows;
  if (!row) return 'not_here';
  if (row.isInBin) return 'bin';
  if (row.version > 1) return 'changed';
  if (row.usedCount > 0) return 'used';
  await sql`delete from quick_replies r where r.enterprise_id = ${enterpriseId} and r.reply_id = ${replyId}`.execute(tx);
  return undefined;
}
