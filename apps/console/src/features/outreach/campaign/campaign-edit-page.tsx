import { Skeleton, Stack, Text } from '@mantine/core';
import type { Campaign } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { api } from '../../../lib/api.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BackLink } from '../shared/back-link.tsx';
import { activityKeys, campaignKeys, campaignQuery } from '../shared/campaign.queries.ts';
import type { PlanDraft } from '../shared/plan/plan-draft.ts';
import { PlanEditor } from '../shared/plan/plan-editor.tsx';
import type { PlanStore } from '../shared/plan/use-plan-form.ts';

const toLoaded = ({ name, description, accessType, plan, version }: Campaign) => ({
  values: { name, description, accessType, plan } satisfies PlanDraft,
  version,
});

/** The steps of a campaign's own plan. Submitting it makes an iteration of it. */
export function CampaignEditPage() {
  const say = useWords(campaignWords.plan);
  const { campaignId = '' } = useParams({ strict: false });
  // A draft is being typed: what others save is asked for when it is saved.
  const campaign = useQuery({ ...campaignQuery(campaignId), refetchInterval: false, refetchOnWindowFocus: false });
  return (
    <div>
      <BackLink to="/campaigns/campaigns-list/$campaignId" params={{ campaignId } as never}>
        {campaign.data?.name ?? say('backToList')}
      </BackLink>
      <PageHeader title={say('editTitle')} subtitle={say('editSubtitle')} />
      {campaign.data ? (
        campaign.data.may.includes('edit') ? (
          <Loaded campaign={campaign.data} />
        ) : (
          <Text role="status">{say('mayNotEdit')}</Text>
        )
      ) : campaign.isError ? (
        <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />
      ) : (
        <Stack gap="md">
          <Skeleton height={44} radius="md" />
          <Skeleton height={280} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id: campaignId } = campaign;
  const store = useMemo<PlanStore>(
    () => ({
      load: async (queries) => toLoaded(await queries.fetchQuery({ ...campaignQuery(campaignId), staleTime: 0 })),
      save: async ({ name, description, plan }, version) => {
        const saved = await api.campaigns.update({ params: { campaignId }, body: { name, description, plan, version } });
        client.setQueryData(campaignKeys.one(campaignId), saved);
        return toLoaded(saved);
      },
    }),
    [campaignId, client],
  );
  // A submission that was refused has made its iteration already: the next one submits that.
  const made = useRef({ key: crypto.randomUUID(), id: '' });
  const handleSubmit = async () => {
    if (made.current.id === '') {
      const { id } = await api.activities.create({ body: { campaignId, name: '', requestKey: made.current.key } });
      made.current = { ...made.current, id };
    } else {
      const { id } = made.current;
      const { version, name } = await api.activities.get({ params: { activityId: id } });
      const { plan } = await api.campaigns.get({ params: { campaignId } });
      await api.activities.update({ params: { activityId: id }, body: { version, name, plan } });
    }
    const activityId = made.current.id;
    await api.activities.action({ params: { activityId }, body: { state: 'Submitted', reason: '' } });
    await client.invalidateQueries({ queryKey: campaignKeys.all });
    await client.invalidateQueries({ queryKey: activityKeys.all });
    await navigate({ to: '/campaigns/activity/$activityId', params: { activityId } });
  };
  return (
    <PlanEditor
      fields="campaign"
      campaignId={campaignId}
      activityId=""
      record={toLoaded(campaign)}
      channel={{ id: campaign.channelId, name: campaign.channelName, type: campaign.channelType }}
      store={store}
      canSubmit={campaign.may.includes('iterate')}
      onSubmit={handleSubmit}
    />
  );
}
