import { ActionIcon, Badge, Button, ColorSwatch, Menu, VisuallyHidden } from '@mantine/core';
import { type AgentStatusKind, agentStatuses } from '@parley/contract';
import { IconDots, IconGripVertical, IconPlus, IconUserPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { confirmDelete } from '../../../../lib/dialogs.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useRowMove } from '../../../../lib/use-row-move.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { departmentsQuery } from '../../../account/shared/departments.ts';
import { nameOfStatus, statusKindsQuery } from '../../shared/own-status.ts';
import classes from '../settings.module.css';
import { useOrderStatuses, useRemoveStatus, useSaveStatus } from './status.queries.ts';
import { StatusForm } from './status-form.tsx';

/** @property isReadOnly they are the enterprise's to change, and the user does not reach all of it */
export type StatusPanelProps = { isReadOnly: boolean };
const none: readonly AgentStatusKind[] = [];
type Open = { status: AgentStatusKind | undefined };

/** Own statuses of the enterprise, in the order in which agents are offered them. */
export function StatusPanel({ isReadOnly }: StatusPanelProps) {
  const say = useWords(chatSettingsWords.status);
  const list = useQuery(statusKindsQuery);
  const statuses = list.data ?? none;
  const [open, setOpen] = useState<Open>();
  const { mutate: order } = useOrderStatuses();
  const moves = useRowMove({
    rows: statuses,
    sayMoved: (place) => say('moved', place),
    onMove: (id, index) => {
      const ids = statuses.map((status) => status.id).filter((other) => other !== id);
      order(ids.toSpliced(index, 0, id), { onError: tellFailure });
    },
  });
  const columns = useColumns({ statuses, moves, isReadOnly, onOpen: setOpen });
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ status: undefined })}>
      {say('add')}
    </Button>
  );
  return (
    <Panel title={say('title')} text={say('hint')} actions={statuses.length > 0 ? add : null}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        getRowProps={({ id }) => ({ className: classes.labelRow, ...(isReadOnly ? {} : moves.rowProps(id)) })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconUserPause} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      <VisuallyHidden aria-live="assertive">{moves.spoken}</VisuallyHidden>
      {open ? <StatusForm status={open.status} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

type ColumnsOptions = StatusPanelProps & {
  statuses: readonly AgentStatusKind[];
  moves: ReturnType<typeof useRowMove>;
  onOpen: (open: Open) => void;
};

function useColumns({ statuses, moves, isReadOnly, onOpen }: ColumnsOptions): DataColumn<AgentStatusKind>[] {
  const say = useWords(chatSettingsWords.status);
  const { i18n } = useTranslation();
  const { data: departments } = useQuery(departmentsQuery);
  // Columns that change are drawn anew with all their cells: the handle would lose the focus, and a drag its element.
  const latest = useRef({ statuses, moves });
  latest.current = { statuses, moves };
  return useMemo(() => {
    const columns: DataColumn<AgentStatusKind>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (status) => (
          <span className={classes.labelName}>
            {isReadOnly ? null : (
              <ActionIcon
                {...latest.current.moves.handleProps(status)}
                className={classes.handle}
                aria-label={say('drag', { name: status.name })}
                title={say('dragHint')}
              >
                <IconGripVertical size={15} />
              </ActionIcon>
            )}
            <ColorSwatch component="span" color={status.colour} size={12} withShadow={false} aria-hidden />
            <span>{nameOfStatus(status, i18n.language)}</span>
          </span>
        ),
      },
      {
        id: 'effect',
        header: say('effect'),
        cell: ({ base, isRouted }) => say(base === agentStatuses.away ? 'effect_away' : isRouted ? 'effect_routed' : 'effect_unrouted'),
      },
      {
        id: 'departments',
        header: say('departments'),
        cell: ({ deptIds }) =>
          deptIds.length === 0
            ? say('departmentsAll')
            : deptIds.map((deptId) => departments?.find(({ id }) => id === deptId)?.name ?? say('departmentGone')).join(', '),
      },
      {
        id: 'state',
        header: say('state'),
        cell: ({ isActive }) => (
          <Badge variant="light" color={isActive ? 'green' : 'gray'}>
            {say(isActive ? 'active' : 'retired')}
          </Badge>
        ),
      },
    ];
    if (isReadOnly) return columns;
    const actions: DataColumn<AgentStatusKind> = {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      width: 60,
      cell: (status) => (
        <StatusMenu
          status={status}
          statuses={latest.current.statuses}
          onEdit={() => onOpen({ status })}
          onMove={(by) => latest.current.moves.move(status.id, by)}
        />
      ),
    };
    return [...columns, actions];
  }, [say, i18n.language, departments, isReadOnly, onOpen]);
}

type StatusMenuProps = {
  status: AgentStatusKind;
  statuses: readonly AgentStatusKind[];
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
};

function StatusMenu({ status, statuses, onEdit, onMove }: StatusMenuProps) {
  const say = useWords(chatSettingsWords.status);
  const sayDone = useWords(commonWords.done);
  const { mutate: save } = useSaveStatus();
  const { mutate: remove } = useRemoveStatus();
  const { id, name, isActive, isUsed } = status;
  const place = statuses.findIndex((other) => other.id === id);

  const handleRetire = () =>
    save({ ...status, isActive: !isActive }, { onSuccess: () => showToast('success', sayDone('saved')), onError: tellFailure });
  const handleRemove = async () => {
    if (!(await confirmDelete('delete', name))) return;
    remove(id, {
      onSuccess: ({ isRetired }) => showToast('success', isRetired ? say('wasRetired') : sayDone('deleted')),
      onError: tellFailure,
    });
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
        <Menu.Item disabled={place === 0} onClick={() => onMove(-1)}>
          {say('moveUp')}
        </Menu.Item>
        <Menu.Item disabled={place === statuses.length - 1} onClick={() => onMove(1)}>
          {say('moveDown')}
        </Menu.Item>
        <Menu.Item onClick={handleRetire}>{say(isActive ? 'retire' : 'revive')}</Menu.Item>
        {/* Agents have a used status: it is retired. */}
        {isUsed ? null : (
          <Menu.Item color="red" onClick={() => void handleRemove()}>
            {say('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
