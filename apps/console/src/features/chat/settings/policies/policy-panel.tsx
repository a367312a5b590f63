import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core';
import type { ClockPolicy } from '@parley/contract';
import { IconDots, IconGripVertical, IconPlus, IconStopwatch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { confirmBin } from '../../../../lib/dialogs.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useRowMove } from '../../../../lib/use-row-move.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { departmentsQuery } from '../../../account/shared/departments.ts';
import { useMe } from '../../../account/shared/me.ts';
import classes from '../settings.module.css';
import { policiesQuery, useOrderPolicies, useRemovePolicy } from './policy.queries.ts';
import { PolicyForm } from './policy-form.tsx';

export type PolicyPanelProps = {
  /** Shows the policies that chats of this department may come under; '': all of them, which can be put into an order */
  deptId: string;
  isReadOnly: boolean;
};
const none: readonly ClockPolicy[] = [];
type Open = { policy: ClockPolicy | undefined };

/** The policies of clocks, in the order in which they are asked. */
export function PolicyPanel({ deptId, isReadOnly }: PolicyPanelProps) {
  const say = useWords(chatSettingsWords.policy);
  const reachesAll = useMe()?.dataScope === 'enterprise';
  const list = useQuery(policiesQuery);
  const policies = list.data ?? none;
  const rows = deptId === '' ? list.data : list.data?.filter((policy) => policy.deptId === '' || policy.deptId === deptId);
  const [open, setOpen] = useState<Open>();
  const { mutate: order } = useOrderPolicies();
  const moves = useRowMove({
    rows: policies,
    sayMoved: (place) => say('moved', place),
    onMove: (id, index) => {
      const ids = policies.map((policy) => policy.id).filter((other) => other !== id);
      order(ids.toSpliced(index, 0, id), { onError: tellFailure });
    },
  });
  // The order is one of the whole enterprise.
  const isMovable = deptId === '' && reachesAll && !isReadOnly;
  const columns = useColumns({ policies, moves, isMovable, isReadOnly, reachesAll, onOpen: setOpen });
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ policy: undefined })}>
      {say('add')}
    </Button>
  );
  return (
    <Panel title={say('title')} text={say('hint')} actions={policies.length > 0 ? add : null}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        getRowProps={({ id }) => ({ className: classes.labelRow, ...(isMovable ? moves.rowProps(id) : {}) })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconStopwatch} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      <VisuallyHidden aria-live="assertive">{moves.spoken}</VisuallyHidden>
      {open ? <PolicyForm deptId={deptId} policy={open.policy} reachesAll={reachesAll} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

type ColumnsOptions = {
  policies: readonly ClockPolicy[];
  moves: ReturnType<typeof useRowMove>;
  isMovable: boolean;
  isReadOnly: boolean;
  reachesAll: boolean;
  onOpen: (open: Open) => void;
};

function useColumns({ policies, moves, isMovable, isReadOnly, reachesAll, onOpen }: ColumnsOptions): DataColumn<ClockPolicy>[] {
  const say = useWords(chatSettingsWords.policy);
  const { data: departments } = useQuery(departmentsQuery);
  // Columns that change are drawn anew with all their cells: the handle would lose the focus, and a drag its element.
  const latest = useRef({ policies, moves });
  latest.current = { policies, moves };
  return useMemo(() => {
    const nameOf = (deptId: string) => departments?.find(({ id }) => id === deptId)?.name ?? '';
    const timesOf = (amber: number, red: number, act: number) =>
      amber + red + act === 0 ? '–' : say('timesOf', { amber: amber || '–', red: red || '–', act: act || '–' });
    const columns: DataColumn<ClockPolicy>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (policy) => (
          <span className={classes.labelName}>
            {isMovable ? (
              <ActionIcon
                {...latest.current.moves.handleProps(policy)}
                className={classes.handle}
                aria-label={say('drag', { name: policy.name })}
                title={say('dragHint')}
              >
                <IconGripVertical size={15} />
              </ActionIcon>
            ) : null}
            <span>{policy.name}</span>
          </span>
        ),
      },
      {
        id: 'for',
        header: say('for'),
        cell: ({ deptId, groupId, groupName, fromPriority, toPriority }) =>
          [
            deptId === '' ? say('allDepartments') : nameOf(deptId),
            groupId === '' ? say('allCustomers') : groupName,
            say('priorities', { from: fromPriority, to: toPriority }),
          ].join(' · '),
      },
      {
        id: 'first',
        header: say('first'),
        cell: ({ firstAmberSeconds, firstRedSeconds, firstActSeconds }) => timesOf(firstAmberSeconds, firstRedSeconds, firstActSeconds),
      },
      {
        id: 'next',
        header: say('next'),
        cell: ({ nextAmberSeconds, nextRedSeconds, nextActSeconds }) => timesOf(nextAmberSeconds, nextRedSeconds, nextActSeconds),
      },
      {
        id: 'resolution',
        header: say('resolution'),
        cell: ({ resolutionAmberSeconds, resolutionRedSeconds, resolutionActSeconds }) =>
          timesOf(resolutionAmberSeconds, resolutionRedSeconds, resolutionActSeconds),
      },
      { id: 'act', header: say('act'), cell: ({ act }) => say(`act_${act}`) },
    ];
    if (isReadOnly) return columns;
    const actions: DataColumn<ClockPolicy> = {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      width: 60,
      cell: (policy) =>
        // Policies of all departments are the enterprise's to change.
        reachesAll || policy.deptId !== '' ? (
          <PolicyMenu
            policy={policy}
            policies={latest.current.policies}
            isMovable={isMovable}
            onEdit={() => onOpen({ policy })}
            onMove={(by) => latest.current.moves.move(policy.id, by)}
          />
        ) : null,
    };
    return [...columns, actions];
  }, [say, departments, isMovable, isReadOnly, reachesAll, onOpen]);
}

type PolicyMenuProps = {
  policy: ClockPolicy;
  policies: readonly ClockPolicy[];
  isMovable: boolean;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
};

function PolicyMenu({ policy: { id, name }, policies, isMovable, onEdit, onMove }: PolicyMenuProps) {
  const say = useWords(chatSettingsWords.policy);
  const sayDone = useWords(commonWords.done);
  const { mutate: remove } = useRemovePolicy();
  const place = policies.findIndex((other) => other.id === id);
  const handleRemove = async () => {
    if (!(await confirmBin('delete', name))) return;
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
        {isMovable ? (
          <>
            <Menu.Item disabled={place === 0} onClick={() => onMove(-1)}>
              {say('moveUp')}
            </Menu.Item>
            <Menu.Item disabled={place === policies.length - 1} onClick={() => onMove(1)}>
              {say('moveDown')}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item color="red" onClick={() => void handleRemove()}>
          {say('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
