import { sql } from 'kysely';
import type { Ctx } from '../../../context.ts';
import { readingOf, shownName, shownNumber } from '../record/customer.reading.ts';
import { isDouble } from '../record/customer.repository.ts';

type Doubled = { id: string; name: string; phoneNumber: string };
/** Two customers with one line. @property keep the one who has been there longer, or has got the line since */
export type Double = { keep: Doubled; other: Doubled };

const mostListed = 200;

/**
 * Lists customers who are in the phone book twice with two spellings of one number, from before spellings were known. Uses an index that
 * holds such rows alone.
 */
export function listDoubles(ctx: Ctx, { from, perPage }: { from: number; perPage: number }): Promise<{ doubles: Double[]; more: boolean }> {
  const { enterpriseId } = ctx;
  const length = perPage === -1 ? mostListed : perPage;
  const eyes = readingOf(ctx.actor);
  return ctx.read(async (tx) => {
    const { rows } = await sql<{ id: string; name: string; number: string; otherId: string; otherName: string; otherNumber: string }>`
      select k.customer_id as id, k.name, k.number, c.customer_id as other_id, c.name as other_name, c.number as other_number
      from customers c cross join lateral (
        select k.customer_id, k.name, k.number from customers k
        where k.enterprise_id = c.enterprise_id and k.number = any(number_spellings(c.number)) and k.number <> '' and k.deleted_at is null
          and k.customer_id <> c.customer_id and (k.canonical_number is not null or k.customer_id < c.customer_id)
        order by k.canonical_number is null, k.customer_id limit 1) k
      where c.enterprise_id = ${enterpriseId} and ${isDouble}
      order by c.customer_id limit ${length + 1} offset ${from}`.execute(tx);
    const shown = (id: string, name: string, number: string): Doubled => ({
      id,
      name: shownName(name, eyes),
      phoneNumber: shownNumber(number, eyes),
    });
    const doubles = rows.slice(0, length).map((row) => ({
      keep: shown(row.id, row.name, row.number),
      other: shown(row.otherId, row.otherName, row.otherNumber),
    }));
    return { doubles, more: rows.length > length };
  });
}
