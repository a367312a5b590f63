import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { SendRun } from '../run/run.repository.ts';

/**
 * The program's own reasons to hold a run: a template, until it is back, a calendar that opens no more, until it does, or a start that is long
 * overdue, until somebody decides.
 */
export type Hold = Extract<SendRun['pauseReason'], 'TEMPLATE' | 'LATE' | 'CLOSED'>;
/** A hold that begins or ends: money, whose lack billing notes, only ever lets a run go on. */
export type Held = { reason: Hold; isHeld: boolean } | { reason: 'NO_BALANCE'; isHeld: false };

type RunHold = {
  source: SendRun['source'];
  /** Does the change of the run, records it and tells people; in the transaction of the change. */
  noted: (ctx: EnterpriseContext, tx: Tx, runId: string, hold: Held, change: () => Promise<void>) => Promise<void>;
};
/** Extension point for modules that send to many: their users see why nothing leaves, and that it goes on again. */
export const runHolds = defineExtensionPoint<RunHold>('sending.held');

export const note =
  (ctx: EnterpriseContext, run: Pick<SendRun, 'runId' | 'source'>, hold: Held) =>
  async (tx: Tx, change: () => Promise<void>): Promise<void> => {
    const listener = ctx.extensions.of(runHolds).find(({ source }) => source === run.source);
    await (listener ? listener.noted(ctx, tx, run.runId, hold, change) : change());
  };
