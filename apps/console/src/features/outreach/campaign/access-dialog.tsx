import { Modal, Radio, Stack } from '@mantine/core';
import { type CampaignItem, campaignAccessTypes } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useCampaignAction } from '../shared/campaign.queries.ts';

type AccessDialogProps = { campaign: Pick<CampaignItem, 'id' | 'name' | 'accessType' | 'version'>; onClose: () => void };

/** Visibility of a campaign (CAMP-074). */
export function AccessDialog({ campaign, onClose }: AccessDialogProps) {
  const say = useWords(campaignWords.list);
  const sayCommon = useWords(campaignWords.common);
  const form = useForm({ initial: { accessType: campaign.accessType } });
  const { access } = useCampaignAction();
  const handleSubmit = ({ accessType }: typeof form.draft) =>
    access.mutate(
      { campaignId: campaign.id, accessType, version: campaign.version },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('accessOf', { name: campaign.name, interpolation: { escapeValue: false } })}>
      <DialogForm submit={say('save')} isBusy={access.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {access.error ? <SaveFailure error={access.error} /> : null}
        <Radio.Group label={say('whoSees')} {...form.field('accessType')}>
          <Stack gap="sm" mt="xs">
            {campaignAccessTypes.map((type) => (
              <Radio key={type} value={type} label={sayCommon(`access_${type}`)} description={say(`accessText_${type}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </DialogForm>
    </Modal>
  );
}
