import { Text } from '@mantine/core';
import type { FallbackProgress } from '@parley/contract';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

/** Progress of the fallback, in numbers of its own that add up. */
export function FallbackLine({ fallback }: { fallback: FallbackProgress }) {
  const say = useWords(campaignWords.activity);
  const { waiting, watchesUntil } = fallback;
  return (
    <>
      <Text size="sm">{say('fallbackEquation', fallback)}</Text>
      {waiting > 0 ? <Text size="sm">{say('fallbackWaiting', { count: waiting })}</Text> : null}
      {watchesUntil === '' ? null : <Text size="sm">{say('fallbackWatches', { time: formatReportDate(watchesUntil) })}</Text>}
    </>
  );
}
