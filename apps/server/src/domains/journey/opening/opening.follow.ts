import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type NewInput, putInputs } from '../inbox/instance.inputs.ts';
import { askOpenings } from './opening.jobs.ts';
import { awaitTurns, findWaitsForOpening } from './opening.repository.ts';

/** Waits that are asked again in one transaction. */
const chunk = 1000;

/** Lets a walk ask for the hours again. One that has not asked yet asks once: a walk of a paused stream collects no more of these. */
export const askHours = (instanceId: string): NewInput => ({ instanceId, input: { kind: 'hours' }, key: 'hours' });

/** Walks that wait for an opening follow a change of calendars. */
export async function followOpenings({ enterpriseId, jobs }: EnterpriseContext, tx: Tx, calendarIds: readonly string[]): Promise<void> {
  if (calendarIds.length > 0) await jobs.enqueue(tx, askOpenings, { enterpriseId, calendarIds: [...calendarIds] });
}

/** Lets each of them ask again, by an input of its own: a walk that is over by then has nothing to read. Done twice, it changes nothing. */
export async function askAgain(ctx: EnterpriseContext, calendarIds: readonly string[]): Promise<void> {
  const { enterpriseId } = ctx;
  await ctx.transaction((tx) => awaitTurns(tx, enterpriseId));
  for (let after = ''; ; ) {
    const asked = await ctx.transaction(async (tx) => {
      const found = await findWaitsForOpening(tx, enterpriseId, calendarIds, { after, most: chunk });
      await putInputs(ctx, tx, found.map(askHours));
      return found;
    });
    if (asked.length < chunk) return;
    after = asked.at(-1) ?? '';
  }
}
