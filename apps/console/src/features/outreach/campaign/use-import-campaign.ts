import { CampaignFile } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { campaignKeys } from '../shared/campaign.queries.ts';

/** Parses a campaign file; undefined for any other file. */
async function readFile(file: File): Promise<CampaignFile | undefined> {
  try {
    return CampaignFile.parse(JSON.parse(await file.text()));
  } catch {
    return undefined;
  }
}

/** A campaign out of a file that Export has made; it opens in its steps. */
export function useImportCampaign() {
  const say = useWords(campaignWords.list);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    meta: { isQuiet: true },
    mutationFn: (file: CampaignFile) => api.campaigns.import({ body: { file, requestKey: crypto.randomUUID() } }),
    onSuccess: async ({ campaign, lost }) => {
      await client.invalidateQueries({ queryKey: campaignKeys.all });
      showToast('success', say('imported', { name: campaign.name, interpolation: { escapeValue: false } }));
      if (lost.length > 0)
        await openDialog({ type: 'confirm', title: say('lostTitle'), text: `${say('lostText')} ${lost.join(', ')}`, confirm: say('goOn') });
      await navigate({ to: '/campaigns/campaigns-list/$campaignId/edit', params: { campaignId: campaign.id } });
    },
    onError: tellErrors,
  });
  const run = async (file: File) => {
    const read = await readFile(file);
    if (read) mutate(read);
    else showToast('error', say('notACampaign'));
  };
  return { isBusy: isPending, run: (file: File) => void run(file) };
}
