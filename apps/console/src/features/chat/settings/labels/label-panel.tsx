import { ActionIcon, Badge, Button, ColorSwatch, Menu, VisuallyHidden } from '@mantine/core';
import type { ChatLabel } from '@parley/contract';
import { IconDots, IconGripVertical, IconPlus, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
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
import classes from '../settings.module.css';
import { labelsQuery, useOrderLabels, useRemoveLabel, useSaveLabel } from './label.queries.ts';
import { LabelForm } from './label-form.tsx';

export type LabelPanelProps = {
  /** '': labels of all departments that have none of their own */
  deptId: string;
  isReadOnly: boolean;
};
const none: readonly ChatLabel[] = [];
type Open = { label: ChatLabel | undefined };

/** The labels of a scope, in the order in which agents are offered them. */
export function LabelPanel({ deptId, isReadOnly }: LabelPanelProps) {
  const say = useWords(chatSettingsWords.label);
  const list = useQuery(labelsQuery(deptId));
  const labels = list.data ?? none;
  const [open, setOpen] = useState<Open>();
  const { mutate: order } = useOrderLabels(deptId);
  const moves = useRowMove({
    rows: labels,
    sayMoved: (place) => say('moved', place),
    onMove: (id, index) => {
      const ids = labels.map((label) => label.id).filter((other) => other !== id);
      order(ids.toSpliced(index, 0, id), { onError: tellFailure });
    },
  });
  const columns = useColumns({ deptId, labels, moves, isReadOnly, onOpen: setOpen });
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ label: undefined })}>
      {say('add')}
    </Button>
  );
  const isInherited = deptId !== '';
  return (
    <Panel title={say('title')} text={say('hint')} actions={labels.length > 0 ? add : null}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        getRowProps={({ id }) => ({ className: classes.labelRow, ...(isReadOnly ? {} : moves.rowProps(id)) })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon={IconTag}
            title={say(isInherited ? 'emptyDepartment' : 'empty')}
            text={say(isInherited ? 'emptyDepartmentText' : 'emptyText')}
            action={add}
          />
        }
      />
      <VisuallyHidden aria-live="assertive">{moves.spoken}</VisuallyHidden>
      {open ? <LabelForm deptId={deptId} label={open.label} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

type ColumnsOptions = LabelPanelProps & {
  labels: readonly ChatLabel[];
  moves: ReturnType<typeof useRowMove>;
  onOpen: (open: Open) => void;
};

function useColumns({ deptId, labels, moves, isReadOnly, onOpen }: ColumnsOptions): DataColumn<ChatLabel>[] {
  const say = useWords(chatSettingsWords.label);
  // Columns that change are drawn anew with all their cells: the handle would lose the focus, and a drag its element.
  const latest = useRef({ labels, moves });
  latest.current = { labels, moves };
  return useMemo(() => {
    const columns: DataColumn<ChatLabel>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (label) => (
          <span className={classes.labelName}>
            {isReadOnly ? null : (
              <ActionIcon
                {...latest.current.moves.handleProps(label)}
                className={classes.handle}
                aria-label={say('drag', { name: label.name })}
                title={say('dragHint')}
              >
                <IconGripVertical size={15} />
              </ActionIcon>
            )}
            <ColorSwatch component="span" color={label.colour} size={12} withShadow={false} aria-hidden />
            <span>{label.name}</span>
          </span>
        ),
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
    const actions: DataColumn<ChatLabel> = {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      width: 60,
      cell: (label) => (
        <LabelMenu
          deptId={deptId}
          label={label}
          labels={latest.current.labels}
          onEdit={() => onOpen({ label })}
          onMove={(by) => latest.current.moves.move(label.id, by)}
        />
      ),
    };
    return [...columns, actions];
  }, [say, deptId, isReadOnly, onOpen]);
}

type LabelMenuProps = {
  deptId: string;
  label: ChatLabel;
  labels: readonly ChatLabel[];
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
};

function LabelMenu({ deptId, label, labels, onEdit, onMove }: LabelMenuProps) {
  const say = useWords(chatSettingsWords.label);
  const sayDone = useWords(commonWords.done);
  const { mutate: save } = useSaveLabel(deptId);
  const { mutate: remove } = useRemoveLabel(deptId);
  const { id, name, colour, isActive, isUsed, version } = label;
  const place = labels.findIndex((other) => other.id === id);

  const handleRetire = () =>
    save(
      { id, name, colour, isActive: !isActive, version },
      { onSuccess: () => showToast('success', sayDone('saved')), onError: tellFailure },
    );
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
        <Menu.Item disabled={place === labels.length - 1} onClick={() => onMove(1)}>
          {say('moveDown')}
        </Menu.Item>
        <Menu.Item onClick={handleRetire}>{say(isActive ? 'retire' : 'revive')}</Menu.Item>
        {/* Chats are about a used label: it is retired. */}
        {isUsed ? null : (
          <Menu.Item color="red" onClick={() => void handleRemove()}>
            {say('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
