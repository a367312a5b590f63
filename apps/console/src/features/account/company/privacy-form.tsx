import { Alert, Button, Group, List, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { type PrivacySettings, type RetentionDays, shortestRetentionDays } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { readIssues } from '../../../lib/errors.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { privacyWords } from '../../../locales/privacy.ts';
import { May, MayChange } from '../shared/may.tsx';
import { useVersionedForm } from '../shared/use-versioned-form.tsx';
import { privacyQuery, useCancelPrivacy, useCountRetention, useSavePrivacy } from './privacy.queries.ts';

const editors = ['ENTERPRISE.EDIT'] as const;
const settings = ['chats', 'media', 'logs'] as const;
const hints = { chats: 'chatsHint', media: 'mediaHint', logs: 'logsHint' } as const;
const isShorter = (wanted: number | null, standing: number | null) => wanted !== null && (standing === null || wanted < standing);
const fieldOf = (path: string) => path.split('.').at(-1) ?? path;

/** Retention of chats, media and logs. A shortened retention is counted first, and waits a day. */
export function PrivacyForm({ retention, waiting, version }: PrivacySettings) {
  const say = useWords(privacyWords.settings);
  const sayKind = useWords(privacyWords.retained);
  const sayCommon = useWords(commonWords.ui);
  const { draft, change, settle } = useDraft<RetentionDays>(retention);
  const save = useSavePrivacy();
  const count = useCountRetention();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const versioned = useVersionedForm<RetentionDays>({
    typed: draft,
    latest: { values: retention, version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...privacyQuery, staleTime: 0 });
      return { values: stands.retention, version: stands.version };
    },
    onTake: (values, saved) => {
      settle(saved);
      change(values);
      save.reset();
    },
  });

  /** The dry count: what these days would erase now. */
  const askToShorten = async (): Promise<boolean> => {
    const { counts } = await count.mutateAsync(draft);
    const going = counts.filter((found) => found.count > 0);
    return openDialog({
      type: 'confirm',
      title: say('confirmTitle'),
      text: (
        <>
          {say('confirmText')}
          {going.length === 0 ? (
            <Text size="sm" mt="xs">
              {say('nothingGoes')}
            </Text>
          ) : (
            <List size="sm" mt="xs">
              {going.map((found) => (
                <List.Item key={found.kind}>
                  {say(found.isMore ? 'countedMore' : 'counted', { kind: sayKind(found.kind), count: found.count })}
                </List.Item>
              ))}
            </List>
          )}
        </>
      ),
      confirm: say('confirm'),
      color: 'red',
    });
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      if (settings.some((setting) => isShorter(draft[setting], retention[setting])) && !(await askToShorten())) return;
      const saved = await versioned.save((values, read = version) => save.mutateAsync({ retention: values, version: read }));
      if (!saved) return;
      // A shorter retention waits: the form shows the one in force.
      settle(saved.retention);
      change(saved.retention);
      versioned.settle({ values: saved.retention, version: saved.version });
      showToast('success', say('saved'));
    } catch (error) {
      setErrors(Object.fromEntries(readIssues(error).map(({ field, message }) => [fieldOf(field), message])));
    }
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Stack gap="md">
        {waiting ? <Waiting waiting={waiting} /> : null}
        <MayChange any={editors}>
          <Stack gap="md">
            {save.error && Object.keys(errors).length === 0 ? <SaveFailure error={save.error} /> : null}
            <Panel title={say('retention')} text={say('retentionHint', { days: shortestRetentionDays })}>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                {settings.map((setting) => (
                  <NumberInput
                    key={setting}
                    label={say(setting)}
                    description={say(hints[setting])}
                    placeholder={say('forever')}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    min={shortestRetentionDays}
                    max={36_500}
                    allowDecimal={false}
                    clampBehavior="blur"
                    error={errors[setting]}
                    value={draft[setting] ?? ''}
                    onChange={(value) => {
                      setErrors({});
                      change({ [setting]: value === '' ? null : Number(value) });
                    }}
                  />
                ))}
              </SimpleGrid>
            </Panel>
            <May any={editors}>
              <Group justify="flex-end">
                <Button type="submit" loading={save.isPending || count.isPending}>
                  {sayCommon('save')}
                </Button>
              </Group>
            </May>
          </Stack>
        </MayChange>
      </Stack>
    </form>
  );
}

const hourMs = 3_600_000;

function Waiting({ waiting }: { waiting: NonNullable<PrivacySettings['waiting']> }) {
  const say = useWords(privacyWords.settings);
  const cancel = useCancelPrivacy();
  const hours = Math.floor((Date.parse(waiting.effectiveAt) - Date.now()) / hourMs);
  const left = hours > 0 ? say('hours', { count: hours }) : say('soon');
  const wanted = settings.map((setting) => `${say(setting)}: ${waiting.retention[setting] ?? say('forever')}`).join(' · ');
  return (
    <Alert color="yellow" title={say('waiting')}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm">{wanted}</Text>
          <Text size="sm">{say('waitingText', { name: waiting.by, time: formatTimestamp(waiting.effectiveAt), left })}</Text>
        </div>
        <May any={editors}>
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: () => showToast('success', say('givenUp')) })}
          >
            {say('giveUp')}
          </Button>
        </May>
      </Group>
    </Alert>
  );
}
