import { Badge, Button, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core';
import { acceptModes, type ChatSettingKey, chatSettings, outsideHours, routingModes, silentEnds } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import classes from './settings.module.css';
import { boundsOf, type SettingValue } from './settings-draft.ts';

export type ValueProps = {
  settingKey: ChatSettingKey;
  name: string;
  value: SettingValue;
  /** The scope has a value of its own, which may be the same as the inherited one. */
  isOwn: boolean;
  isDepartment: boolean;
  fault: string | undefined;
  onChange: (value: SettingValue) => void;
  onReset: () => void;
  onLeave: () => void;
};

/** A setting: its value, where that comes from, and when it holds. */
export function SettingRow(props: ValueProps) {
  const { settingKey, name, value, fault, onChange, onLeave } = props;
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
