import { type Audience, type AudienceResult, numberSpellings, passingReasons } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** The results of iterations, by the rows of their people in the ledger. */

type Result = Audience['results'][number];

/** Failures that another day may not see. */
const passingFailures = ['RATE_LIMITED', 'TRANSIENT', 'EXPIRED'];

const hasGot = sql<boolean>`m.status in ('SENT', 'UNKNOWN', 'DELIVERED', 'READ')`;
const hasResponded = sql<boolean>`exists (select from activity_responses r where r.enterprise_id = m.enterprise_id and r.message_id = m.message_id)`;

/** @param variable of which link; undefined: any of the message */
export const hasClicked = (variable?: string) => sql<boolean>`exists (select from link_clicks k
  where k.enterprise_id = m.enterprise_id and k.message_id = m.message_id and k.kind = 'person'
    ${variable === undefined ? sql`` : sql`and k.variable = ${variable}`})`;

/** Rows of the ledger, called `m`, with this result. */
const resultWhere: Record<AudienceResult, RawBuilder<boolean>> = {
  reached: hasGot,
  delivered: sql`m.status in ('DELIVERED', 'READ')`,
  not_delivered: sql`m.status in ('SENT', 'UNKNOWN', 'FAILED')`,
  read: sql`m.status = 'READ'`,
  not_read: sql`m.status = 'DELIVERED'`,
  failed: sql`m.status = 'FAILED'`,
  failed_for_now: sql`(m.status = 'FAILED' and m.reason = any(${passingFailures}) or m.status = 'SKIPPED' and m.reason = any(${passingReasons}))`,
  skipped: sql`m.status = 'SKIPPED'`,
  replied: hasResponded,
  not_replied: sql`(${hasGot} and not ${hasResponded})`,
  clicked: hasClicked(),
  not_clicked: sql`(${hasGot} and not ${hasClicked()} and exists (select from short_links l
    where l.enterprise_id = m.enterprise_id and l.message_id = m.message_id))`,
};

/** Matches rows of the ledger, called `m`, that have a result now. */
export const isOfResult = (result: AudienceResult): RawBuilder<boolean> => resultWhere[result];

/** Rows of the ledger of an iteration with a result, called `m`. */
export const withResult = (enterpriseId: string, { activityId, result }: Result): RawBuilder<boolean> =>
  sql`m.enterprise_id = ${enterpriseId} and m.resource_id = ${activityId} and m.address <> '' and ${resultWhere[result]}`;

/** People whom a file brought to an earlier iteration, rows of the ledger called `m`, still have the file's columns. */
export const resultFile = {
  columns: sql`, f.columns as names, r.cells`,
  joins: sql`left join activities a on a.enterprise_id = m.enterprise_id and a.activity_id = m.resource_id
    left join audience_files f on f.enterprise_id = a.enterprise_id and f.file_id = coalesce(a.given_file_id, nullif(a.plan #>> '{audience,fileId}', '')::uuid)
    left join lateral (select cells from audience_rows w where w.enterprise_id = f.enterprise_id and w.file_id = f.file_id and w.address = m.address limit 1) r on true`,
  own: (name: string) => sql<string | null>`(select g.cells->>(n.place::integer - 1) from jsonb_array_elements_text(g.names)
    with ordinality as n(name, place) where n.name = ${name} order by n.place desc limit 1)`,
};

/** Customers of an iteration with a result now, by their ids. */
export async function listPeopleOf(tx: Read, enterpriseId: string, activityId: string, result: AudienceResult): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct m.customer_id from messages m
    where ${withResult(enterpriseId, { activityId, result })} and m.customer_id is not null order by m.customer_id`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}

type ResultRow = { number: number; address: string; names: string[] | null; cells: string[] | null };

/** People of an earlier iteration by its rows; who came by a file there has the file's columns still. */
export async function listOfResult(tx: Read, enterpriseId: string, result: Result, after: number, limit: number): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select m.number, m.address ${resultFile.columns} from messages m ${resultFile.joins}
    where ${withResult(enterpriseId, result)} and m.number > ${after} order by m.number limit ${limit}`.execute(tx);
  return rows;
}

/** Tells whether somebody with this address, in any spelling, has the result. */
export async function hasResult(tx: Read, enterpriseId: string, result: Result, address: string): Promise<boolean> {
  const { rows } =
    await sql`select from messages m where ${withResult(enterpriseId, result)} and m.address = any(${numberSpellings(address)}::text[]) limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}
