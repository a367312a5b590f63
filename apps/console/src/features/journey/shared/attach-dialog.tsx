import { Alert, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { AttachFailure } from './attach-failure.tsx';
import { journeyNamesQuery, useAttachRule, versionsQuery } from './journey.queries.ts';
import { isRuleWhole, makeRule, toRuleBody } from './rule.ts';
import { RuleFields } from './rule-fields.tsx';

type AttachDialogProps = {
  /** The stream, where it is known; else it is chosen. */
  journeyId?: string;
  channelId?: string;
  onClose: () => void;
};

/** Lets a rule on a channel begin a version of a stream. */
export function AttachDialog({ journeyId = '', channelId = '', onClose }: AttachDialogProps) {
  const say = useWords(journeyWords.entry);
  const form = useForm({ initial: () => makeRule(journeyId, channelId) });
  const { draft: rule, change: set } = form;
  const streams = useQuery({ ...journeyNamesQuery, enabled: journeyId === '' });
  const versions = useQuery({ ...versionsQuery(rule.journeyId), enabled: rule.journeyId !== '' });
  const attach = useAttachRule();

  const published = (streams.data ?? []).filter(({ version }) => version > 0);
  const isUnpublished = rule.journeyId !== '' && versions.data?.length === 0;
  const isComplete = rule.journeyId !== '' && !isUnpublished && isRuleWhole(rule);
  const handleSubmit = () =>
    attach.mutate(toRuleBody(rule), {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'saved'));
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={say('attachTitle')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('attach')}
        isBusy={attach.isPending}
        isDisabled={!isComplete}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {attach.error ? <AttachFailure error={attach.error} journeyId={rule.journeyId} /> : null}
        {journeyId === '' ? (
          <Select
            label={say('stream')}
            required
            searchable
            nothingFoundMessage={say('noPublished')}
            data={published.map(({ id, name }) => ({ value: id, label: name }))}
            value={rule.journeyId || null}
            onChange={(next) => set({ journeyId: next ?? '', version: 0 })}
          />
        ) : null}
        {isUnpublished ? <Alert color="yellow">{say('unpublished')}</Alert> : null}
        {(versions.data?.length ?? 0) > 1 ? (
          <Select
            label={say('version')}
            allowDeselect={false}
            data={[
              { value: '0', label: say('newest') },
              ...(versions.data ?? []).map(({ version, note }) => ({
                value: String(version),
                label: note === '' ? String(version) : `${version} · ${note}`,
              })),
            ]}
            value={String(rule.version)}
            onChange={(next) => set({ version: Number(next) })}
          />
        ) : null}
        <RuleFields rule={rule} onChange={set} />
      </DialogForm>
    </Modal>
  );
}
