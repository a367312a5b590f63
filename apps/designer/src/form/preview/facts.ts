import type { FormFacts } from '@parley/journey';
import { answerReaders } from '@parley/nlu/answers';
import { getEnterpriseCountry, getEnterpriseZone } from '@parley/ui/format';

/** Facts for a trial in the designer: nobody is known there. */
export const tryFacts = (language: string): FormFacts => ({
  zone: getEnterpriseZone(),
  language,
  country: getEnterpriseCountry(),
  customer: {},
  entry: null,
  call: {},
  readers: answerReaders,
  isProved: true,
});
