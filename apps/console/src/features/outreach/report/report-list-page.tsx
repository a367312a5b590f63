import { IconReportAnalytics } from '@tabler/icons-react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { CampaignList } from '../shared/campaign-list.tsx';

/** Campaigns to read the report of (screens 3.6). */
export function ReportListPage() {
  const say = useWords(campaignWords.report);
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      <CampaignList
        label={say('title')}
        to="/campaigns/report/$campaignId"
        empty={<EmptyState icon={IconReportAnalytics} title={say('emptyTitle')} text={say('emptyText')} />}
      />
    </div>
  );
}
