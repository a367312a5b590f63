import type { Onboarding, OnboardingStep, StepState, VendorError } from '@parley/contract';
import type { Told } from '@parley/vendors';
import { changing, excuse } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { presentOnboardings } from './onboarding.present.ts';
import { onboardingRecord } from './onboarding.record.ts';
import {
  accessOnboarding,
  changeNumber,
  changeOnboarding,
  listNumbers,
  type NumberRow,
  type OnboardingRow,
} from './onboarding.repository.ts';
import { type Kept, missingStep, runningStep, signInOf, stateOfStep } from './onboarding.rules.ts';

export type StepCall = { step: OnboardingStep; onboardingId: string; revision: number; phoneNumberId?: string };
/** @property mayBeDone an earlier try had no answer: the provider is asked before it is done again */
export type Begun = { row: OnboardingRow; number: NumberRow | undefined; mayBeDone: boolean };
/** @property keep is written with the outcome, whatever it is */
export type Outcome = { state: StepState; text: string; error?: VendorError; keep?: (tx: Tx) => Promise<void> };

/** Thrown by `keep`: somebody, of whatever enterprise, has the number. */
export class NumberTaken extends Error {}
const numberTaken = () => new DomainError('onboarding.number_taken', 'This number is already in use.', {});
const withoutSignIn: readonly OnboardingStep[] = ['permissions', 'account'];

export const toOutcome = (told: Exclude<Told<unknown>, { kind: 'done' }>, keep?: Outcome['keep']): Outcome => ({
  state: told.kind === 'unknown' ? 'UNKNOWN' : 'FAILED',
  text: told.error.vendorMessage,
  error: told.error,
  ...(keep ? { keep } : {}),
});

/** A refusal of the app, or of a token that was offered, says nothing of the sign-in that is kept. */
export const withoutAuth = ({ error, ...outcome }: Outcome): Outcome => (error && error.class !== 'AUTH' ? { ...outcome, error } : outcome);

export const isSignedOut = (told: Told<unknown>): boolean => told.kind !== 'done' && told.error.class === 'AUTH';

/**
 * The answer of a question to the provider that changes nothing. A sign-in that has ended is kept, so that its steps ask for another one.
 * @throws DomainError with the provider's words
 */
export async function answerOf<T>(ctx: Ctx, row: OnboardingRow, told: Told<T>, step: OnboardingStep): Promise<T> {
  if (told.kind === 'done') return told.value;
  if (isSignedOut(told)) await endSignIn(ctx, row);
  throw failureOf(step, toOutcome(told));
}

/** Notes that the token of this row has ended; one that was given meanwhile is another. */
export const endSignIn = (ctx: Ctx, { onboardingId, sealedToken }: OnboardingRow): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await accessOnboarding(tx, ctx.enterpriseId, onboardingId, { lock: true });
    if (row.isTokenOver || row.sealedToken !== sealedToken) return;
    excuse(tx, 'the provider has ended the sign-in, and no person did anything');
    await changeOnboarding(tx, ctx.enterpriseId, onboardingId, { isTokenOver: true });
  });

export function failureOf(step: OnboardingStep, { state, text, error }: Outcome): DomainError {
  if (error?.class === 'AUTH')
    return new DomainError('onboarding.signed_out', 'The sign-in at the provider has ended. Sign in again; nothing is lost.', {});
  if (state === 'UNKNOWN')
    return new DomainError('onboarding.unknown', 'The provider has not answered. It is asked what it has done before this is done again.', {
      step,
    });
  return new DomainError('onboarding.refused', text || 'The provider has refused it.', {
    step,
    reason: text,
    vendorCode: error?.vendorCode ?? '',
  });
}

const isOfNumber = (number: NumberRow | undefined, step: OnboardingStep): number is NumberRow => number !== undefined && step !== 'numbers';

async function writeStep(
  ctx: Ctx,
  tx: Tx,
  { step, phoneNumberId }: StepCall,
  row: OnboardingRow,
  kept: { state: StepState; text: string },
): Promise<void> {
  const at = ctx.now();
  const one = { ...kept, text: kept.text.slice(0, 500), at: at.toISOString(), by: ctx.actor.name };
  const { enterpriseId, onboardingId } = row;
  const number = phoneNumberId
    ? (await listNumbers(tx, enterpriseId, [onboardingId])).find((each) => each.phoneNumberId === phoneNumberId)
    : undefined;
  const common = { revision: row.revision + 1, changedAt: at };
  if (isOfNumber(number, step)) {
    await changeNumber(tx, enterpriseId, number, { steps: JSON.stringify({ ...number.steps, [step]: one }) });
    await changeOnboarding(tx, enterpriseId, onboardingId, common);
  } else await changeOnboarding(tx, enterpriseId, onboardingId, { ...common, steps: JSON.stringify({ ...row.steps, [step]: one }) });
}

