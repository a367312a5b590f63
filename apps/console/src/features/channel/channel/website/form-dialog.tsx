import { Modal, Select, Stack, Textarea } from '@mantine/core';
import { type SiteForm, siteFormMost, siteFormWhens } from '@parley/contract';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { type FormDraft, toFormBody, toFormDraft } from './form-draft.ts';
import { FormFields } from './form-fields.tsx';
import { siteFormQuery, useSaveForm } from './website.queries.ts';
import { Wordings } from './wordings.tsx';

export type FormDialogProps = { channelId: string; form: SiteForm; onClose: () => void };

/** The form of a website: the time at which it is asked, its fields, and the text to which a visitor agrees. */
export function FormDialog({ channelId, form: record, onClose }: FormDialogProps) {
  const say = useWords(channelWords.siteForm);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveForm(channelId);
  const form = useRecordDialog({
    record,
    toDraft: toFormDraft,
    toBody: toFormBody,
    fromBody: toFormDraft,
    read: (client) => client.fetchQuery({ ...siteFormQuery(channelId), staleTime: 0 }),
    check: ({ when, fields, consent, consents }: FormDraft) => ({
      fields: when !== 'never' && fields.length === 0 && consent.trim() === '' && say('empty'),
      consent: consent.trim() === '' && consents.some(({ text }) => text.trim() !== '') && say('consentEmpty'),
    }),
    save: (body, version) => save.mutateAsync({ ...body, version: version ?? record.version }),
    onSaved: () => {
      showToast('success', sayDone('saved'));
      onClose();
    },
  });
  const { draft, field, choice, change, faults } = form;
  return (
    <Modal opened size="lg" onClose={onClose} title={say('title')}>
      <DialogForm submit={sayCommon('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <Select
          data-autofocus
          label={say('when')}
          allowDeselect={false}
          data={siteFormWhens.map((when) => ({ value: when, label: say(`when_${when}`) }))}
          {...choice('when')}
        />
        <FormFields fields={draft.fields} faults={faults as Record<string, string>} onChange={(fields) => change({ fields })} />
        <Stack gap="xs">
          <Textarea
            label={say('consent')}
            description={say('consentHint')}
            autosize
            minRows={2}
            dir="auto"
            maxLength={siteFormMost.consent}
            {...field('consent')}
          />
          <Wordings
            name={say('consent')}
            most={siteFormMost.consent}
            wordings={draft.consents}
            onChange={(consents) => change({ consents })}
          />
        </Stack>
      </DialogForm>
    </Modal>
  );
}
