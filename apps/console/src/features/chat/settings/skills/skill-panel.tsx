import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Skill, SkillRow } from '@parley/contract';
import { IconAward, IconDots, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { confirmDelete } from '../../../../lib/dialogs.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { departmentsQuery } from '../../../account/shared/departments.ts';
import { skillQuery, skillsQuery, useRemoveSkill } from './skill.queries.ts';
import { SkillForm } from './skill-form.tsx';

/** @property isReadOnly they are the enterprise's to change, and the user does not reach all of it */
export type SkillPanelProps = { isReadOnly: boolean };
type Open = { skill: Skill | undefined };

/** Skills of the enterprise, with how many agents have them and whose chats need them. */
export function SkillPanel({ isReadOnly }: SkillPanelProps) {
  const say = useWords(chatSettingsWords.skill);
  const list = useQuery(skillsQuery);
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const handleEdit = (id: string) => {
    client.fetchQuery(skillQuery(id)).then((skill) => setOpen({ skill }), tellFailure);
  };
  const columns = useColumns(isReadOnly, handleEdit);
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ skill: undefined })}>
      {say('add')}
    </Button>
  );
  return (
    <Panel title={say('title')} text={say('hint')} actions={list.data?.length ? add : null}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconAward} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      {open ? <SkillForm skill={open.skill} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

function useColumns(isReadOnly: boolean, onEdit: (id: string) => void): DataColumn<SkillRow>[] {
  const say = useWords(chatSettingsWords.skill);
  const { data: departments } = useQuery(departmentsQuery);
  return useMemo(() => {
    const nameOf = (deptId: string) => (deptId === '' ? say('allDepartments') : (departments?.find(({ id }) => id === deptId)?.name ?? ''));
    const columns: DataColumn<SkillRow>[] = [
      { id: 'name', header: say('name'), isHideable: false, cell: ({ name }) => name },
      { id: 'agents', header: say('agents'), cell: ({ agentCount }) => formatNumber(agentCount) },
      {
        id: 'needs',
        header: say('needs'),
        cell: ({ needs }) => needs.map(({ deptId, level, seconds }) => say('needOf', { name: nameOf(deptId), level, seconds })).join(' · '),
      },
    ];
    if (isReadOnly) return columns;
    const actions: DataColumn<SkillRow> = {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      width: 60,
      cell: (row) => <SkillMenu row={row} onEdit={() => onEdit(row.id)} />,
    };
    return [...columns, actions];
  }, [say, departments, isReadOnly, onEdit]);
}

function SkillMenu({ row: { id, name }, onEdit }: { row: SkillRow; onEdit: () => void }) {
  const say = useWords(chatSettingsWords.skill);
  const sayDone = useWords(commonWords.done);
  const { mutate: remove } = useRemoveSkill();
  const handleRemove = async () => {
    if (!(await confirmDelete('delete', name))) return;
    remove(id, { onSuccess: () => showToast('success', sayDone('deleted')), onError: tellFailure });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={say('actionsOf', { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{say('edit')}</Menu.Item>
        <Menu.Item color="red" onClick={() => void handleRemove()}>
          {say('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
