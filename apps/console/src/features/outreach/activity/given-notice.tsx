import { Alert } from '@mantine/core';
import { type Activity, endpoints } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

/** Explains how to start an iteration whose list comes with the start; nothing once it has started. */
export function GivenNotice({ activity: { id, plan, approval, startedOn } }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const { given } = plan.audience;
  if (!given || approval !== 'Approved' || startedOn !== '') return null;
  const path = endpoints.activities.startFor.path.replace(':activityId', id);
  return (
    <Alert color="blue" title={say('givenStart')} style={{ overflowWrap: 'anywhere' }}>
      {say('givenStartText', { path, most: formatNumber(given.most), interpolation: { escapeValue: false } })}
    </Alert>
  );
}
