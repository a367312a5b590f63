import { Badge, Button, NumberInput, Radio, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import {
  acceptModes,
  assistLimits,
  type ChatSettingKey,
  chatSettings,
  mailSignatureLimit,
  mailSignatureVariables,
  outsideHours,
  routingModes,
  silentEnds,
} from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import { genAiConfigsQuery } from '../../bot/shared/bot.queries.ts';
import classes from './settings.module.css';
import { boundsOf, type SettingValue } from './settings-draft.ts';
import { VariableText } from './variable-text.tsx';

export type ValueProps = {
  settingKey: ChatSettingKey;
  name: string;
  value: SettingValue;
  /** The scope has a value of its own, which may be the same as the inherited one. */
  isOwn: boolean;
  isDepartment: boolean;
  /** '': the enterprise */
  departmentName?: string;
  fault: string | undefined;
  onChange: (value: SettingValue) => void;
  onReset: () => void;
  onLeave: () => void;
};

/** A setting: its value, where that comes from, and when it holds. */
export function SettingRow(props: ValueProps) {
  const { settingKey, name, value, fault, onChange, onLeave, departmentName = '' } = props;
  const say = useWords(chatSettingsWords.setting);
  const choices = useSettingChoices(settingKey);
  const hint = say(`${settingKey as 'maxOpenChats'}Hint`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a legend
    <div className={classes.row} role="group" aria-label={name}>
      {typeof value === 'boolean' ? (
        <Switch
          label={name}
          description={hint}
          data-path={settingKey}
          checked={value}
          error={fault}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      ) : choices ? (
        <Radio.Group label={name} description={hint} error={fault} value={String(value)} onChange={onChange}>
          <Stack gap="xs" mt="xs" data-path={settingKey}>
            {choices.map(({ value: choice, label }) => (
              <Radio key={choice} value={choice} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      ) : settingKey === 'assistConfigId' ? (
        <ModelSelect name={name} hint={hint} fault={fault} value={String(value)} onChange={onChange} />
      ) : settingKey === 'mailSignature' ? (
        <div data-path={settingKey}>
          <VariableText
            name={name}
            language="en"
            variables={mailSignatureVariables}
            departmentName={departmentName}
            maxLength={mailSignatureLimit}
            value={String(value)}
            fault={fault}
            onChange={onChange}
          />
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        </div>
      ) : settingKey === 'assistTerms' ? (
        <Textarea
          label={name}
          description={hint}
          data-path={settingKey}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={assistLimits.terms}
          dir="auto"
          value={String(value)}
          error={fault}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
        />
      ) : (
        <NumberInput
          label={name}
          description={hint}
          data-path={settingKey}
          {...boundsOf(settingKey)}
          allowDecimal={false}
          clampBehavior="none"
          classNames={{ wrapper: classes.number ?? '' }}
          value={value}
          error={fault}
          onChange={onChange}
          onBlur={onLeave}
        />
      )}
      <div className={classes.state}>
        <Origin {...props} />
        <Holds settingKey={settingKey} />
      </div>
    </div>
  );
}

type ModelProps = { name: string; hint: string; fault: string | undefined; value: string; onChange: (value: string) => void };

/** The language models that the enterprise has, and none. */
function ModelSelect({ name, hint, fault, value, onChange }: ModelProps) {
  const say = useWords(chatAssistWords.setting);
  const { data } = useQuery(genAiConfigsQuery);
  const configs = data ?? [];
  const isGone = value !== '' && data !== undefined && !configs.some(({ id }) => id === value);
  return (
    <Select
      label={name}
      description={hint}
      data-path="assistConfigId"
      error={fault}
      allowDeselect={false}
      // An empty value would be no choice.
      value={value || noModel}
      data={[
        { value: noModel, label: say('noModel') },
        ...configs.map(({ id, name: label }) => ({ value: id, label })),
        ...(isGone ? [{ value, label: say('gone') }] : []),
      ]}
      onChange={(chosen) => onChange(chosen === null || chosen === noModel ? '' : chosen)}
    />
  );
}

const noModel = 'none';

/** The choices of a setting that is one of a few, with their names; undefined: it is a number, or on or off. */
export function useSettingChoices(key: ChatSettingKey): { value: string; label: string }[] | undefined {
  const sayOutside = useWords(chatSettingsWords.outside);
  const sayMode = useWords(chatSettingsWords.routingMode);
  const sayAccept = useWords(chatSettingsWords.acceptMode);
  const sayEnd = useWords(chatSettingsWords.silentEnd);
  switch (key) {
    case 'outsideHours':
      return outsideHours.map((value) => ({ value, label: sayOutside(value) }));
    case 'routingMode':
      return routingModes.map((value) => ({ value, label: sayMode(value) }));
    case 'acceptMode':
      return acceptModes.map((value) => ({ value, label: sayAccept(value) }));
    case 'customerEndAct':
      return silentEnds.map((value) => ({ value, label: sayEnd(value) }));
    default:
      return undefined;
  }
}

/** The origin of a value, with the way back to what is inherited. */
export function Origin({ name, isOwn, isDepartment, onReset }: Pick<ValueProps, 'name' | 'isOwn' | 'isDepartment' | 'onReset'>) {
  const say = useWords(chatSettingsWords.page);
  return (
    <div className={classes.origin}>
      <Badge variant="light" color={isOwn ? 'brand' : 'gray'}>
        {say(isOwn ? 'ownValue' : isDepartment ? 'inherited' : 'standard')}
      </Badge>
      {isOwn ? (
        <Button size="compact-sm" variant="subtle" aria-label={say('resetOf', { name })} onClick={onReset}>
          {say('reset')}
        </Button>
      ) : null}
    </div>
  );
}

export function Holds({ settingKey }: { settingKey: ChatSettingKey }) {
  const say = useWords(chatSettingsWords.page);
  return (
    <Text size="xs" c="dimmed">
      {say(chatSettings[settingKey].holds)}
    </Text>
  );
}
