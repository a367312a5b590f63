import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import type { Activity } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { api } from '../../../lib/api.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BackLink } from '../shared/back-link.tsx';
import { activityKeys, activityQuery, campaignKeys } from '../shared/campaign.queries.ts';
import type { PlanDraft } from '../shared/plan/plan-draft.ts';
import { PlanEditor } from '../shared/plan/plan-editor.tsx';
import type { PlanStore } from '../shared/plan/use-plan-form.ts';

const toLoaded = ({ name, plan, version }: Activity) => ({
  // An iteration has neither a description nor an access type of its own.
  values: { name, plan, description: '', accessType: 'Private' } satisfies PlanDraft,
  version,
});

/** The steps of an iteration's own plan. */
export function ActivityEditPage() {
  const say = useWords(campaignWords.plan);
  const { activityId = '' } = useParams({ strict: false });
  const activity = useQuery({ ...activityQuery(activityId), refetchInterval: false, refetchOnWindowFocus: false });
  return (
    <div>
      <BackLink to="/campaigns/activity/$activityId" params={{ activityId } as never}>
        {activity.data ? `${activity.data.campaignName} #${activity.data.number}` : say('backToIteration')}
      </BackLink>
      <PageHeader title={say('editIteration')} subtitle={say('editIterationText')} />
      {activity.data ? (
        activity.data.may.includes('edit') ? (
          <Loaded activity={activity.data} />
        ) : (
          <Text role="status">{say('mayNotEdit')}</Text>
        )
      ) : activity.isError ? (
        <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />
      ) : (
        <Stack gap="md">
          <Skeleton height={44} radius="md" />
          <Skeleton height={280} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ activity }: { activity: Activity }) {
  const say = useWords(campaignWords.plan);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id: activityId, campaignId, approval } = activity;
  const store = useMemo<PlanStore>(
    () => ({
      load: async (queries) => toLoaded(await queries.fetchQuery({ ...activityQuery(activityId), staleTime: 0 })),
      save: async ({ name, plan }, version) => {
        const saved = await api.activities.update({ params: { activityId }, body: { name, plan, version } });
        client.setQueryData(activityKeys.one(activityId), saved);
        return toLoaded(saved);
      },
    }),
    [activityId, client],
  );
  const handleSubmit = async () => {
    await api.activities.action({ params: { activityId }, body: { state: 'Submitted', reason: '' } });
    await client.invalidateQueries({ queryKey: activityKeys.all });
    await client.invalidateQueries({ queryKey: campaignKeys.all });
    await navigate({ to: '/campaigns/activity/$activityId', params: { activityId } });
  };
  return (
    <Stack gap="md">
      {approval === 'Submitted' || approval === 'Approved' ? <Alert color="yellow">{say('becomesNew')}</Alert> : null}
      {approval === 'Rejected' ? (
        <Alert color="red" title={say('wasRejected')}>
          {activity.reason}
        </Alert>
      ) : null}
      <PlanEditor
        fields="activity"
        campaignId={campaignId}
        activityId={activityId}
        record={toLoaded(activity)}
        channel={{ id: activity.channelId, name: activity.channelName, type: activity.channelType }}
        store={store}
        canSubmit
        onSubmit={handleSubmit}
      />
    </Stack>
  );
}
