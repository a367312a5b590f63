import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header.tsx';
import { useBrand } from '../../account/shared/brand.ts';
import { useMe } from '../../account/shared/me.ts';
import classes from './dashboard.module.css';
import { DashboardCards } from './dashboard-cards.tsx';
import { TimingOverview } from './timing-overview.tsx';
import { useDashboardRefresh } from './use-dashboard-refresh.ts';
import { VideoTile } from './video-tile.tsx';

export function DashboardPage() {
  const { t } = useTranslation();
  const me = useMe();
  const { dashBoardVideo } = useBrand();
  useDashboardRefresh();
  return (
    <div className={classes.page}>
      <PageHeader title={t('dashboard.title')} subtitle={me ? t('dashboard.greeting', { name: me.name }) : undefined} />
      <DashboardCards />
      <VideoTile src={dashBoardVideo} />
      <TimingOverview />
    </div>
  );
}
