import { Anchor, Code, CopyButton, Modal, NumberInput, Skeleton, Stack, TagsInput, Text } from '@mantine/core';
import { type AuditSettings, shortestKeptDays } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { auditSettingsQuery, useSaveAuditSettings } from './audit.queries.ts';

/** Who gets the daily checkpoint, how long the trail is kept, and what others check it with. */
export function AuditSettingsDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(auditWords.settings);
  const settings = useQuery(auditSettingsQuery);
  return (
    <Modal opened onClose={onClose} title={say('title')}>
      {settings.data ? (
        <SettingsForm key={settings.data.version} settings={settings.data} onReload={() => void settings.refetch()} onClose={onClose} />
      ) : settings.error ? (
        <ErrorState error={settings.error} title={say('couldNotLoad')} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
    </Modal>
  );
}

type SettingsFormProps = { settings: AuditSettings; onReload: () => void; onClose: () => void };

function SettingsForm({ settings, onReload, onClose }: SettingsFormProps) {
  const say = useWords(auditWords.settings);
  const save = useSaveAuditSettings();
  const [checkpointEmails, setEmails] = useState(settings.checkpointEmails);
  const [keptDays, setKeptDays] = useState(settings.keptDays);
  const { lastCheckpoint, publicKey, version } = settings;
  const handleSubmit = () =>
    save.mutate(
      { checkpointEmails, keptDays, version },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={handleSubmit}>
      {save.error ? <SaveFailure error={save.error} onReload={onReload} /> : null}
      <TagsInput
        label={say('emails')}
        description={say('emailsHint')}
        maxTags={10}
        acceptValueOnBlur
        data-autofocus
        value={checkpointEmails}
        onChange={setEmails}
      />
      <NumberInput
        label={say('keptDays')}
        description={say('keptDaysHint', { days: shortestKeptDays })}
        min={shortestKeptDays}
        max={36_500}
        clampBehavior="none"
        allowDecimal={false}
        value={keptDays ?? ''}
        onChange={(days) => setKeptDays(days === '' ? null : Number(days))}
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
