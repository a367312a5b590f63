import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { ActivityUnknownAgain } from '../shared/activity-unknown-again.tsx';
import { activityQuery } from '../shared/campaign.queries.ts';
import { LabelDialog } from '../shared/label-dialog.tsx';
import { RetryDialog } from '../shared/retry-dialog.tsx';

/** Actions on the chosen iteration: a retry, a label from a result, and its own page. */
export function ReportActions({ activityId, number, unknown }: { activityId: string; number: number; unknown: number }) {
  const say = useWords(campaignWords.report);
  const navigate = useNavigate();
  const { data: activity } = useQuery({ ...activityQuery(activityId), refetchInterval: false });
  const [dialog, setDialog] = useState<'retry' | 'label'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link to="/campaigns/activity/$activityId" params={{ activityId } as never} {...props} />}>
        {say('openIteration', { number })}
      </Anchor>
      {activity?.may.includes('retry') ? (
        <Button variant="default" onClick={() => setDialog('retry')}>
          {say('retry')}
        </Button>
      ) : null}
      {activity?.may.includes('label') ? (
        <Button variant="default" onClick={() => setDialog('label')}>
          {say('makeLabel')}
        </Button>
      ) : null}
      {activity && dialog === 'retry' ? (
        <RetryDialog
          activity={activity}
          onClose={close}
          onDone={(id) => void navigate({ to: '/campaigns/activity/$activityId', params: { activityId: id } })}
        />
      ) : null}
      <ActivityUnknownAgain activityId={activityId} run="first" count={unknown} />
      {dialog === 'label' ? <LabelDialog activityId={activityId} onClose={close} /> : null}
    </>
  );
}
