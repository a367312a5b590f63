import { Select } from '@mantine/core';
import { type CampaignPlan, encapReaders, encapStates, withoutPage } from '@parley/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { nativeOptions } from '../../../../components/native-options.ts';
import { Panel } from '../../../../components/panel.tsx';
import { api } from '../../../../lib/api.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { useCan } from '../../../account/shared/me.ts';
import { type ChangePlan, faultAt, type PlanFaults } from './plan-draft.ts';

const pagesQuery = queryOptions({
  queryKey: ['campaigns', 'pages'],
  queryFn: ({ signal }) => api.encaps.list({ query: { state: encapStates.published, perPage: -1 } }, { signal }),
  staleTime: 30_000,
});

type PageFieldProps = { plan: CampaignPlan; faults: PlanFaults; onPlan: ChangePlan };

/** The encap that each recipient gets a link of their own to. Whoever cannot see encaps sees only that there is one. */
export function PageField({ plan, faults, onPlan }: PageFieldProps) {
  const say = useWords(campaignWords.plan);
  const canSee = useCan(encapReaders);
  const { page } = plan;
  const { data } = useQuery({ ...pagesQuery, enabled: canSee });
  const options = (data?.campaigns ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (!page && options.length === 0) return null;
  // One that is paused or gone stays chosen until somebody chooses another one.
  const known = !page || options.some(({ value }) => value === page.encapId) ? options : [...options, { value: page.encapId, label: '?' }];
  const choose = (encapId: string | null) => {
    if (encapId) return onPlan({ page: encapId === page?.encapId ? page : { encapId, number: 0 } });
    onPlan(withoutPage(plan));
  };
  return (
    <Panel title={say('page')} text={say('pageText')}>
      <Select
        aria-label={say('page')}
        placeholder={say('noPage')}
        description={page && page.number > 0 ? say('pageVersion', { number: page.number }) : undefined}
        clearable
        searchable
        disabled={!canSee}
        openOnFocus={false}
        maw="24rem"
        data={known}
        value={page?.encapId ?? null}
        error={faultAt(faults, 'page')}
        onChange={choose}
        {...nativeOptions}
      />
    </Panel>
  );
}
