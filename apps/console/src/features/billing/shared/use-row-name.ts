import type { ConsumptionKey, ConsumptionRow, MessageSource } from '@parley/contract';
import { formatCountry, formatDay } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { insightWords } from '../../../locales/insight.ts';
import { serviceName } from './service-name.ts';

/** Returns the function that names the rows of a property. */
export function useRowName(by: ConsumptionKey): (row: Pick<ConsumptionRow, 'key' | 'name'>) => string {
  const say = useWords(billingWords.consumption);
  const sayCategory = useWords(billingWords.category);
  const saySource = useWords(insightWords.report);
  const names: Record<ConsumptionKey, (row: Pick<ConsumptionRow, 'key' | 'name'>) => string> = {
    day: ({ key }) => formatDay(key),
    service: ({ name }) => serviceName(name),
    channel: ({ name }) => name,
    category: ({ key }) => sayCategory(key as 'SERVICE'),
    country: ({ key }) => formatCountry(key),
    source: ({ key }) => saySource(key as MessageSource),
    department: ({ name }) => name,
  };
  return (row) => (row.key === '' ? '' : names[by](row)) || say(`none_${by}`);
}
