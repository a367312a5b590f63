import { defineWords, type WordOf } from '../lib/words.ts';
import en from './en/onboarding.json';

/** Words of bringing WhatsApp numbers in, and of the windows that it opens. */
export const onboardingWords = defineWords('onboarding', en);

export type OnboardingWord = WordOf<typeof onboardingWords.onboarding>;
