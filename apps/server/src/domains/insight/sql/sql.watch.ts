import { sqlStatementSeconds } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { newId } from '#platform/ids.ts';
import { installationId, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { deleteLogin, listLogins, listWatched, type Seen, watchLogins } from './sql.repository.ts';
import { withoutLiterals } from './sql.rules.ts';

const lookMs = 1000;
const holdMs = 6000;
/** Looks between two questions whether there is any login at all; a session of the first one has its 30 seconds from PostgreSQL itself. */
const idleLooks = 15;
const work = { enterpriseId: installationId, work: 'sql', workId: installationId } as const;

/** Writes down what was seen of an enterprise; of a statement that was seen before, how long it takes and its end. */
async function noteSeen(tx: Tx, enterpriseId: string, seen: readonly Seen[]): Promise<void> {
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

/** Takes the logins away whose time is over. */
async function endExpired(ctx: EnterpriseContext): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const { login, validUntil } of await listLogins(tx, ctx.enterpriseId))
      if (validUntil && validUntil <= ctx.now()) await deleteLogin(tx, ctx.enterpriseId, login);
  });
}

/**
 * Looks once at all sessions of logins for SQL.
 * @returns whether there is any login
 */
export async function lookAtSql(deps: Deps, mostMs: number): Promise<boolean> {
  const watched = await listWatched(deps.db);
  if (watched.length === 0) return false;
  const seen = await watchLogins(deps.db, mostMs);
  for (const { enterpriseId, hasExpired } of watched) {
    const ctx = enterpriseContext(deps, enterpriseId);
    const own = seen.filter((one) => one.enterpriseId === enterpriseId);
    await ctx.transaction((tx) => noteSeen(tx, enterpriseId, own));
    if (hasExpired) await endExpired(ctx);
  }
  return true;
}

/** Watches the logins for SQL each second while there is one. One worker at a time does. */
export function watchSql(deps: Deps): () => Promise<void> {
  const holderId = newId();
  let idle = 0;
  const run = async () => {
    if (idle > 0) {
      idle -= 1;
      return;
    }
    const lease = await enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, work, holdMs, holderId));
    if (!lease || !(await lookAtSql(deps, sqlStatementSeconds * 1000))) idle = lease ? idleLooks : 2;
  };
  return scheduleTask(lookMs, run, (error) => deps.log.warn({ err: error }, 'reading by SQL was not watched'));
}
