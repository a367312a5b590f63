import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Person } from '../../../personal-data.ts';

const theirs = ({ enterpriseId, addresses }: Person): RawBuilder<boolean> =>
  sql`l.enterprise_id = ${enterpriseId} and l.address <> '' and l.address = any(${addresses}::text[])`;

/** Selects a person's links, as they may read them. */
export const selectLinksOf = (person: Person) => sql`select l.message_id::text || l.variable as key, c.name as campaign, l.code, l.target,
      (select jsonb_agg(jsonb_build_object('at', k.at, 'kind', k.kind) order by k.at) from link_clicks k
        where k.enterprise_id = l.enterprise_id and k.activity_id = l.activity_id and k.message_id = l.message_id and k.variable = l.variable) as opened
    from short_links l
      join activities a on a.enterprise_id = l.enterprise_id and a.activity_id = l.activity_id
      join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id
    where ${theirs(person)}`;

export const blankLinksOf = (tx: Tx, person: Person, limit: number) =>
  sql`update short_links l set address = '', target = '' where (l.enterprise_id, l.activity_id, l.message_id, l.variable) in (
        select l.enterprise_id, l.activity_id, l.message_id, l.variable from short_links l where ${theirs(person)} limit ${limit})`.execute(
    tx,
  );
