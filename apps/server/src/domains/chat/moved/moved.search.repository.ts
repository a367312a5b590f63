import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { createPauses } from '#platform/pauses.ts';
import { searchWords } from '../search/search.words.ts';

const mostWords = 5000;
const wordedAtOnce = 200;

/**
 * Writes the words of the next conversations of a move for the search. Notes are not among them: the search of chats does not find them either.
 * @returns how many; fewer than a page at the end
 */
export async function writeMovedWords(tx: Tx, { enterpriseId, moveId }: { enterpriseId: string; moveId: string }): Promise<number> {
  const { rows } = await sql<{ movedId: string; said: string[] }>`
    select c.moved_id, array_agg(m ->> 'text') as said
    from (select x.moved_id from moved_chats x where x.enterprise_id = ${enterpriseId} and x.move_id = ${moveId} and x.is_in and x.words is null
        order by x.moved_id limit ${wordedAtOnce} for update) c
      left join moved_parts p on p.enterprise_id = ${enterpriseId} and p.moved_id = c.moved_id
      left join lateral jsonb_array_elements(p.messages) m on m ->> 'isNote' = 'false'
    group by c.moved_id`.execute(tx);
  const pauses = createPauses();
  const written: { id: string; words: string[] }[] = [];
  for (const { movedId, said } of rows) {
    const words = new Set<string>();
    for (const text of said) {
      await pauses.ifDue();
      if (text) for (const word of searchWords(text)) if (words.size < mostWords) words.add(word);
    }
    written.push({ id: movedId, words: [...words] });
  }
  if (written.length > 0)
    await sql`update moved_chats c set words = array_to_tsvector(n.words)
      from json_to_recordset(${JSON.stringify(written)}) as n (id uuid, words text[])
      where c.enterprise_id = ${enterpriseId} and c.moved_id = n.id`.execute(tx);
  return rows.length;
}
export const isLastWorded = (count: number): boolean => count < wordedAtOnce;
