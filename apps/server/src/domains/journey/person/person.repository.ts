import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type Person = {
  customerId: string;
  name: string;
  number: string;
  email: string;
  profile: { language?: string; timeZone?: string; whatsAppNumber?: string };
  data: Record<string, string>;
  groups: string[];
  labels: string[];
};

export const findPeople = async (tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, Person>> => {
  const { rows } = await sql<Person>`
    select c.customer_id, c.name, c.number, c.email, c.profile, c.data,
      coalesce(array_agg(s.set_id::text) filter (where s.kind = 'group'), '{}') as groups,
      coalesce(array_agg(s.set_id::text) filter (where s.kind = 'label'), '{}') as labels
    from customers c
    left join customer_set_members m on m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id
    left join customer_sets s on s.enterprise_id = m.enterprise_id and s.set_id = m.set_id
    where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...ids]}::uuid[]) and c.deleted_at is null
    group by c.enterprise_id, c.customer_id`.execute(tx);
  return new Map(rows.map((row) => [row.customerId, row]));
};
