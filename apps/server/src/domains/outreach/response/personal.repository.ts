import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { Person } from '../../../personal-data.ts';

/** Matches a person's responses by their addresses, unless another customer has taken one over. A blanked response names nobody. */
const theirs = ({
  enterpriseId,
  customerIds,
  addresses,
  sharedAddresses,
}: Person): RawBuilder<boolean> => sql`r.enterprise_id = ${enterpriseId}
  and r.address <> '' and r.address = any(${[...addresses, ...sharedAddresses]}::text[])
  and (r.customer_id = any(${customerIds}::uuid[]) or (r.customer_id is null and r.address = any(${addresses}::text[])))`;

/** Selects a person's responses, as they may read them. */
export const selectResponsesOf = (
  person: Person,
) => sql`select r.response_id::text as key, c.name as campaign, a.number as iteration, r.kind, r.address, r.button, r.payload, r.body, r.at
    from activity_responses r
      join activities a on a.enterprise_id = r.enterprise_id and a.activity_id = r.activity_id
      join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id
    where ${theirs(person)}`;

/** Blanks a person's words; the fact of the response and the button stay. A vendor without words for a button repeats what it carries. */
const blank = sql`address = '', message_key = '', customer_id = null, payload = '', body = '', button = case when button = payload then '' else button end`;

export const blankResponsesOf = (tx: Tx, person: Person, limit: number) =>
  sql`update activity_responses r set ${blank} where (r.enterprise_id, r.activity_id, r.response_id) in (
        select r.enterprise_id, r.activity_id, r.response_id from activity_responses r where ${theirs(person)} limit ${limit})`.execute(tx);

const old = (enterpriseId: string, before: Date): RawBuilder<boolean> =>
  sql`r.enterprise_id = ${enterpriseId} and r.response_id < ${firstIdAt(before)} and (r.body <> '' or r.payload <> '')`;

/** Counts older responses that still have their texts, up to a bound. */
export async function countOldTexts(tx: Read, enterpriseId: string, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
      select from activity_responses r where ${old(enterpriseId, before)} limit ${most}) found`.execute(tx);
  return rows[0]?.count ?? 0;
}

export const blankOldTexts = (tx: Tx, enterpriseId: string, before: Date, limit: number) =>
  sql`update activity_responses r set body = '', payload = '', button = case when button = payload then '' else button end
        where (r.enterprise_id, r.activity_id, r.response_id) in (
          select r.enterprise_id, r.activity_id, r.response_id from activity_responses r where ${old(enterpriseId, before)} limit ${limit})`.execute(
    tx,
  );
