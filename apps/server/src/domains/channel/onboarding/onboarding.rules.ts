import {
  type AccountStep,
  accountSteps,
  codeResendSeconds,
  mostCodeTries,
  type NumberStep,
  numberSteps,
  type OnboardingStep,
  type SignInState,
  type StepState,
} from '@parley/contract';
import type { KeptStep } from '#platform/db/schema.chat.ts';

export type Kept<S extends string> = Partial<Record<S, KeptStep>>;

/** A step that has been running for longer has lost its process: nobody knows what the provider has done. */
const runningMs = 60_000;

export const stateOfStep = (kept: KeptStep | undefined, now: Date): StepState =>
  kept === undefined
    ? 'OPEN'
    : kept.state === 'RUNNING' && now.getTime() - new Date(kept.at).getTime() > runningMs
      ? 'UNKNOWN'
      : kept.state;

/** The step that is running now, of whichever of them. */
export function runningStep(kept: Kept<OnboardingStep>, now: Date): OnboardingStep | undefined {
  return [...accountSteps, ...numberSteps].find((step) => stateOfStep(kept[step], now) === 'RUNNING');
}

const needed: Record<OnboardingStep, readonly OnboardingStep[]> = {
  permissions: [],
  account: ['permissions'],
  choice: ['account'],
  numbers: ['choice'],
  verify: ['choice'],
  profile: ['verify'],
  callbacks: ['verify'],
  message: ['callbacks'],
  channel: ['verify', 'callbacks'],
};

/** The first earlier step without which this one cannot be done. A profile and a first message may be left out. */
export const missingStep = (step: OnboardingStep, account: Kept<AccountStep>, number: Kept<NumberStep>): OnboardingStep | undefined =>
  needed[step].find((one) => ({ ...account, ...number })[one]?.state !== 'DONE');

export function signInOf(row: { sealedToken: string; isTokenOver: boolean; tokenExpiresAt: Date | null }, now: Date): SignInState {
  if (row.sealedToken === '') return 'NONE';
  return row.isTokenOver || (row.tokenExpiresAt !== null && row.tokenExpiresAt <= now) ? 'OVER' : 'VALID';
}

type Code = { codeSentAt: Date | null; codeTries: number };
/** The instant from which another code may be asked for. */
export const againAt = (sentAt: Date): Date => new Date(sentAt.getTime() + codeResendSeconds * 1000);
export const mayAskAgain = ({ codeSentAt }: Code, now: Date): boolean => codeSentAt === null || againAt(codeSentAt) <= now;
export const triesLeft = ({ codeTries }: Code): number => Math.max(0, mostCodeTries - codeTries);

/** Digits with the country code, for a number that is typed with or without it. */
export function toPhone({ cc, phoneNumber }: { cc: string; phoneNumber: string }): string {
  const [country, digits] = [cc.replace(/\D/g, ''), phoneNumber.replace(/\D/g, '').replace(/^0+/, '')];
  return `${country}${digits}`;
}
export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');
