import { sql } from 'kysely';
import type { EnterpriseContext } from '../../../context.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { renewSearchTexts } from '../attribute/customer.jobs.ts';
import { searchTextOfValues } from './customer.rules.ts';

const stepSize = 2000;
const firstId = '00000000-0000-0000-0000-000000000000';

type Row = { customerId: string; name: string; number: string; email: string; data: Record<string, string>; searchText: string };

/** One step of a job that writes what the search looks through anew, and the next step's job with it. */
export function renewSearch(ctx: EnterpriseContext, after: string = firstId): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const attributes = await listAttributes(tx, enterpriseId);
    const { rows } = await sql<Row>`select customer_id, name, number, email, data, search_text from customers
      where enterprise_id = ${enterpriseId} and customer_id > ${after} order by customer_id limit ${stepSize} for update`.execute(tx);
    const changed = rows
      .map((row) => ({ customer_id: row.customerId, old: row.searchText, search_text: searchTextOfValues(row, attributes) }))
      .filter((row) => row.old !== row.search_text);
    if (changed.length > 0)
      await sql`update customers c set search_text = n.search_text
        from json_to_recordset(${JSON.stringify(changed)}) as n (customer_id uuid, search_text text)
        where c.enterprise_id = ${enterpriseId} and c.customer_id = n.customer_id`.execute(tx);
    const last = rows.at(-1);
    if (last && rows.length === stepSize) await ctx.jobs.enqueue(tx, renewSearchTexts, { enterpriseId, after: last.customerId });
  });
}
