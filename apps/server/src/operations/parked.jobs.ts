import { sql } from 'kysely';
import { isUuid } from '#platform/db/uuid.ts';
import { enterpriseContext } from '../context-of.ts';
import type { Deps } from '../deps.ts';
import { tellAdministrators } from '../domains/account/door.ts';

const atOnce = 100;

type Parked = { id: string; name: string; sourceId: string; data: { enterpriseId?: unknown } | null; reason: string };

/** Notes in a parked job's output, which nobody else writes, that the alarm was given, in the transaction that gave it. */
const markTold = (id: string) =>
  sql<{ id: string }>`
    update pgboss.job set output = jsonb_build_object('toldAt', now())
    where name = 'parked' and id = ${id} and state = 'created' and output is null returning id`;

/** Gives the alarm for jobs that have failed for good: an error in the log, once, and a notification to the enterprise's administrators. */
export async function tellOfParkedJobs(deps: Deps): Promise<void> {
  const { rows } = await sql<Parked>`
    select id, source_name as name, source_id, data, coalesce(source_output ->> 'message', source_output::text, '') as reason from pgboss.job
    where name = 'parked' and state = 'created' and output is null order by created_on limit ${atOnce}`.execute(deps.db);
  for (const job of rows)
    if (await tell(deps, job)) deps.log.error({ job: job.name, jobId: job.sourceId, reason: job.reason.slice(0, 500) }, 'a job is parked');
  await countParked(deps);
}

/** @returns false when another process has reported it already */
async function tell(deps: Deps, { id, name, data }: Parked): Promise<boolean> {
  const enterpriseId = data?.enterpriseId;
  if (typeof enterpriseId !== 'string' || !isUuid(enterpriseId)) return (await markTold(id).execute(deps.db)).rows.length > 0;
  const ctx = enterpriseContext(deps, enterpriseId);
  return ctx.transaction(async (tx) => {
    if ((await markTold(id).execute(tx)).rows.length === 0) return false;
    await tellAdministrators(ctx, tx, {
      code: 'job.parked',
      values: { job: name },
      cause: name,
    });
    return true;
  });
}

async function countParked({ db, metrics }: Deps): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select source_name as name, count(*)::int as count from pgboss.job where name = 'parked' and state = 'created' group by 1`.execute(db);
  metrics.jobsParked.reset();
  for (const { name, count } of rows) metrics.jobsParked.set({ name: name ?? 'unknown' }, count);
}
