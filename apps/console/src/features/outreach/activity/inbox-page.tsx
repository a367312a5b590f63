import { IconInbox } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityColumns } from './activity-columns.tsx';
import { ActivityList } from './activity-list.tsx';

const inboxPaceMs = 30_000;

/** The checkers' inbox: what was submitted, the oldest first (screens 3.3). */
export function InboxPage() {
  const say = useWords(campaignWords.lists);
  const all = useActivityColumns();
  const columns = useMemo(
    () => [all.campaign, all.iteration, all.maker, all.submitted, all.channelAndTemplate, all.audience, all.scheduled, all.cost, all.age],
    [all],
  );
  return (
    <div>
      <PageHeader title={say('inboxTitle')} subtitle={say('inboxSubtitle')} />
      <ActivityList
        label={say('inboxTitle')}
        wanted={{ approval: 'Submitted', states: [], order: 'submitted', paceMs: inboxPaceMs }}
        columns={columns}
        empty={<EmptyState icon={IconInbox} title={say('inboxEmpty')} text={say('inboxEmptyText')} />}
      />
    </div>
  );
}
