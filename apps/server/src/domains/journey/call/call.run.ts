import type { CallRequest } from '@parley/journey';
import { DomainError } from '#platform/http/domain-error.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { ServiceError } from '../../integration/door.ts';
import { idempotencyKey, tryHttp } from './call.http.ts';
import { type CalledAddress, type CallKey, markSent, type TakenCall, takeCall } from './call.repository.ts';
import { hostFails, type Judged, outcomeOfCall, type RecordAnswer, type Tried, workerStopped } from './call.rules.ts';
import { askBot, askDatabase, askSources, callBelow, writeDown } from './call.services.ts';
import { addressOfCall, isHeldBack, settleCall } from './call.settle.ts';

/** Time beside the request's own timeout: to connect, and to record the outcome. */
const spareMs = 15_000;
const usualSeconds = 60;
const rulesOf = (request: CallRequest) =>
  request.kind === 'http' ? { isSafe: request.isSafe, retries: request.retries } : { isSafe: true };

/** One try of one call, outside of any lock. A crash before it leaves is none; after it, it is judged as a lost answer. */
export async function runCall(deps: Deps, key: CallKey): Promise<void> {
  const ctx = enterpriseContext(deps, key.enterpriseId);
  const now = ctx.now();
  // Long enough for the longest of them; the statement that takes it does not know yet which it is.
  const taken = await ctx.transaction((tx) =>
    takeCall(tx, deps.secrets, key, now, new Date(now.getTime() + usualSeconds * 1000 + spareMs)),
  );
  if (!taken) return;
  const settle = (judged: Judged) => ctx.transaction((tx) => settleCall(ctx, tx, deps.secrets, taken, judged));
  const rules = rulesOf(taken.request);
  if (taken.wasSent) {
    const lost: Tried = { kind: 'lost', error: workerStopped, isFinal: false };
    return settle(outcomeOfCall(lost, { attempts: taken.attempts, ...rules }));
  }
  const leaves = await ctx.transaction(async (tx) => {
    const address = await addressOfCall(tx, taken);
    if (await isHeldBack(tx, taken, address, now)) return 'heldBack';
    return (await markSent(tx, taken, address)) ? { address } : undefined;
  });
  if (leaves === undefined) return;
  if (leaves === 'heldBack') return settle({ kind: 'ended', state: 'FAILED', status: 0, answer: null, error: hostFails });
  const tried = await tryOnce(deps, taken, leaves.address);
  await settle(outcomeOfCall(tried, { attempts: taken.attempts + 1, ...rules }));
}

const done = (answer: unknown, record: RecordAnswer = async () => undefined): Tried => ({
  kind: 'answered',
  status: 200,
  answer,
  retryAfterSeconds: null,
  record,
});

async function tryOnce(deps: Deps, taken: TakenCall, address: CalledAddress): Promise<Tried> {
  const { request, enterpriseId } = taken;
  const ctx = enterpriseContext(deps, enterpriseId);
  try {
    switch (request.kind) {
      case 'http': {
        const key = idempotencyKey(taken);
        return await (address === '' ? tryHttp(request, key, deps.config.privateHosts) : callBelow(ctx, deps, request, address, key));
      }
      case 'query':
        return done(await askDatabase(ctx, deps, request));
      case 'speech': {
        const { answer, record } = await writeDown(ctx, deps, request, taken);
        return done(answer, record);
      }
      case 'knowledge':
        return done(await askSources(ctx, deps, request));
      case 'skill': {
        const { answer, record } = await askBot(ctx, deps, request, taken);
        return done(answer, record);
      }
    }
  } catch (error) {
    if (error instanceof ServiceError || error instanceof DomainError)
      return { kind: 'notSent', error: error.message.slice(0, 500), isFinal: true };
    return { kind: 'lost', error: error instanceof Error ? error.message.slice(0, 500) : '', isFinal: true };
  }
}
