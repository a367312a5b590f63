import { accountSteps, numberSteps, type Onboarding, type OnboardingNumber, type StepState } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { KeptStep } from '#platform/db/schema.chat.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf, seesAll } from '../../customer/door.ts';
import { firstMessageOf, type Heard } from './onboarding.first-message.ts';
import { listNumbers, type NumberRow, type OnboardingRow } from './onboarding.repository.ts';
import { againAt, signInOf, stateOfStep, triesLeft } from './onboarding.rules.ts';

const presentStep = <S extends string>(step: S, kept: KeptStep | undefined, now: Date) => ({
  step,
  state: stateOfStep(kept, now),
  at: kept?.at ?? null,
  by: kept?.by ?? '',
  text: kept?.text ?? '',
});

/** The ledger says what has become of a first message; what is queued is under way. */
const stateOfMessage: Readonly<Record<string, StepState>> = {
  SENT: 'DONE',
  DELIVERED: 'DONE',
  READ: 'DONE',
  FAILED: 'FAILED',
  SKIPPED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
};

function presentNumber(row: NumberRow, now: Date, heard: Heard | undefined, messageStatus: string): OnboardingNumber {
  const { phoneNumberId, phone, verifiedName, channelId, channelName, codeMethod, codeSentAt } = row;
  return {
    phoneNumberId,
    phone: `+${phone}`,
    verifiedName,
    channelId,
    channelName,
    isConnected: row.steps.channel?.state === 'DONE' && row.channelState !== 'SETUP',
    steps: numberSteps.map((step) => {
      const shown = presentStep(step, row.steps[step], now);
      return step === 'message' && shown.state === 'DONE' ? { ...shown, state: stateOfMessage[messageStatus] ?? 'RUNNING' } : shown;
    }),
    code:
      codeMethod === '' || codeSentAt === null
        ? null
        : { method: codeMethod, sentAt: codeSentAt.toISOString(), againAt: againAt(codeSentAt).toISOString(), triesLeft: triesLeft(row) },
    heard: heard ? { from: heard.from, at: heard.at.toISOString() } : null,
    messageStatus,
  };
}

/** Rows with their numbers, as they are answered: of a token that it is there, of a PIN nothing. */
export async function presentOnboardings(ctx: Ctx, tx: Read, rows: readonly OnboardingRow[]): Promise<Onboarding[]> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const numbers = await listNumbers(
    tx,
    enterpriseId,
    rows.map(({ onboardingId }) => onboardingId),
  );
  const first = firstMessageOf(ctx);
  const messageIds = numbers.flatMap(({ messageId }) => messageId ?? []);
  const [heard, states] = await Promise.all([
    first.listHeard(
      tx,
      enterpriseId,
      numbers.map(({ channelId }) => channelId),
    ),
    first.listStates(tx, enterpriseId, messageIds),
  ]);
  // A person who may not read numbers of customers is told that somebody has written.
  const mayRead = seesAll(readingOf(ctx.actor));
  const heardOn = new Map(heard.map((one) => [one.channelId, mayRead ? one : { ...one, from: '' }]));
  return rows.map((row) => {
    const own = numbers
      .filter(({ onboardingId }) => onboardingId === row.onboardingId)
      .map((number) => presentNumber(number, now, heardOn.get(number.channelId), states.get(number.messageId ?? '') ?? ''));
    return {
      id: row.onboardingId,
      environment: row.environment,
      startedBy: row.startedByName,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      isFinished: own.length > 0 && own.every(({ isConnected }) => isConnected),
      signIn: signInOf(row, now),
      tokenExpiresAt: row.tokenExpiresAt?.toISOString() ?? null,
      wabaId: row.wabaId,
      wabaName: row.wabaName,
      steps: accountSteps.map((step) => presentStep(step, row.steps[step], now)),
      numbers: own,
      revision: row.revision,
    };
  });
}
