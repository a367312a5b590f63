import type { CampaignItem } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { RowAction } from '../../../components/row-menu.tsx';
import { api } from '../../../lib/api.ts';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { saveText } from '../../../lib/save-text.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useCampaignAction } from '../shared/campaign.queries.ts';

async function saveCampaign({ id, name }: Pick<CampaignItem, 'id' | 'name'>): Promise<void> {
  try {
    const file = await api.campaigns.export({ params: { campaignId: id } });
    saveText(`${name}.campaign.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json');
  } catch (error) {
    tellFailure(error);
  }
}

/** Builds the menu of a campaign, as the server allows. @param onGone called after it is deleted, so that its own screen leads elsewhere */
export function useCampaignMenu(onAccess: (campaign: CampaignItem) => void, onGone: () => void = () => {}) {
  const say = useWords(campaignWords.list);
  const navigate = useNavigate();
  const { clone, remove, iterate } = useCampaignAction();
  // The same click twice makes one copy: a new key only after an answer.
  const key = useRef(crypto.randomUUID());
  const renew = () => {
    key.current = crypto.randomUUID();
  };
  const handleClone = (campaignId: string) =>
    clone.mutate(
      { campaignId, requestKey: key.current },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'saved'));
          void navigate({ to: '/campaigns/campaigns-list/$campaignId/edit', params: { campaignId: answer.id } });
        },
        onError: tellFailure,
        onSettled: renew,
      },
    );
  const handleIterate = (campaignId: string) =>
    iterate.mutate(
      { campaignId, name: '', requestKey: key.current },
      {
        onSuccess: ({ id }) => void navigate({ to: '/campaigns/activity/$activityId/edit', params: { activityId: id } }),
        onError: tellFailure,
        onSettled: renew,
      },
    );
  const handleRemove = async ({ id, name }: CampaignItem) => {
    if (!(await confirmDelete('delete', name))) return;
    remove.mutate(id, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'deleted'));
        onGone();
      },
      onError: tellFailure,
    });
  };
  return (row: CampaignItem): RowAction[] => {
    const all: Record<CampaignItem['may'][number], RowAction> = {
      edit: {
        label: say('edit'),
        onClick: () => void navigate({ to: '/campaigns/campaigns-list/$campaignId/edit', params: { campaignId: row.id } }),
      },
      iterate: { label: say('newIteration'), onClick: () => handleIterate(row.id) },
      clone: { label: say('clone'), onClick: () => handleClone(row.id) },
      export: { label: say('export'), onClick: () => void saveCampaign(row) },
      access: { label: say('changeAccess'), onClick: () => onAccess(row) },
      delete: { label: say('delete'), isDangerous: true, onClick: () => void handleRemove(row) },
    };
    return (['edit', 'iterate', 'clone', 'export', 'access', 'delete'] as const)
      .filter((move) => row.may.includes(move))
      .map((move) => all[move]);
  };
}
