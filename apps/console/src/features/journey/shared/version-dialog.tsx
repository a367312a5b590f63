import { Modal, Radio, Stack } from '@mantine/core';
import type { JourneyRule } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { AttachFailure } from './attach-failure.tsx';
import { useRuleCalls, versionsQuery } from './journey.queries.ts';

/** Another version begins where this one did: a newer one, or back to an older one. */
export function VersionDialog({ rule, onClose }: { rule: JourneyRule; onClose: () => void }) {
  const say = useWords(journeyWords.entry);
  const versions = useQuery(versionsQuery(rule.journeyId));
  const form = useForm({ initial: { version: rule.version } });
  const { version } = form.draft;
  const { change } = useRuleCalls();
  const handleSubmit = (draft: typeof form.draft) =>
    change.mutate(
      { entryId: rule.id, ...draft, isActive: rule.isActive },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('versionTitle', { name: rule.journeyName })}>
      {versions.isError ? (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <DialogForm
          submit={say('useVersion', { version })}
          isBusy={change.isPending}
          isDisabled={version === rule.version}
          onCancel={onClose}
          onSubmit={form.submit(handleSubmit)}
        >
          {change.error ? <AttachFailure error={change.error} journeyId={rule.journeyId} /> : null}
          <Radio.Group
            label={say('version')}
            description={say('versionHint')}
            value={String(version)}
            onChange={(next) => form.change({ version: Number(next) })}
          >
            <Stack gap="sm" mt="xs" mah={320} style={{ overflowY: 'auto' }}>
              {(versions.data ?? []).map((one) => (
                <Radio
                  key={one.version}
                  value={String(one.version)}
                  label={one.version === rule.version ? say('versionNow', { version: one.version }) : String(one.version)}
                  description={[formatReportDate(one.at), one.by, one.note].filter(Boolean).join(' · ')}
                />
              ))}
            </Stack>
          </Radio.Group>
        </DialogForm>
      )}
    </Modal>
  );
}
