import { Alert } from '@mantine/core';
import { type Activity, endpoints } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

/** How an iteration is started whose people come with the start; nothing once it was. */
export function GivenNotice({ activity: { id, plan, approval, startedOn } }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const { given } = plan.audience;
  if (!given || approval !== 'Approved' || startedOn !== '') return null;
  const path = endpoints.activities.startFor.path.replace(':activityId', id);
  return (
    <Alert color="blue" title={say('givenStart')} style={{ overflowWrap: 'anywhere' }}>
      {say('givenStartText', { path, most: given.most.toLocaleString(), interpolation: { escapeValue: false } })}
    </Alert>
  );
}
