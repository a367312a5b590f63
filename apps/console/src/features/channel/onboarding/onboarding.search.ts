import { z } from '@parley/contract';

/** The open onboarding and its number, or the page of the list. */
export const OnboardingSearch = z.object({
  id: z.uuid().or(z.literal('')).default('').catch(''),
  number: z.coerce.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type OnboardingSearch = z.infer<typeof OnboardingSearch>;
export const noOnboardingSearch: OnboardingSearch = { id: '', number: '', from: 0 };
export const onboardingPage = 12;
