import type { JourneyEntry } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

type Rule = Pick<JourneyEntry, 'kind' | 'word'>;

/** What begins a stream, in words. */
export function useEntryRule(): (rule: Rule) => string {
  const say = useWords(journeyWords.common);
  return ({ kind, word }) => say(`rule_${kind}`, { word });
}
