import type { SentimentLevel, SentimentSettings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** The level of the last message in each of these chats that a bot has judged, by the levels of that bot. */
export async function findLevelsOfChats(
  tx: Read,
  enterpriseId: string,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, SentimentLevel>> {
  if (chatIds.length === 0) return new Map();
  const { rows } = await sql<{ chatId: string; emotion: string; sentiment: SentimentSettings }>`
    select w.chat_id, t.emotion, b.sentiment from unnest(${[...chatIds]}::uuid[]) w (chat_id)
    cross join lateral (select t.bot_id, t.emotion from bot_turns t where t.enterprise_id = ${enterpriseId} and t.session_id = w.chat_id
      and t.origin = 'CHAT' and t.emotion <> '' and not t.is_wrong_emotion order by t.asked_at desc limit 1) t
    join bots b on b.enterprise_id = ${enterpriseId} and b.bot_id = t.bot_id`.execute(tx);
  return new Map(
    rows.map(({ chatId, emotion, sentiment }) => [chatId, sentiment.levels[emotion as keyof typeof sentiment.levels] ?? 'neutral']),
  );
}
