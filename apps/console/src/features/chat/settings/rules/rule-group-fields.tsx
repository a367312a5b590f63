import { ActionIcon, Button, Fieldset, Group, MultiSelect, Select, SimpleGrid, Stack, TagsInput } from '@mantine/core';
import {
  type ChatFact,
  type RuleEvent,
  type RuleFact,
  ruleConditionsMax,
  ruleFacts,
  ruleMatches,
  ruleValuesMax,
  ruleWordLimit,
} from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { nativeOptions } from '../../../../components/native-options.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatRuleWords } from '../../../../locales/chat-rule.ts';
import { chatTraceWords } from '../../../../locales/chat-trace.ts';
import { type AskedAttributes, AttributeFields } from './rule-attribute-fields.tsx';
import { type ConditionDraft, type GroupDraft, newCondition } from './rule-draft.ts';

type Option = { value: string; label: string };
/** Records that rules may name. */
export type RuleChoices = { channel: Option[]; department: Option[]; group: Option[]; label: Option[] };
export type GroupFieldsProps = {
  place: number;
  group: GroupDraft;
  event: RuleEvent;
  faults: Readonly<Record<string, string>>;
  choices: RuleChoices;
  attributes: AskedAttributes;
  onSearch: (words: string) => void;
  /** undefined: the group goes */
  onChange: (group: GroupDraft | undefined) => void;
};

/** Facts of which a chat may have several. */
const plural: readonly ChatFact[] = ['group', 'label', 'message'];
const languages = ['en', 'hi'];
const priorities = Array.from({ length: 10 }, (_, priority) => String(priority));

/** Conditions that are compared together. */
export function GroupFields({ place, group, event, faults, choices, attributes, onSearch, onChange }: GroupFieldsProps) {
  const say = useWords(chatRuleWords.rule);
  const at = place + 1;
  const setConditions = (conditions: ConditionDraft[]) => onChange(conditions.length === 0 ? undefined : { ...group, conditions });
  const isOffered = (fact: RuleFact) => (fact === 'message' ? event === 'message' : fact !== 'attribute' || attributes.fields.length > 0);
  const offered = ruleFacts.filter(isOffered);
  return (
    <Fieldset legend={say('group', { place: at })}>
      <Stack gap="sm">
        {group.conditions.length > 1 ? (
          <Select
            label={say('match', { place: at })}
            allowDeselect={false}
            openOnFocus={false}
            data={ruleMatches.map((value) => ({ value, label: say(`match_${value}`) }))}
            value={group.match}
            onChange={(match) => onChange({ ...group, match: match as GroupDraft['match'] })}
          />
        ) : null}
        {group.conditions.map((condition, row) => (
          <ConditionFields
            key={condition.key}
            place={at}
            row={row + 1}
            path={`groups.${place}.conditions.${row}.values`}
            condition={condition}
            facts={offered.includes(condition.fact) ? offered : [...offered, condition.fact]}
            fault={faults[`groups.${place}.conditions.${row}.values`]}
            choices={choices}
            attributes={attributes}
            onSearch={onSearch}
            onChange={(next) => setConditions(next ? group.conditions.toSpliced(row, 1, next) : group.conditions.toSpliced(row, 1))}
          />
        ))}
        {group.conditions.length < ruleConditionsMax ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setConditions([...group.conditions, newCondition('priority')])}
          >
            {say('addCondition')}
          </Button>
        ) : null}
      </Stack>
    </Fieldset>
  );
}

type ConditionProps = {
  place: number;
  row: number;
  path: string;
  condition: ConditionDraft;
  facts: readonly RuleFact[];
  fault: string | undefined;
  choices: RuleChoices;
  attributes: AskedAttributes;
  onSearch: (words: string) => void;
  onChange: (condition: ConditionDraft | undefined) => void;
};

function ConditionFields({ place, row, path, condition, facts, fault, choices, attributes, onSearch, onChange }: ConditionProps) {
  const say = useWords(chatRuleWords.rule);
  const sayFact = useWords(chatTraceWords.fact);
  const { fact, compare, values } = condition;
  const [is, isNot] = (plural as readonly RuleFact[]).includes(fact)
    ? ([say('hasOne'), say('hasNone')] as const)
    : ([say('is'), say('isNot')] as const);
  const where = { row, place };
  const common = {
    'aria-label': say('values', where),
    'data-path': path,
    error: fault,
    value: values,
    onChange: (chosen: string[]) => onChange({ ...condition, values: chosen }),
  };
  const data = {
    ...choices,
    language: languages.map((code) => ({ value: code, label: code })),
    priority: priorities.map((value) => ({ value, label: value })),
  };
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6}>
        <Select
          aria-label={say('fact', where)}
          allowDeselect={false}
          openOnFocus={false}
          data={facts.map((value) => ({ value, label: sayFact(value) }))}
          value={fact}
          onChange={(chosen) => onChange({ ...newCondition(chosen as RuleFact), key: condition.key })}
        />
        {fact === 'attribute' ? null : (
          <Select
            aria-label={say('compare', where)}
            allowDeselect={false}
            openOnFocus={false}
            data={[
              { value: 'is', label: is },
              { value: 'isNot', label: isNot },
            ]}
            value={compare}
            onChange={(chosen) => onChange({ ...condition, compare: chosen as ConditionDraft['compare'] })}
          />
        )}
      </SimpleGrid>
      <Group gap={6} wrap="nowrap" align="flex-start">
        {fact === 'attribute' ? (
          <AttributeFields where={where} path={path} condition={condition} fault={fault} attributes={attributes} onChange={onChange} />
        ) : fact === 'message' ? (
          <TagsInput
            {...common}
            description={say('wordsHint')}
            maxTags={ruleValuesMax}
            maxLength={ruleWordLimit}
            acceptValueOnBlur
            flex={1}
          />
        ) : fact === 'language' ? (
          <TagsInput {...common} data={languages} maxTags={ruleValuesMax} maxLength={3} acceptValueOnBlur flex={1} {...nativeOptions} />
        ) : (
          <MultiSelect
            {...common}
            searchable
            openOnFocus={false}
            maxValues={ruleValuesMax}
            data={data[fact]}
            flex={1}
            {...(fact === 'group' ? { onSearchChange: onSearch } : {})}
            {...nativeOptions}
          />
        )}
        <ActionIcon aria-label={say('removeCondition', where)} color="red" onClick={() => onChange(undefined)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}
