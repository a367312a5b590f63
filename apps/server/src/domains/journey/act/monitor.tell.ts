import type { ToldOutcome } from '@parley/contract';
import { isOver, type Value } from '@parley/journey';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readAnswer } from '../call/call.http.ts';
import { isMade, tellUnknown } from '../call/call.repository.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { type Sealing, seal } from '../row/instance.seal.ts';
import { instanceNotFound } from '../walk/monitor.query.ts';
import { actWords } from '../walk/monitor.reasons.ts';
import { findWalks } from '../walk/monitor.walks.ts';
import { lockFailed, takeUp } from './monitor.retry.ts';

export type CallOutcome = { outcome: ToldOutcome; answer: string; error: string };

/**
 * An operator says what a call has done whose outcome nobody knew, once. A walk that goes on, or that has failed by it, goes on at the node that
 * called; of one that has ended otherwise it is only noted.
 * @throws DomainError journey.instance_not_found, journey.call_not_found, journey.call_known, journey.call_held
 */
export function tellCall(ctx: Ctx, secrets: Sealing, instanceId: string, call: number, told: CallOutcome): Promise<{ goesOn: boolean }> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const failed = (await lockFailed(tx, enterpriseId, [instanceId])).get(instanceId);
    const [found] = await findWalks(tx, enterpriseId, [instanceId]);
    if (!found) throw instanceNotFound();
    const said = answerOf(told);
    const answer = said === null ? null : seal(secrets, said);
    const node = await noteTold(ctx, tx, { instanceId, call }, told, answer);
    const taken = failed && (await takeUp(ctx, tx, failed, null));
    if (taken && 'refused' in taken) {
      const reason = actWords[taken.refused];
      throw new DomainError('journey.call_held', reason, { reason });
    }
    const goesOn = taken !== undefined || (found.isLive && !isOver(found.state as never));
    const { outcome, error } = told;
    const isDone = outcome === 'DONE';
    const input = { kind: 'call' as const, call, outcome, status: isDone ? 200 : 0, answer, error, node };
    if (goesOn) await putInputs(ctx, tx, [{ instanceId, input, key: `t:${call}` }]);
    const journey = await journeyRecord.read(tx, enterpriseId, found.journeyId);
    recordChange(ctx, tx, {
      record: journeyRecord,
      id: found.journeyId,
      action: 'edit',
      before: journey,
      after: journey,
      counts: { [isDone ? 'callDoneCount' : 'callFailedCount']: 1 },
    });
    return { goesOn };
  });
}

const answerOf = ({ outcome, answer }: CallOutcome): unknown => (outcome === 'DONE' ? readAnswer(answer.trim()) : null);

/** Only a call that nobody knew anything of is told; of two who say it at once, the first is heard. @returns the node that called */
async function noteTold(
  ctx: Ctx,
  tx: Tx,
  { instanceId, call }: { instanceId: string; call: number },
  told: CallOutcome,
  answer: Value,
): Promise<string> {
  const { enterpriseId, actor } = ctx;
  const key = { enterpriseId, instanceId, call };
  const node = await tellUnknown(tx, key, {
    state: told.outcome,
    status: told.outcome === 'DONE' ? 200 : 0,
    answer: answer === null ? null : JSON.stringify(answer),
    error: told.outcome === 'DONE' ? '' : told.error,
    toldBy: actor.userId,
    toldAt: ctx.now(),
  });
  if (node !== undefined) return node;
  if (!(await isMade(tx, key))) throw new DomainError('journey.call_not_found', 'The walk has made no such call.', {});
  throw new DomainError('journey.call_known', 'What this call has done is known already.', {});
}
