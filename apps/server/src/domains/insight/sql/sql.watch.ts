import { sqlStatementSeconds } from '@parley/contract';
import { newId } from '#platform/ids.ts';
import { installationId, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { noteSeen } from './sql.log.repository.ts';
import { deleteLogin, listLogins, listWatched, watchLogins } from './sql.repository.ts';

const lookMs = 1000;
const holdMs = 6000;
/** Looks between two questions whether there is any login at all; a session of the first one has its 30 seconds from PostgreSQL itself. */
const idleLooks = 15;
const work = { enterpriseId: installationId, work: 'sql', workId: installationId } as const;

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
