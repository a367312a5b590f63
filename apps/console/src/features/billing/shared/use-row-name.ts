import type { ConsumptionKey, ConsumptionRow, MessageSource } from '@parley/contract';
import { formatInstant } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { insightWords } from '../../../locales/insight.ts';
import { serviceName } from './service-name.ts';

/** 'India' of 'IN', in the reader's language. */
export const countryName = (code: string): string => new Intl.DisplayNames([i18next.language, 'en'], { type: 'region' }).of(code) ?? code;

/** What the rows of a property are called. */
export function useRowName(by: ConsumptionKey): (row: Pick<ConsumptionRow, 'key' | 'name'>) => string {
  const say = useWords(billingWords.consumption);
  const sayCategory = useWords(billingWords.category);
  const saySource = useWords(insightWords.report);
  const names: Record<ConsumptionKey, (row: Pick<ConsumptionRow, 'key' | 'name'>) => string> = {
    day: ({ key }) => formatInstant(`${key}T00:00:00Z`, 'd MMM yyyy', 'UTC'),
    service: ({ name }) => serviceName(name),
    channel: ({ name }) => name,
    category: ({ key }) => sayCategory(key as 'SERVICE'),
    country: ({ key }) => countryName(key),
    source: ({ key }) => saySource(key as MessageSource),
    department: ({ name }) => name,
  };
  return (row) => (row.key === '' ? '' : names[by](row)) || say(`none_${by}`);
}
