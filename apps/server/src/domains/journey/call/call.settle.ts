import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { addressFor, endSpeech } from '../../integration/door.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { type Sealing, seal } from '../row/instance.seal.ts';
import { type CalledAddress, countLastTries, endCall, findEnvironment, lockLive, putBack, type TakenCall } from './call.repository.ts';
import { isOwnError, type Judged } from './call.rules.ts';
import { speechKeyOf } from './call.services.ts';

/** Returns which address of a saved service a call uses, by the environment of its walk; '' for other calls. */
export async function addressOfCall(tx: Tx, { enterpriseId, instanceId, request }: TakenCall): Promise<CalledAddress> {
  if (request.kind !== 'http' || request.integration === '') return '';
  const environment = await findEnvironment(tx, enterpriseId, instanceId);
  return addressFor(tx, enterpriseId, request.integration, environment);
}

const mostKept = 65_536;
const isKept = (answer: unknown): boolean => answer !== null && answer !== undefined && JSON.stringify(answer).length <= mostKept;

/** A service repeats what it was told in what it says of a failure; words of our own tell nothing. */
const shownError = ({ isSecret }: TakenCall, { error }: Judged): string =>
  !isSecret || error === '' || isOwnError(error) ? error : 'It failed. What was said of it is not kept: it may repeat a sensitive value.';

/** Records the outcome of a try, and gives it to the walk. A try that another worker has judged meanwhile changes nothing. */
export async function settleCall(ctx: EnterpriseContext, tx: Tx, secrets: Sealing, taken: TakenCall, judged: Judged): Promise<void> {
  const now = ctx.now();
  const error = shownError(taken, judged);
  if (judged.kind === 'again') {
    await putBack(tx, taken, { dueAt: new Date(now.getTime() + judged.delayMs), error });
    return;
  }
  const { state, status } = judged;
  const answer = judged.answer === null || judged.answer === undefined ? null : seal(secrets, judged.answer);
  const isOurs = await endCall(tx, taken, {
    state,
    status,
    answer: isKept(judged.answer) ? JSON.stringify(answer) : null,
    error,
    endedAt: now,
  });
  if (!isOurs) return;
  await judged.record?.(tx);
  if (taken.request.kind === 'speech' && state !== 'DONE') await endSpeech(tx, speechKeyOf(taken), { error });
  const { enterpriseId, instanceId, call } = taken;
  if (!(await lockLive(tx, enterpriseId, instanceId))) return;
  const input = { kind: 'call' as const, call, outcome: state, status, answer, error };
  await putInputs(ctx, tx, [{ instanceId, input, key: `c:${call}` }]);
}

const looked = 20;
const heldMs = 30_000;

/**
 * Tells whether half of the last twenty calls to a host have failed, the last of them less than half a minute ago: then none is made. A service's
 * sandbox that fails holds back no call to the service itself, and a worker that has stopped says nothing of the host.
 */
export async function isHeldBack(tx: Tx, { enterpriseId, target }: TakenCall, address: CalledAddress, now: Date): Promise<boolean> {
  if (target === '') return false;
  const found = await countLastTries(tx, enterpriseId, { target, address, most: looked });
  if (!found || found.asked < looked || found.failed * 2 < looked) return false;
  return found.lastAt !== null && now.getTime() - found.lastAt.getTime() < heldMs;
}
