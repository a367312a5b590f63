import { ActionIcon, Chip, Group, NumberInput, Select, Text } from '@mantine/core';
import { type ScenarioChangeKind, scenarioChangeKinds } from '@parley/contract';
import { TimeField } from '@parley/ui/date-field';
import { IconTrash } from '@tabler/icons-react';
import { nativeOptions } from '../../../../components/native-options.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatScenarioWords } from '../../../../locales/chat-scenario.ts';
import { isWeekday } from '../show-scenario.ts';
import classes from '../what-if.module.css';
import type { ChangeDraft } from './scenario-draft.ts';

type Option = { value: string; label: string };
type Props = {
  change: ChangeDraft;
  place: number;
  departments: Option[];
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<ChangeDraft>) => void;
  onRemove: () => void;
};
type FieldsProps = Pick<Props, 'change' | 'onChange'> & { faultOf: (name: keyof ChangeDraft) => string | undefined; place: number };

const days = [1, 2, 3, 4, 5, 6, 7];

/** One change of a scenario: of what, in which department, and by how much. */
export function ChangeFields({ change, place, departments, faults, onChange, onRemove }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const faultOf = (name: keyof ChangeDraft) => faults[`changes.${place}.${name}`];
  const isOfShift = change.kind === 'agents' || change.kind === 'hours';
  return (
    <fieldset className={classes.change}>
      <legend className={classes.legend}>{say('changeNumber', { number: place + 1 })}</legend>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <div className={classes.fields}>
          <Select
            label={say('changeKind')}
            data={scenarioChangeKinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
            value={change.kind}
            allowDeselect={false}
            {...nativeOptions}
            onChange={(kind) => onChange({ kind: (kind ?? 'agents') as ScenarioChangeKind })}
          />
          <Select
            label={say('ofDepartment')}
            data={departments}
            value={change.departmentId}
            allowDeselect={false}
            error={faultOf('departmentId')}
            data-path={`changes.${place}.departmentId`}
            {...nativeOptions}
            onChange={(departmentId) => onChange({ departmentId: departmentId ?? change.departmentId })}
          />
          <AmountFields change={change} place={place} faultOf={faultOf} onChange={onChange} />
        </div>
        <ActionIcon mt={26} color="red" aria-label={say('removeChange', { number: place + 1 })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {isOfShift ? <ShiftFields change={change} place={place} faultOf={faultOf} onChange={onChange} /> : null}
    </fieldset>
  );
}

function AmountFields({ change, place, faultOf, onChange }: FieldsProps) {
  const say = useWords(chatScenarioWords.scenario);
  const number = (
    name: 'count' | 'limit' | 'seconds' | 'percent' | 'fromHour' | 'toHour',
    label: string,
    min: number,
    max: number,
    hint?: string,
  ) => (
    <NumberInput
      label={label}
      description={hint}
      min={min}
      max={max}
      allowDecimal={false}
      value={change[name]}
      error={faultOf(name)}
      data-path={`changes.${place}.${name}`}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  switch (change.kind) {
    case 'agents':
      return (
        <>
          {number('count', say('count'), -20, 20)}
          {Number(change.count) > 0 ? number('limit', say('ownLimit'), 1, 200) : null}
        </>
      );
    case 'limit':
      return number('limit', say('limit'), 1, 200);
    case 'mode':
      return (
        <Select
          label={say('mode')}
          data={[
            { value: 'automatic', label: say('mode_automatic') },
            { value: 'roundRobin', label: say('mode_roundRobin') },
          ]}
          value={change.mode}
          allowDeselect={false}
          {...nativeOptions}
          onChange={(mode) => onChange({ mode: (mode ?? 'automatic') as ChangeDraft['mode'] })}
        />
      );
    case 'accept':
      return number('seconds', say('acceptSeconds'), 5, 3600);
    case 'wait':
      return number('seconds', say('waitSeconds'), 5, 86_400);
    case 'volume':
      return (
        <>
          {number('percent', say('percent'), -100, 300)}
          {number('fromHour', say('fromHour'), 0, 23)}
          {number('toHour', say('toHour'), 0, 24)}
        </>
      );
    case 'hours':
      return null;
  }
}

function ShiftFields({ change, place, faultOf, onChange }: FieldsProps) {
  const say = useWords(chatScenarioWords.scenario);
  const time = (name: 'from' | 'to', label: string) => (
    <TimeField
      label={label}
      value={change[name]}
      error={faultOf(name)}
      data-path={`changes.${place}.${name}`}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <Group align="flex-end" gap="sm" mt="xs">
      {time('from', say('fromTime'))}
      {time('to', say('toTime'))}
      <div>
        <Text size="sm" fw={500} mb={4} id={`days-${place}`}>
          {say('days')}
        </Text>
        <Chip.Group multiple value={change.weekdays} onChange={(weekdays) => onChange({ weekdays })}>
          <Group gap={6} role="group" aria-labelledby={`days-${place}`}>
            {days.filter(isWeekday).map((day) => (
              <Chip key={day} value={String(day)} size="xs">
                {say(`short_${day}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {faultOf('weekdays') ? (
          <Text size="xs" c="red" role="alert">
            {faultOf('weekdays')}
          </Text>
        ) : null}
      </div>
    </Group>
  );
}
