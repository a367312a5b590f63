import { mostUnknownShown, type SkipReason } from '@parley/contract';
import { sql } from 'kysely';
import type { EnterpriseContext } from '../../../context.ts';
import { judge } from '../gate/judge.ts';
import { findRun, type SendRun } from '../run/run.repository.ts';
import { type Road, toPricedLine } from '../sending/send.ts';
import { roadOfRun } from './freeze.ts';
import { type Noted, retryRows, rowsToRetry, type Tried, toDrafts } from './retry-run.ts';

/**
 * Matches outcomes that were unknown by a moment. A message that was sent again since, and is unknown once more, waits for another
 * decision.
 */
const unknownBy = (asOf: Date) => sql`status = 'UNKNOWN' and status_at <= ${asOf}`;

/** A run that somebody has stopped stays stopped; one that is being frozen is left to the freezing. */
const mayRun = ({ state }: SendRun): boolean => state === 'sending' || state === 'done';

/** @property addresses of the first people. @property cost of the sendable ones now. @property reserved for all of them since the first time */
export type UnknownFound = {
  asOf: Date;
  count: number;
  sendable: number;
  refused: ReadonlyMap<SkipReason, number>;
  quiet: number;
  cost: number;
  reserved: number;
  addresses: readonly string[];
};

/** Previews a new sending of a run's messages of unknown outcome; nothing is written. */
export function previewUnknown(ctx: EnterpriseContext, runId: string): Promise<UnknownFound> {
  const asOf = ctx.now();
  const { enterpriseId, bill } = ctx;
  // One moment for all of it, so that what may leave at once does not seem to wait.
  const still = { ...ctx, now: () => asOf };
  const found = { asOf, count: 0, sendable: 0, refused: new Map<SkipReason, number>(), quiet: 0, cost: 0, reserved: 0 };
  const addresses: string[] = [];
  return ctx.read(async (tx) => {
    const run = await findRun(tx, enterpriseId, runId);
    if (!run || !mayRun(run)) return { ...found, addresses };
    const base = await roadOfRun(ctx, tx, run);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { rows } = await rowsToRetry(enterpriseId, runId, unknownBy(asOf), after).execute(tx);
      const road: Road = { ...base, again: rows.map(({ messageId }) => messageId) };
      const judged = await judge(still, tx, road, toDrafts(run, road, rows));
      const going = judged.filter(({ reason }) => reason === undefined);
      const isFree = road.channel.environment === 'sandbox' || going.length === 0;
      const quoted = isFree
        ? []
        : await bill.quote(
            tx,
            { enterpriseId, at: asOf },
            going.map(({ draft }) => toPricedLine(road, draft)),
          );
      for (const { reason } of judged) if (reason) found.refused.set(reason, (found.refused.get(reason) ?? 0) + 1);
      found.count += rows.length;
      found.sendable += going.length;
      found.quiet += going.filter(({ dueAt }) => dueAt > asOf).length;
      found.cost += quoted.reduce((sum, { price }) => sum + price, 0);
      found.reserved += rows.reduce((sum, { cost }) => sum + Number(cost), 0);
      addresses.push(...rows.slice(0, mostUnknownShown - addresses.length).map(({ address }) => address));
      after = rows.at(-1)?.number;
    }
    return { ...found, addresses };
  });
}

/**
 * Messages of a run that are of unknown outcome wait for their turn again, since a person has taken the risk that somebody gets them twice. Each
 * is another attempt on its own row, past the gate and paid anew. The program does this never by itself.
 * @param asOf as the preview said: what became unknown later is left, so done twice it has effect once
 */
export function sendUnknownAgain(ctx: EnterpriseContext, runId: string, asOf: Date, noted: Noted): Promise<Tried> {
  const now = ctx.now();
  return retryRows(ctx, runId, { which: unknownBy(asOf < now ? asOf : now), mayRun, noted });
}
