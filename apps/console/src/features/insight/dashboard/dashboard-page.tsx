import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { useBrand } from '../../account/shared/brand.ts';
import { firstStepsQuery } from '../../account/shared/first-step.queries.ts';
import { useMe } from '../../account/shared/me.ts';
import classes from './dashboard.module.css';
import { DashboardSearch } from './dashboard.search.ts';
import { DashboardCards } from './dashboard-cards.tsx';
import { MissedChats } from './missed-chats.tsx';
import { TimingOverview } from './timing-overview.tsx';
import { useDashboardRefresh } from './use-dashboard-refresh.ts';
import { VideoTile } from './video-tile.tsx';

// An enterprise that has begun its work does not load it.
const FirstStepCard = late(() => import('../../account/shared/first-step-card.tsx').then((module) => module.FirstStepCard));

export function DashboardPage() {
  const say = useWords(insightWords.dashboard);
  const me = useMe();
  const { dashBoardVideo } = useBrand();
  const { search, change } = useAddressState(DashboardSearch);
  const firstSteps = useQuery(firstStepsQuery);
  useDashboardRefresh();
  return (
    <div className={classes.page}>
      <PageHeader title={say('title')} subtitle={me ? say('greeting', { name: me.name }) : undefined} />
      {firstSteps.data?.isShown ? (
        <Suspense>
          <FirstStepCard firstSteps={firstSteps.data} />
        </Suspense>
      ) : null}
      <DashboardCards />
      <MissedChats />
      <VideoTile src={dashBoardVideo} />
      <TimingOverview
        isOpenHours={search.hours === 'open'}
        onOpenHours={(isOpen) => change({ hours: isOpen ? 'open' : undefined }, { isReplacing: true })}
      />
    </div>
  );
}
