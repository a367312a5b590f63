import { Alert, Button, Group, List, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { type PrivacySettings, type RetentionDays, shortestRetentionDays } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { privacyWords } from '../../../locales/privacy.ts';
import { May, MayChange } from '../shared/may.tsx';
import { useRecordForm } from '../shared/use-record-form.ts';
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
  const save = useSavePrivacy();
  const count = useCountRetention();
  const form = useRecordForm({
    record: { retention, version },
    toDraft: (of): RetentionDays => of.retention,
    read: (client) => client.fetchQuery({ ...privacyQuery, staleTime: 0 }),
    save: (days, read = version) => save.mutateAsync({ retention: days, version: read }),
    // A shorter retention waits: the form shows the one in force.
    keep: (saved) => saved,
    onSaved: () => showToast('success', say('saved')),
    fieldOf,
  });
  const { draft, faults, change } = form;

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
  const handleSubmit = async () => {
    try {
      if (settings.some((setting) => isShorter(draft[setting], retention[setting])) && !(await askToShorten())) return;
    } catch (error) {
      return form.showFaults(error);
    }
    await form.save(draft);
  };

  return (
    <form noValidate onSubmit={form.submit(handleSubmit)}>
      <Stack gap="md">
        {waiting ? <Waiting waiting={waiting} /> : null}
        <MayChange any={editors}>
          <Stack gap="md">
            {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
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
                    error={faults[setting]}
                    value={draft[setting] ?? ''}
                    onChange={(value) => change({ [setting]: value === '' ? null : Number(value) })}
                  />
                ))}
              </SimpleGrid>
            </Panel>
            <May any={editors}>
              <Group justify="flex-end">
                <Button type="submit" loading={form.isBusy || count.isPending}>
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
