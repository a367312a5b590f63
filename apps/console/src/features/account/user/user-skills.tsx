import { ActionIcon, Group, Modal, Select, Skeleton, Text } from '@mantine/core';
import { noSkillLevel, skillLevels, type UserRow, type UserSkill } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { peopleWords } from '../../../locales/people.ts';
import { userSkillsQuery, useSaveUserSkills } from './user.queries.ts';

const levels = Array.from({ length: skillLevels.highest }, (_, index) => String(index + skillLevels.lowest));

type Props = { user: Pick<UserRow, 'uId' | 'name'>; onClose: () => void };

/** Levels of a user in the skills of the enterprise: each skill keeps its own history, so that they are no part of the user's form. */
export function UserSkills({ user, onClose }: Props) {
  const say = useWords(peopleWords.user);
  const { data, error, refetch } = useQuery(userSkillsQuery(user.uId));
  return (
    <Modal opened onClose={onClose} title={say('skillsOf', { name: user.name })}>
      {data ? (
        <SkillLevels userId={user.uId} skills={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Modal>
  );
}

/** @property from the level that stood there when it was changed: a change of somebody else since takes this one away */
type Change = { from: number; level: number };

/** @property skills as they stand on the server; changes are kept beside them, so that those of others come along */
function SkillLevels({ userId, skills, onClose }: { userId: string; skills: readonly UserSkill[]; onClose: () => void }) {
  const say = useWords(peopleWords.user);
  const sayCommon = useWords(commonWords.ui);
  const form = useForm({ initial: { changes: {} as Readonly<Record<string, Change>> } });
  const { changes } = form.draft;
  const addField = useRef<HTMLInputElement>(null);
  const save = useSaveUserSkills();
  const keptOf = ({ level }: UserSkill) => level ?? noSkillLevel;
  const levelOf = (skill: UserSkill) => {
    const change = changes[skill.id];
    return change?.from === keptOf(skill) ? change.level : keptOf(skill);
  };
  const set = (skill: UserSkill, level: number) => form.change({ changes: { ...changes, [skill.id]: { from: keptOf(skill), level } } });
  const own = skills.filter((skill) => levelOf(skill) !== noSkillLevel);
  const others = skills.filter((skill) => levelOf(skill) === noSkillLevel);
  const changed = skills.filter((skill) => levelOf(skill) !== keptOf(skill));
  /** The row goes with its button: the focus stays in the dialog. */
  const handleTake = (skill: UserSkill) => {
    flushSync(() => set(skill, noSkillLevel));
    addField.current?.focus();
  };
  const handleSubmit = () => {
    if (changed.length === 0) return onClose();
    save.mutate(
      { userId, skills: changed.map((skill) => ({ skillId: skill.id, from: keptOf(skill), level: levelOf(skill) })) },
      {
        onSuccess: () => {
          showToast('success', say('skillsSaved'));
          onClose();
        },
      },
    );
  };
  if (skills.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('skillsNone')}
      </Text>
    );
  return (
    <DialogForm submit={sayCommon('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
      <Text size="sm" c="dimmed">
        {say('skillsHint')}
      </Text>
      {save.error ? <SaveFailure error={save.error} /> : null}
      {own.map((skill) => (
        <Group key={skill.id} gap="xs" wrap="nowrap">
          <Text size="sm" flex={1}>
            {skill.name}
          </Text>
          <Select
            aria-label={say('skillLevel', { name: skill.name })}
            data={levels}
            value={String(levelOf(skill))}
            w={80}
            {...nativeOptions}
            allowDeselect={false}
            onChange={(level) => set(skill, Number(level ?? levelOf(skill)))}
          />
          <ActionIcon aria-label={say('takeSkill', { name: skill.name })} color="red" onClick={() => handleTake(skill)}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {others.length > 0 ? (
        <Select
          ref={addField}
          label={say('addSkill')}
          placeholder={say('addSkillHint')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          searchable
          {...nativeOptions}
          onChange={(id) => {
            const skill = others.find((other) => other.id === id);
            if (skill) set(skill, skillLevels.lowest);
          }}
        />
      ) : null}
    </DialogForm>
  );
}
