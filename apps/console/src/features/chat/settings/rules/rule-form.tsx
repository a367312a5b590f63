import { Button, Fieldset, Modal, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type ChatRule, type RuleEvent, ruleActsMax, ruleEvents, ruleGroupsMax } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../../components/native-options.ts';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatRuleWords } from '../../../../locales/chat-rule.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useDepartmentOptions } from '../../../account/shared/departments.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { ruleChoicesQuery, ruleQuery, useSaveRule } from './rule.queries.ts';
import { ActFields } from './rule-act-fields.tsx';
import { faultsOf, newAct, newGroup, type RuleDraft, toBody, toDraft } from './rule-draft.ts';
import { GroupFields, type RuleChoices } from './rule-group-fields.tsx';

export type RuleFormProps = {
  /** The department that a new rule is for; '': all of them */
  deptId: string;
  rule: ChatRule | undefined;
  /** Rules of all departments are the user's to make. */
  reachesAll: boolean;
  onClose: () => void;
};

/** The event of a rule, the chats that it is for, and its acts; a new one without `rule`. */
export function RuleForm({ deptId, rule, reachesAll, onClose }: RuleFormProps) {
  const say = useWords(chatRuleWords.rule);
  const sayEvent = useWords(chatRuleWords.event);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveRule();
  const { choices, attributes, onSearch, departments, learn } = useChoices(rule);
  const form = useRecordDialog({
    record: rule,
    toDraft: (record) => toDraft(record, deptId),
    toBody,
    fromBody: (body) => toDraft(body, deptId),
    read: async (client) => {
      const stands = await client.fetchQuery({ ...ruleQuery(rule?.id ?? ''), staleTime: 0 });
      learn(stands);
      return stands;
    },
    check: (draft: RuleDraft) => faultsOf(draft, say),
    save: (body, version) => save.mutateAsync({ ...body, ...(rule && version !== undefined ? { id: rule.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(rule ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field, box, choice, draft, faults } = form;
  const { groups, acts } = draft;
  const move = (place: number, by: 1 | -1) => {
    const act = acts[place];
    if (act) form.change({ acts: acts.toSpliced(place, 1).toSpliced(place + by, 0, act) });
  };
  // A rule that answers a message begins with its words.
  const chooseEvent = (event: RuleEvent) =>
    form.change({ event, ...(event === 'message' && groups.length === 0 ? { groups: [newGroup('message')] } : {}) });
  return (
    <Modal opened onClose={onClose} size="lg" title={rule ? say('editTitle', { name: rule.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(rule ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
        <Select
          label={say('department')}
          placeholder={say('allDepartments')}
          data={departments}
          clearable={reachesAll}
          disabled={!reachesAll}
          {...nativeOptions}
          {...choice('deptId')}
        />
        <Select
          label={say('event')}
          allowDeselect={false}
          openOnFocus={false}
          data={ruleEvents.map((value) => ({ value, label: sayEvent(value) }))}
          {...choice('event')}
          onChange={(event) => chooseEvent(event as RuleEvent)}
        />
        {draft.event === 'waits' ? <TextInput label={say('minutes')} inputMode="numeric" withAsterisk {...field('waitMinutes')} /> : null}
        <Switch label={say('isOn')} {...box('isOn')} />
        <Fieldset legend={say('groups')}>
          <Stack gap="sm">
            <Text size="sm">{say('groupsHint')}</Text>
            {groups.map((group, place) => (
              <GroupFields
                key={group.key}
                place={place}
                group={group}
                event={draft.event}
                faults={faults}
                choices={choices}
                attributes={attributes}
                onSearch={onSearch}
                onChange={(next) => form.change({ groups: next ? groups.toSpliced(place, 1, next) : groups.toSpliced(place, 1) })}
              />
            ))}
            <Fault text={faults.groups} />
            {groups.length < ruleGroupsMax ? (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => form.change({ groups: [...groups, newGroup(draft.event === 'message' ? 'message' : 'channel')] })}
              >
                {say('addGroup')}
              </Button>
            ) : null}
          </Stack>
        </Fieldset>
        <Fieldset legend={say('does')}>
          <Stack gap="sm">
            {acts.map((act, place) => (
              <ActFields
                key={act.key}
                place={place}
                isLast={place === acts.length - 1}
                act={act}
                faults={faults}
                choices={{ label: choices.label, department: departments }}
                onChange={(next) => form.change({ acts: acts.toSpliced(place, 1, next) })}
                onMove={(by) => move(place, by)}
                onRemove={() => form.change({ acts: acts.toSpliced(place, 1) })}
              />
            ))}
            <Fault text={faults.acts} />
            {acts.length < ruleActsMax ? (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => form.change({ acts: [...acts, newAct()] })}
              >
                {say('addAct')}
              </Button>
            ) : null}
          </Stack>
        </Fieldset>
      </DialogForm>
    </Modal>
  );
}

const Fault = ({ text }: { text: string | undefined }) =>
  text ? (
    <Text size="sm" c="red" role="alert">
      {text}
    </Text>
  ) : null;

/** Records that a rule names by this fact, or by an act. */
const namedBy = ({ groups, acts }: ChatRule, fact: keyof RuleChoices): string[] => [
  ...groups.flatMap(({ conditions }) => conditions.flatMap((one) => (one.fact === fact ? one.values : []))),
  ...(fact === 'label' ? acts.flatMap((act) => ('labelId' in act ? [act.labelId] : [])) : []),
];

/** Records that the rule may name, with those that it names already, which the choices may lack. */
function useChoices(rule: ChatRule | undefined) {
  const say = useWords(chatRuleWords.rule);
  const departments = useDepartmentOptions();
  const [search, setSearch] = useState('');
  const [known, setKnown] = useState<readonly ChatRule[]>(rule ? [rule] : []);
  const { data, isPending, error, refetch } = useQuery({
    ...ruleChoicesQuery(useDeferredValue(search.trim())),
    placeholderData: keepPreviousData,
  });
  const options = (fact: keyof RuleChoices, found: ChatRule['names'] = []) => {
    const own = known.flatMap((one) => {
      const ids = namedBy(one, fact);
      return one.names.filter(({ id }) => ids.includes(id));
    });
    return [...new Map([...own, ...found].map(({ id, name }) => [id, name]))].map(([value, label]) => ({ value, label }));
  };
  const choices: RuleChoices = {
    channel: options('channel', data?.channels),
    group: options('group', data?.groups),
    label: options('label', data?.labels),
    department: [{ value: '', label: say('none') }, ...departments],
  };
  const attributes = {
    fields: data?.attributes ?? [],
    isPending,
    error,
    onRetry: () => void refetch(),
    names: new Map(known.flatMap(({ names }) => names.map(({ id, name }) => [id, name] as const))),
  };
  const learn = (one: ChatRule) => setKnown((before) => [...before, one]);
  return { choices, attributes, onSearch: setSearch, departments, learn };
}
