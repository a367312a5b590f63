import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import {
  type acceptModes,
  type ChatConfig,
  type ChatSettingKey,
  type ChatSettingSection,
  chatMessageKey,
  chatMessages,
  type outsideHours,
  type routingModes,
  type silentEnds,
} from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import { commonWords } from '../../../locales/common.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { genAiConfigsQuery } from '../../bot/shared/bot.queries.ts';
import { MessageRow } from './message-row.tsx';
import { useSettingName } from './setting-name.ts';
import { SettingRow, type ValueProps } from './setting-row.tsx';
import classes from './settings.module.css';
import { settingsQuery, useSaveSettings } from './settings.queries.ts';
import { checkDraft, keysOf, type ScopedSettings, toDraft, toSave } from './settings-draft.ts';

export type SectionFormProps = {
  /** '': the enterprise */
  deptId: string;
  departmentName: string;
  section: ChatSettingSection;
  settings: ScopedSettings;
  /** The values of settings that the scope has no own ones of */
  inherited: ChatConfig;
  isReadOnly: boolean;
};

/** `chat.maxOpenChats` is a fault of the setting. */
const fieldOf = (path: string) => path.split('.').at(-1);

/** One section of the settings of a scope: own values, and those that are inherited. */
export function SectionForm({ deptId, departmentName, section, settings, inherited, isReadOnly }: SectionFormProps) {
  const say = useWords(chatSettingsWords.page);
  const saySection = useWords(chatSettingsWords.section);
  const sayHint = useWords(chatSettingsWords.sectionHint);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const sayOutside = useWords(chatSettingsWords.outside);
  const sayMode = useWords(chatSettingsWords.routingMode);
  const sayAccept = useWords(chatSettingsWords.acceptMode);
  const sayEnd = useWords(chatSettingsWords.silentEnd);
  const sayAssist = useWords(chatAssistWords.setting);
  const { data: models } = useQuery({ ...genAiConfigsQuery, enabled: section === 'assist' });
  const nameOf = useSettingName();
  const save = useSaveSettings(deptId);
  const form = useRecordForm({
    record: settings,
    toDraft: (of) => toDraft(of, section, deptId),
    read: (client) => client.fetchQuery({ ...settingsQuery(deptId), staleTime: 0 }),
    check: (of) => checkDraft(of, inherited),
    checkOn: 'blur',
    save: (draft, version) => save.mutateAsync({ ...toSave(draft), version }),
    keep: (saved) => saved,
    onSaved: () => showToast('success', sayDone('saved')),
    fieldOf,
    nameOf: (path) => nameOf(path as ChatSettingKey),
    show: (path, value) => {
      if (value === null) return say(deptId === '' ? 'standard' : 'inherited');
      if (path === 'routingMode') return sayMode(value as (typeof routingModes)[number]);
      if (path === 'acceptMode') return sayAccept(value as (typeof acceptModes)[number]);
      if (path === 'customerEndAct') return sayEnd(value as (typeof silentEnds)[number]);
      if (path === 'assistConfigId') return models?.find(({ id }) => id === value)?.name ?? sayAssist(value === '' ? 'noModel' : 'gone');
      return path === 'outsideHours' ? sayOutside(value as (typeof outsideHours)[number]) : value;
    },
  });
  const { draft, faults } = form;
  const propsOf = (key: ChatSettingKey): ValueProps => ({
    settingKey: key,
    name: nameOf(key),
    value: draft[key] ?? inherited[key],
    isOwn: draft[key] !== null,
    isDepartment: deptId !== '',
    departmentName,
    fault: faults[key],
    onChange: (value) => form.setField(key, value),
    onReset: () => form.setField(key, null),
    onLeave: () => form.checkField(key),
  });
  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <Stack gap="md">
        {isReadOnly ? <Alert color="gray">{say('readOnly')}</Alert> : null}
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <fieldset className={classes.fields} disabled={isReadOnly}>
          <Panel title={saySection(section)} text={sayHint(section)}>
            <div className={classes.rows}>
              {section === 'messages'
                ? chatMessages.map((name) => (
                    <MessageRow
                      key={name}
                      name={name}
                      departmentName={departmentName}
                      propsOf={(language) => propsOf(chatMessageKey(name, language))}
                    />
                  ))
                : keysOf(section, deptId).map((key) => <SettingRow key={key} {...propsOf(key)} />)}
            </div>
          </Panel>
        </fieldset>
        {isReadOnly ? null : (
          <Group justify="flex-end" className={classes.footer}>
            {form.isDirty ? (
              <>
                <Text size="xs" c="dimmed" role="status" me="auto">
                  {say('unsaved')}
                </Text>
                <Button variant="default" onClick={form.reset}>
                  {say('discard')}
                </Button>
              </>
            ) : null}
            <Button type="submit" loading={form.isBusy}>
              {sayCommon('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
