import { type RawBuilder, sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

const theirs = ({ enterpriseId, addresses }: Person): RawBuilder<boolean> =>
  sql`l.enterprise_id = ${enterpriseId} and l.address <> '' and l.address = any(${addresses}::text[])`;

/** The targets of a person's links may name them. They lead nowhere from now on; the fact that one was opened stays counted. */
export const linksOfPerson: PersonalData = personalRows({
  kind: 'shortLinks',
  tables: ['shortLinks', 'linkClicks'],
  rows: (person) => sql`select l.message_id::text || l.variable as key, c.name as campaign, l.code, l.target,
      (select jsonb_agg(jsonb_build_object('at', k.at, 'kind', k.kind) order by k.at) from link_clicks k
        where k.enterprise_id = l.enterprise_id and k.activity_id = l.activity_id and k.message_id = l.message_id and k.variable = l.variable) as opened
    from short_links l
      join activities a on a.enterprise_id = l.enterprise_id and a.activity_id = l.activity_id
      join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id
    where ${theirs(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update short_links l set address = '', target = '' where (l.enterprise_id, l.activity_id, l.message_id, l.variable) in (
        select l.enterprise_id, l.activity_id, l.message_id, l.variable from short_links l where ${theirs(person)} limit ${limit})`.execute(
        tx,
      ),
      limit,
    ),
});
