import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CustomerFilter } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { matchCountQuery } from './phone-book.queries.ts';

const settleMs = 500;

/** Number of customers that match a filter, as far as they are counted. Counting starts once the filter has settled. */
export function MatchCount({ filter }: { filter: CustomerFilter }) {
  const t = useWords(customerWords.phoneBook);
  const key = JSON.stringify(filter);
  const [settled] = useDebouncedValue(key, settleMs);
  const counted = useQuery({ ...matchCountQuery(JSON.parse(settled) as CustomerFilter), retry: false });
  const { data } = counted;
  const isCurrent = settled === key && !counted.isPlaceholderData;
  return (
    <Text size="sm" c="dimmed" my={6} role="status" aria-busy={!isCurrent}>
      {data ? t(data.isMore ? 'matchingMore' : 'matching', { count: data.count }) : counted.isError ? '' : t('counting')}
    </Text>
  );
}
