import { ActionIcon, Fieldset, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { ruleActKinds, ruleListeners, ruleNoteLimit } from '@parley/contract';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { nativeOptions } from '../../../../components/native-options.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatRuleWords } from '../../../../locales/chat-rule.ts';
import type { ActDraft } from './rule-draft.ts';
import type { RuleChoices } from './rule-group-fields.tsx';

export type ActFieldsProps = {
  place: number;
  isLast: boolean;
  act: ActDraft;
  faults: Readonly<Record<string, string>>;
  choices: Pick<RuleChoices, 'label' | 'department'>;
  onChange: (act: ActDraft) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** The kind of an act, and the fields that the kind has. */
export function ActFields({ place, isLast, act, faults, choices, onChange, onMove, onRemove }: ActFieldsProps) {
  const say = useWords(chatRuleWords.rule);
  const sayAct = useWords(chatRuleWords.act);
  const at = { place: place + 1 };
  const of = <K extends keyof ActDraft>(field: K) => ({ 'data-path': `acts.${place}.${field}`, error: faults[`acts.${place}.${field}`] });
  const choose = <K extends 'labelId' | 'departmentId'>(field: K, label: string, data: RuleChoices['label'], description?: string) => (
    <Select
      label={label}
      description={description}
      placeholder={say('choose')}
      withAsterisk
      searchable
      openOnFocus={false}
      data={data}
      value={act[field] || null}
      onChange={(chosen) => onChange({ ...act, [field]: chosen ?? '' })}
      {...nativeOptions}
      {...of(field)}
    />
  );
  return (
    <Fieldset>
      <Stack gap="xs">
        <Select
          label={say('act', at)}
          allowDeselect={false}
          openOnFocus={false}
          data={ruleActKinds.map((value) => ({ value, label: sayAct(value) }))}
          value={act.kind}
          onChange={(kind) => onChange({ ...act, kind: kind as ActDraft['kind'] })}
          {...of('kind')}
        />
        {act.kind === 'addLabel' || act.kind === 'removeLabel' ? choose('labelId', say('label'), choices.label) : null}
        {act.kind === 'department' ? choose('departmentId', say('toDepartment'), choices.department, say('departmentHint')) : null}
        {act.kind === 'priority' ? (
          <Select
            label={say('toPriority')}
            allowDeselect={false}
            openOnFocus={false}
            data={Array.from({ length: 10 }, (_, priority) => String(priority))}
            value={act.priority}
            onChange={(priority) => onChange({ ...act, priority: priority ?? act.priority })}
            {...of('priority')}
          />
        ) : null}
        {act.kind === 'note' ? (
          <Textarea
            label={say('note')}
            withAsterisk
            autosize
            minRows={2}
            maxRows={8}
            maxLength={ruleNoteLimit}
            value={act.text}
            onChange={(event) => onChange({ ...act, text: event.currentTarget.value })}
            {...of('text')}
          />
        ) : null}
        {act.kind === 'webhook' ? <Text size="sm">{say('webhookHint')}</Text> : null}
        {act.kind === 'tell' ? (
          <Select
            label={say('who')}
            allowDeselect={false}
            openOnFocus={false}
            data={ruleListeners.map((value) => ({ value, label: say(value) }))}
            value={act.who}
            onChange={(who) => onChange({ ...act, who: who as ActDraft['who'] })}
            {...of('who')}
          />
        ) : null}
        <Group gap={4} justify="flex-end">
          <ActionIcon aria-label={say('actUp', at)} disabled={place === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon aria-label={say('actDown', at)} disabled={isLast} onClick={() => onMove(1)}>
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon aria-label={say('actRemove', at)} color="red" onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      </Stack>
    </Fieldset>
  );
}
