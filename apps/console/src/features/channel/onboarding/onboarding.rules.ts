import { type Onboarding, type OnboardingNumber, type OnboardingStep, type OnboardingStepRecord, onboardingSteps } from '@parley/contract';

export type ShownSteps = Readonly<Record<OnboardingStep, OnboardingStepRecord>>;
export const optionalSteps: readonly OnboardingStep[] = ['profile', 'message'];

const open = (step: OnboardingStep): OnboardingStepRecord => ({ step, state: 'OPEN', at: null, by: '', text: '' });

/** Every step of the account and of one of its numbers. */
export function stepsOf({ steps }: Onboarding, number: OnboardingNumber | undefined): ShownSteps {
  const known = [...steps, ...(number?.steps ?? [])] as OnboardingStepRecord[];
  return Object.fromEntries(onboardingSteps.map((step) => [step, known.find((one) => one.step === step) ?? open(step)])) as ShownSteps;
}

const needed: Readonly<Record<OnboardingStep, readonly OnboardingStep[]>> = {
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

/** The step that is to be done before this one can be: of what it waits for, the one that can be done now. */
export function missingFor(step: OnboardingStep, steps: ShownSteps, number: OnboardingNumber | undefined): OnboardingStep | undefined {
  const missing = needed[step].find((one) => steps[one].state !== 'DONE');
  if (missing) return missingFor(missing, steps, number) ?? missing;
  return onboardingSteps.indexOf(step) > onboardingSteps.indexOf('numbers') && !number ? 'numbers' : undefined;
}

/** The step that is to be done next; one that may be left out counts as left out once a later one is done. */
export function nextStep({ signIn }: Onboarding, steps: ShownSteps, number: OnboardingNumber | undefined): OnboardingStep | undefined {
  if (signIn === 'OVER') return 'account';
  const isOver = (step: OnboardingStep) => (step === 'numbers' ? number !== undefined : steps[step].state === 'DONE');
  const last = onboardingSteps.findLastIndex(isOver);
  return onboardingSteps.find((step, place) => !isOver(step) && !(optionalSteps.includes(step) && place < last));
}
