import { Modal, Skeleton, Text, Textarea } from '@mantine/core';
import type { FormItem } from '@parley/contract';
import type { FormDocument } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { formCheckQuery, formQuery, usePublishForm } from './form.queries.ts';
import { FormFindings } from './form-findings.tsx';

/** Makes the draft a version: the findings of its check stand before it, and errors keep it from going on. */
export function PublishDialog({ form: { id, name, published }, onClose }: { form: FormItem; onClose: () => void }) {
  const say = useWords(formWords.list);
  // The draft as it is now: its version is the one that is published, whatever the list has shown.
  const draft = useQuery({ ...formQuery(id), staleTime: 0 });
  const check = useQuery(formCheckQuery(id));
  const form = useForm({ initial: { note: '' } });
  const publish = usePublishForm();
  const failed = [draft, check].find(({ error, data }) => error && !data);
  const errors = (check.data ?? []).filter(({ level }) => level === 'error').length;
  const handleSubmit = () => {
    if (!draft.data) return;
    publish.mutate(
      { id, version: draft.data.version, note: form.draft.note.trim() },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={say('publishTitle', { name })}>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !draft.data || !check.data ? (
        <div aria-busy>
          <Text size="sm" role="status" mb="sm">
            {say('checking')}
          </Text>
          <Skeleton height={120} radius="md" />
        </div>
      ) : (
        <DialogForm
          submit={say('publish')}
          isBusy={publish.isPending}
          isDisabled={errors > 0}
          hint={errors > 0 ? say('errorsFirst') : undefined}
          onCancel={onClose}
          onSubmit={form.submit(handleSubmit)}
        >
          {publish.error ? <SaveFailure error={publish.error} /> : null}
          <Text size="sm">{say('publishText', { number: published + 1 })}</Text>
          <FormFindings formId={id} document={draft.data.document as unknown as FormDocument} findings={check.data} />
          <Textarea label={say('note')} description={say('noteHint')} maxLength={500} autosize minRows={2} {...form.field('note')} />
        </DialogForm>
      )}
    </Modal>
  );
}
