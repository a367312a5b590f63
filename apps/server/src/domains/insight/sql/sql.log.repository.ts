import { sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { Seen } from './sql.repository.ts';
import { withoutLiterals } from './sql.rules.ts';

/** Writes down what was seen of an enterprise; of a statement that was seen before, how long it takes and its end. */
export async function noteSeen(tx: Tx, enterpriseId: string, seen: readonly Seen[]): Promise<void> {
  const rows = seen.map((one) => ({
    id: idAt(one.beganAt),
    ...one,
    statement: withoutLiterals(one.statement),
    outcome: one.act || (one.isRunning ? 'running' : 'ended'),
  }));
  await sql`
    insert into sql_statements as s (enterprise_id, statement_id, login, began_at, backend, application, address, statement, took_ms, outcome)
    select ${enterpriseId}, r.id, r.login, r."beganAt", r.backend, left(r.application, 100), r.address, r.statement, r."tookMs", r.outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, login text, "beganAt" timestamptz, backend text, application text, address text,
      statement text, "tookMs" bigint, outcome text)
    order by r."beganAt", r.backend
    on conflict (enterprise_id, began_at, backend) do update set took_ms = excluded.took_ms,
      outcome = case when excluded.outcome in ('running', 'ended') and s.outcome in ('cancelled', 'terminated') then s.outcome else excluded.outcome end
    where (s.took_ms, s.outcome) is distinct from (excluded.took_ms, excluded.outcome) and s.outcome <> 'terminated'`.execute(tx);
  const backends = rows.map(({ backend, beganAt }) => `${backend} ${beganAt.toISOString()}`);
  // A statement whose connection has gone, or has begun another one, has ended.
  await sql`
    update sql_statements s set outcome = 'ended'
    where s.enterprise_id = ${enterpriseId} and s.outcome = 'running'
      and s.backend || ' ' || to_char(s.began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') <> all(${backends}::text[])`.execute(
    tx,
  );
}

export const listStatements = (tx: Read, enterpriseId: string, { limit, after }: { limit: number; after: string }) =>
  tx
    .selectFrom('sqlStatements')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .$if(after !== '', (query) => query.where('statementId', '<', after))
    .orderBy('statementId', 'desc')
    .limit(limit)
    .execute();

/** Forgets statements after 30 days. */
export const tendStatements = (db: Db) => sql`select tend_reporting()`.execute(db);
