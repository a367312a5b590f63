import { ActionIcon, Fieldset, Group, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type Skill, skillLevels, skillSecondsMax } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../../components/native-options.ts';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useDepartmentOptions } from '../../../account/shared/departments.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { agentsQuery } from '../../shared/chat.queries.ts';
import { skillQuery, useSaveSkill } from './skill.queries.ts';
import { faultsOf, type SkillDraft, toDraft, toSave, usual } from './skill-draft.ts';

const levels = Array.from({ length: skillLevels.highest }, (_, index) => String(index + skillLevels.lowest));
/** Value of the choice that stands for all departments, which a list cannot have as an empty text. */
const all = 'all';

export type SkillFormProps = { skill: Skill | undefined; onClose: () => void };

/** A skill, the agents who have it, and the departments whose chats need it; a new one without `skill`. */
export function SkillForm({ skill, onClose }: SkillFormProps) {
  const say = useWords(chatSettingsWords.skill);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveSkill();
  const departments = useDepartmentOptions();
  // A user who configures chats without handling any may not read the agents: those of the skill stand by their names.
  const { data: found } = useQuery({ ...agentsQuery, meta: { isQuiet: true } });
  const nameOf = (deptId: string) =>
    deptId === '' ? say('allDepartments') : (departments.find(({ value }) => value === deptId)?.label ?? deptId);
  const form = useRecordDialog({
    record: skill,
    toDraft,
    read: (client) => client.fetchQuery(skillQuery(skill?.id ?? '')),
    check: (draft: SkillDraft) => ({ ...faultsOf(draft), ...(draft.name.trim() === '' ? { name: say('nameEmpty') } : {}) }),
    fieldOf: (path) => path.split('.')[0],
    save: (draft, version) => save.mutateAsync({ ...toSave(draft), ...(skill && version !== undefined ? { id: skill.id, version } : {}) }),
    nameOf: (path) => say(path as keyof SkillDraft),
    show: (path, value) => {
      if (path === 'agents') return (value as SkillDraft['agents']).map(({ name, level }) => `${name} ${level}`).join(', ');
      if (path === 'needs') return (value as SkillDraft['needs']).map(({ deptId, level }) => `${nameOf(deptId)} ${level}`).join(', ');
      return value;
    },
    onSaved: () => {
      showToast('success', sayDone(skill ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field, draft, faults } = form;
  const setAgents = (agents: SkillDraft['agents']) => form.change({ agents });
  const setNeeds = (needs: SkillDraft['needs']) => form.change({ needs });
  const others = (found?.users ?? []).filter(({ uId }) => !draft.agents.some((agent) => agent.uId === uId));
  const free = [{ value: '', label: say('allDepartments') }, ...departments].filter(
    ({ value }) => !draft.needs.some(({ deptId }) => deptId === value),
  );
  const level = (label: string, value: string, onChange: (value: string) => void) => (
    <Select
      aria-label={label}
      data={levels}
      value={value}
      w={80}
      {...nativeOptions}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? value)}
    />
  );
  return (
    <Modal opened onClose={onClose} size="lg" title={skill ? say('editTitle', { name: skill.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(skill ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={60} {...field('name')} />
        <Fieldset legend={say('agents')}>
          <Stack gap="xs">
            {draft.agents.map((agent, place) => (
              <Group key={agent.uId} gap="xs" wrap="nowrap">
                <Text size="sm" flex={1}>
                  {agent.name}
                </Text>
                {level(say('levelOf', { name: agent.name }), agent.level, (next) =>
                  setAgents(draft.agents.with(place, { ...agent, level: next })),
                )}
                <ActionIcon
                  aria-label={say('takeOut', { name: agent.name })}
                  color="red"
                  onClick={() => setAgents(draft.agents.toSpliced(place, 1))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            ))}
            <Select
              label={say('addAgent')}
              placeholder={say('addAgentHint')}
              data={others.map(({ uId, name }) => ({ value: uId, label: name }))}
              value={null}
              searchable
              {...nativeOptions}
              onChange={(uId) => {
                const agent = others.find((other) => other.uId === uId);
                if (agent) setAgents([...draft.agents, { uId: agent.uId, name: agent.name, level: usual.level }]);
              }}
            />
            <Fault text={faults.agents} />
          </Stack>
        </Fieldset>
        <Fieldset legend={say('needs')}>
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {say('needsHint')}
            </Text>
            {draft.needs.map((need, place) => {
              const name = nameOf(need.deptId);
              return (
                <Group key={need.deptId} gap="xs" wrap="nowrap">
                  <Text size="sm" flex={1}>
                    {name}
                  </Text>
                  {level(say('levelOf', { name }), need.level, (next) => setNeeds(draft.needs.with(place, { ...need, level: next })))}
                  <NumberInput
                    aria-label={say('secondsOf', { name })}
                    suffix={say('secondsSuffix')}
                    allowDecimal={false}
                    allowNegative={false}
                    clampBehavior="none"
                    min={1}
                    max={skillSecondsMax}
                    w={130}
                    value={need.seconds}
                    onChange={(seconds) => setNeeds(draft.needs.with(place, { ...need, seconds }))}
                  />
                  <ActionIcon aria-label={say('takeOut', { name })} color="red" onClick={() => setNeeds(draft.needs.toSpliced(place, 1))}>
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              );
            })}
            <Select
              label={say('addNeed')}
              placeholder={say('addNeedHint')}
              data={free.map(({ value, label }) => ({ value: value || all, label }))}
              value={null}
              searchable
              {...nativeOptions}
              onChange={(chosen) => {
                if (chosen !== null) setNeeds([...draft.needs, { deptId: chosen === all ? '' : chosen, ...usual }]);
              }}
            />
            <Fault text={faults.needs} />
          </Stack>
        </Fieldset>
      </DialogForm>
    </Modal>
  );
}

function Fault({ text }: { text: string | undefined }) {
  return text ? (
    <Text size="sm" c="red" role="alert">
      {text}
    </Text>
  ) : null;
}