function assertOrder(ctx: Ctx, { step }: StepCall, row: OnboardingRow, numbers: readonly NumberRow[], number: NumberRow | undefined): void {
  const now = ctx.now();
  for (const steps of [row.steps, ...numbers.map((each) => each.steps)] as Kept<OnboardingStep>[]) {
    const running = runningStep(steps, now);
    if (running)
      throw new DomainError('onboarding.busy', 'A step is under way. Wait for the provider’s answer.', {
        step: running,
        by: steps[running]?.by ?? '',
      });
  }
  const missing = missingStep(step, row.steps, number?.steps ?? {});
  if (missing) throw new DomainError('onboarding.step_missing', 'An earlier step is not done yet.', { step: missing });
  if (!withoutSignIn.includes(step) && signInOf(row, now) === 'OVER')
    throw failureOf(step, { state: 'FAILED', text: '', error: { class: 'AUTH' } as VendorError });
}

function begin(ctx: Ctx, call: StepCall, check?: (tx: Tx, begun: Begun) => Promise<void>): Promise<Begun> {
  const { onboardingId, phoneNumberId, step, revision } = call;
  return ctx.transaction(async (tx) => {
    const row = await accessOnboarding(tx, ctx.enterpriseId, onboardingId, { lock: true });
    await assertVersion(ctx, tx, onboardingRecord, { id: onboardingId, version: row.revision }, revision);
    const numbers = await listNumbers(tx, ctx.enterpriseId, [onboardingId]);
    const number = numbers.find((each) => each.phoneNumberId === phoneNumberId);
    if (phoneNumberId !== undefined && step !== 'numbers' && !number)
      throw new DomainError('onboarding.number_not_found', 'This onboarding has no such number.', {});
    assertOrder(ctx, call, row, numbers, number);
    const before = isOfNumber(number, step) ? (number.steps as Kept<OnboardingStep>)[step] : (row.steps as Kept<OnboardingStep>)[step];
    const begun = { row, number, mayBeDone: stateOfStep(before, ctx.now()) === 'UNKNOWN' };
    await check?.(tx, begun);
    excuse(tx, 'the step is recorded with its outcome');
    await writeStep(ctx, tx, call, row, { state: 'RUNNING', text: '' });
    return begun;
  });
}

function settle(ctx: Ctx, call: StepCall, outcome: Outcome): Promise<Onboarding> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessOnboarding(tx, enterpriseId, call.onboardingId, { lock: true });
    await changing(ctx, tx, onboardingRecord, call.onboardingId, 'edit', async () => {
      await outcome.keep?.(tx);
      const isTokenOver = outcome.error?.class === 'AUTH' || undefined;
      if (isTokenOver) await changeOnboarding(tx, enterpriseId, call.onboardingId, { isTokenOver });
      await writeStep(ctx, tx, call, await accessOnboarding(tx, enterpriseId, row.onboardingId), outcome);
    });
    const [onboarding] = await presentOnboardings(ctx, tx, [await accessOnboarding(tx, enterpriseId, call.onboardingId)]);
    return onboarding as Onboarding;
  });
}

/**
 * Does one step: notes that it has begun, asks the provider outside of any transaction, and notes the outcome. A process that dies between
 * leaves the step running, which after a minute counts as unknown.
 * @param check refuses under the lock, before anything is asked
 * @throws DomainError with the provider's words, once they are kept
 */
export async function runStep(
  ctx: Ctx,
  call: StepCall,
  work: (begun: Begun) => Promise<Outcome>,
  check?: (tx: Tx, begun: Begun) => Promise<void>,
): Promise<Onboarding> {
  const begun = await begin(ctx, call, check);
  let outcome: Outcome;
  try {
    outcome = await work(begun);
  } catch (error) {
    const isRefusal = error instanceof DomainError;
    await settle(ctx, call, { state: isRefusal ? 'FAILED' : 'UNKNOWN', text: isRefusal ? error.message : '' });
    throw error;
  }
  try {
    const onboarding = await settle(ctx, call, outcome);
    if (outcome.state === 'FAILED' || outcome.state === 'UNKNOWN') throw failureOf(call.step, outcome);
    return onboarding;
  } catch (error) {
    if (!(error instanceof NumberTaken)) throw error;
    const refusal = numberTaken();
    await settle(ctx, call, { state: 'FAILED', text: refusal.message });
    throw refusal;
  }
}

export { numberTaken };
