import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import { fold, patternsOf } from '../number/customer.text.ts';
import { readingOf, seesAll } from '../record/customer.reading.ts';

const mostRead = 200;

/**
 * The newest customers whose name, number or e-mail has all words of a text. A reader from whom numbers or addresses are hidden finds names
 * alone: else they could guess the others.
 */
export async function findNamedCustomers(tx: Read, actor: Actor, text: string, most: number): Promise<string[]> {
  const patterns = patternsOf(text);
  if (patterns.length === 0) return [];
  const { rows } = await sql<{ customerId: string; name: string }>`select c.customer_id, c.name
    from search_customers(${patterns}::text[], ${mostRead}, 0, null) f
    join customers c on c.enterprise_id = ${actor.enterpriseId} and c.customer_id = f.customer_id
    order by c.customer_id desc`.execute(tx);
  const words = fold(text).split(/\s+/).filter(Boolean);
  const seen = seesAll(readingOf(actor)) ? rows : rows.filter(({ name }) => words.every((word) => fold(name).includes(word)));
  return seen.slice(0, most).map(({ customerId }) => customerId);
}
