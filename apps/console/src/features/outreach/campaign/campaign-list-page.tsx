import { Button, FileButton } from '@mantine/core';
import type { CampaignItem } from '@parley/contract';
import { IconFileImport, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { CreateLink } from '../../../components/create-link.tsx';
import type { DataColumn } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { May } from '../../account/shared/may.tsx';
import { CampaignList } from '../shared/campaign-list.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { useCampaignMenu } from './use-campaign-menu.ts';
import { useImportCampaign } from './use-import-campaign.ts';

/** Campaigns of the enterprise: what is planned, and how far its iterations are (screens 3.2). */
export function CampaignListPage() {
  const say = useWords(campaignWords.list);
  const [changing, setChanging] = useState<CampaignItem>();
  const toActions = useCampaignMenu(setChanging);
  const upload = useImportCampaign();
  const actions: DataColumn<CampaignItem> = {
    id: 'actions',
    header: say('actions'),
    isHideable: false,
    isPinned: true,
    cell: (row) => {
      const found = toActions(row);
      return found.length === 0 ? null : <RowMenu label={say('actionsOf', { name: row.name })} actions={found} />;
    },
  };
  const create = (
    <May any={['CAMPAIGNS.CREATE']}>
      <CreateLink to="/campaigns/campaigns-list/create">{say('new')}</CreateLink>
    </May>
  );
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <>
            <May any={['CAMPAIGNS.CREATE']}>
              <FileButton accept="application/json,.json" onChange={(file) => file && upload.run(file)}>
                {(props) => (
                  <Button {...props} variant="default" leftSection={<IconFileImport size={16} aria-hidden />} loading={upload.isBusy}>
                    {say('import')}
                  </Button>
                )}
              </FileButton>
            </May>
            {create}
          </>
        }
      />
      <CampaignList
        label={say('title')}
        to="/campaigns/campaigns-list/$campaignId"
        actions={actions}
        empty={<EmptyState icon={IconSpeakerphone} title={say('emptyTitle')} text={say('emptyText')} action={create} />}
      />
      {changing ? <AccessDialog campaign={changing} onClose={() => setChanging(undefined)} /> : null}
    </div>
  );
}
