import { Fieldset, Group, Modal, NumberInput, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { type ClockPolicy, ClockPolicySave, chatPriorities, checkPolicy, type PolicyTime, policyActs } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../../components/native-options.ts';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { sayFault } from '../../../../lib/errors.ts';
import { faultsBySchema } from '../../../../lib/schema-faults.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useDepartmentOptions } from '../../../account/shared/departments.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { type PolicyDraft, policyGroupsQuery, policyQuery, useSavePolicy } from './policy.queries.ts';

const longest = 7 * 86_400;
const minute = 60;

/** A new policy is about the usual: a minute until amber, three until red. */
const toDraft = (policy: ClockPolicy | undefined, deptId: string): PolicyDraft => ({
  name: policy?.name ?? '',
  deptId: policy?.deptId ?? deptId,
  groupId: policy?.groupId ?? '',
  fromPriority: policy?.fromPriority ?? chatPriorities.lowest,
  toPriority: policy?.toPriority ?? chatPriorities.highest,
  inOpenHours: policy?.inOpenHours ?? true,
  firstAmberSeconds: policy?.firstAmberSeconds ?? minute,
  firstRedSeconds: policy?.firstRedSeconds ?? 3 * minute,
  firstActSeconds: policy?.firstActSeconds ?? 0,
  nextAmberSeconds: policy?.nextAmberSeconds ?? minute,
  nextRedSeconds: policy?.nextRedSeconds ?? 3 * minute,
  nextActSeconds: policy?.nextActSeconds ?? 0,
  resolutionAmberSeconds: policy?.resolutionAmberSeconds ?? 0,
  resolutionRedSeconds: policy?.resolutionRedSeconds ?? 0,
  resolutionActSeconds: policy?.resolutionActSeconds ?? 0,
  act: policy?.act ?? 'tell',
  actPriority: policy?.actPriority ?? chatPriorities.highest,
  actDeptId: policy?.actDeptId ?? '',
});

/** A number that was emptied is what it is at first: no time, and any priority. */
const toBody = (draft: PolicyDraft): object =>
  Object.fromEntries(Object.entries(draft).filter(([key, value]) => value !== '' || key === 'name'));

/** Faults of the fields, and, where they have none, of the policy as a whole. */
function faultsOf(draft: PolicyDraft): Record<string, string> {
  const parsed = ClockPolicySave.safeParse(toBody(draft));
  if (!parsed.success) return faultsBySchema(ClockPolicySave, toBody(draft));
  return Object.fromEntries(checkPolicy(parsed.data).map(({ field, ...fault }) => [field, sayFault(fault)]));
}

export type PolicyFormProps = {
  /** The department that a new policy is for; '': all of them */
  deptId: string;
  policy: ClockPolicy | undefined;
  /** Departments that the user may choose; the enterprise's policies are for all of them. */
  reachesAll: boolean;
  onClose: () => void;
};

/** The chats that a policy is for, its times, and what happens then; a new one without `policy`. */
export function PolicyForm({ deptId, policy, reachesAll, onClose }: PolicyFormProps) {
  const say = useWords(chatSettingsWords.policy);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSavePolicy();
  const departments = useDepartmentOptions();
  const [groupSearch, setGroupSearch] = useState('');
  const { data: found = [] } = useQuery(policyGroupsQuery(useDeferredValue(groupSearch.trim())));
  const [groupNames, setGroupNames] = useState(() => new Map(policy?.groupId ? [[policy.groupId, policy.groupName]] : []));
  const form = useRecordDialog({
    record: policy,
    toDraft: (record) => toDraft(record, deptId),
    read: async (client) => {
      const stands = await client.fetchQuery({ ...policyQuery(policy?.id ?? ''), staleTime: 0 });
      setGroupNames((known) => new Map(known).set(stands.groupId, stands.groupName));
      return stands;
    },
    check: (draft) => ({
      ...faultsOf(draft),
      ...(draft.name.trim() === '' ? { name: say('nameEmpty') } : {}),
    }),
    save: (draft, version) =>
      save.mutateAsync({ ...ClockPolicySave.parse(toBody(draft)), ...(policy && version !== undefined ? { id: policy.id, version } : {}) }),
    nameOf: (path) => say(path as PolicyTime),
    show: (path, value) => {
      if (path === 'deptId') return departments.find((one) => one.value === value)?.label ?? say('allDepartments');
      if (path === 'actDeptId') return departments.find((one) => one.value === value)?.label ?? say('ownQueue');
      if (path === 'groupId') return groupNames.get(String(value)) ?? say('allCustomers');
      return path === 'act' ? say(`act_${value as PolicyDraft['act']}`) : value;
    },
    onSaved: () => {
      showToast('success', sayDone(policy ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field, box, choice, draft } = form;
  const chosen = draft.groupId === '' ? [] : [{ value: draft.groupId, label: groupNames.get(draft.groupId) ?? '' }];
  const others = found.filter(({ id }) => id !== draft.groupId).map(({ id, name }) => ({ value: id, label: name }));
  const whole = { allowDecimal: false, allowNegative: false, clampBehavior: 'none' } as const;
  const seconds = (path: PolicyTime) => <NumberInput key={path} {...whole} label={say(path)} min={0} max={longest} {...field(path)} />;
  const priority = (path: 'fromPriority' | 'toPriority' | 'actPriority') => (
    <NumberInput {...whole} label={say(path)} min={chatPriorities.lowest} max={chatPriorities.highest} {...field(path)} />
  );
  return (
    <Modal opened onClose={onClose} size="lg" title={policy ? say('editTitle', { name: policy.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(policy ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
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
          label={say('group')}
          placeholder={say('allCustomers')}
          data={[...chosen, ...others]}
          searchable
          clearable
          onSearchChange={setGroupSearch}
          {...nativeOptions}
          {...choice('groupId')}
          onChange={(groupId) => {
            const name = found.find(({ id }) => id === groupId)?.name;
            if (groupId && name !== undefined) setGroupNames((known) => new Map(known).set(groupId, name));
            choice('groupId').onChange(groupId);
          }}
        />
        <Group grow align="flex-start">
          {priority('fromPriority')}
          {priority('toPriority')}
        </Group>
        <Switch label={say('inOpenHours')} description={say('inOpenHoursHint')} {...box('inOpenHours')} />
        {(['first', 'next', 'resolution'] as const).map((kind) => (
          <Fieldset key={kind} legend={say(kind)}>
            <Stack gap="xs">
              <span>{say(`${kind}Hint`)}</span>
              <SimpleGrid cols={{ base: 1, xs: 3 }}>
                {seconds(`${kind}AmberSeconds`)}
                {seconds(`${kind}RedSeconds`)}
                {seconds(`${kind}ActSeconds`)}
              </SimpleGrid>
            </Stack>
          </Fieldset>
        ))}
        <Radio.Group label={say('act')} {...field('act')}>
          <Stack gap="xs" mt="xs">
            {policyActs.map((act) => (
              <Radio key={act} value={act} label={say(`act_${act}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {draft.act === 'raise' ? priority('actPriority') : null}
        {draft.act === 'move' ? (
          <Select
            label={say('actDeptId')}
            placeholder={say('ownQueue')}
            data={departments}
            clearable
            {...nativeOptions}
            {...choice('actDeptId')}
          />
        ) : null}
      </DialogForm>
    </Modal>
  );
}
