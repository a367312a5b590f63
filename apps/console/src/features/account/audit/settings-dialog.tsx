import { Anchor, Code, CopyButton, Modal, NumberInput, Skeleton, Stack, TagsInput, Text } from '@mantine/core';
import { type AuditSettings, shortestKeptDays } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { useRecordDialog } from '../shared/use-record-form.ts';
import { auditSettingsQuery, useSaveAuditSettings } from './audit.queries.ts';

/** Recipients of the daily checkpoint, retention of the trail, and the last checkpoint and public key for checks by others. */
export function AuditSettingsDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(auditWords.settings);
  const settings = useQuery(auditSettingsQuery);
  return (
    <Modal opened onClose={onClose} title={say('title')}>
      {settings.data ? (
        <SettingsForm settings={settings.data} onClose={onClose} />
      ) : settings.error ? (
        <ErrorState error={settings.error} title={say('couldNotLoad')} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
    </Modal>
  );
}

const toDraft = ({ checkpointEmails, keptDays }: AuditSettings) => ({ checkpointEmails, keptDays });

type SettingsFormProps = { settings: AuditSettings; onClose: () => void };

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  const say = useWords(auditWords.settings);
  const save = useSaveAuditSettings();
  const { lastCheckpoint, publicKey } = settings;
  const form = useRecordDialog({
    record: settings,
    toDraft,
    read: (client) => client.fetchQuery({ ...auditSettingsQuery, staleTime: 0 }),
    save: (draft, version = settings.version) => save.mutateAsync({ ...draft, version }),
    onSaved: ({ message }) => {
      showToast('success', sayDone(message, 'saved'));
      onClose();
    },
  });
  return (
    <DialogForm submit={say('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
      {form.failure ? <SaveFailure error={form.failure} /> : null}
      <TagsInput
        label={say('emails')}
        description={say('emailsHint')}
        maxTags={10}
        acceptValueOnBlur
        data-autofocus
        {...form.field('checkpointEmails')}
      />
      <NumberInput
        label={say('keptDays')}
        description={say('keptDaysHint', { days: shortestKeptDays })}
        min={shortestKeptDays}
        max={36_500}
        clampBehavior="none"
        allowDecimal={false}
        error={form.faults.keptDays}
        value={form.draft.keptDays ?? ''}
        onChange={(days) => form.change({ keptDays: days === '' ? null : Number(days) })}
      />
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {say('lastCheckpoint')}
        </Text>
        {lastCheckpoint ? (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {say('checkpoint', { when: formatTimestamp(lastCheckpoint.at), count: lastCheckpoint.number })}{' '}
            <Code>{lastCheckpoint.hash}</Code>
          </Text>
        ) : (
          <Text size="xs" c="dimmed">
            {say('noCheckpoint')}
          </Text>
        )}
        <CopyButton value={publicKey}>
          {({ copied, copy }) => (
            <Anchor component="button" type="button" size="xs" w="fit-content" onClick={copy}>
              {say(copied ? 'copied' : 'copyKey')}
            </Anchor>
          )}
        </CopyButton>
      </Stack>
    </DialogForm>
  );
}
