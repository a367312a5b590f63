import { ActionIcon, Badge, Button, Menu, VisuallyHidden } from '@mantine/core';
import type { ChatField } from '@parley/contract';
import { IconDots, IconForms, IconGripVertical, IconPlus } from '@tabler/icons-react';
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
import { chatFieldWords } from '../../../../locales/chat-field.ts';
import { commonWords } from '../../../../locales/common.ts';
import classes from '../settings.module.css';
import { fieldsQuery, useOrderFields, useRemoveField, useSaveField } from './field.queries.ts';
import { FieldForm } from './field-form.tsx';

export type FieldPanelProps = {
  /** '': fields of the chats of all departments */
  deptId: string;
  isReadOnly: boolean;
};
const none: readonly ChatField[] = [];
type Open = { field: ChatField | undefined };

/** The own fields of the chats of a scope, in the order in which agents see them. */
export function FieldPanel({ deptId, isReadOnly }: FieldPanelProps) {
  const say = useWords(chatFieldWords.field);
  const list = useQuery(fieldsQuery(deptId));
  const fields = list.data ?? none;
  const [open, setOpen] = useState<Open>();
  const { mutate: order } = useOrderFields(deptId);
  const moves = useRowMove({
    rows: fields,
    sayMoved: (place) => say('moved', place),
    onMove: (id, index) => {
      const ids = fields.map((field) => field.id).filter((other) => other !== id);
      order(ids.toSpliced(index, 0, id), { onError: tellFailure });
    },
  });
  const columns = useColumns({ deptId, fields, moves, isReadOnly, onOpen: setOpen });
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ field: undefined })}>
      {say('add')}
    </Button>
  );
  const isOwn = deptId !== '';
  return (
    <Panel title={say('title')} text={say('hint')} actions={fields.length > 0 ? add : null}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        getRowProps={({ id }) => (isReadOnly ? {} : moves.rowProps(id))}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon={IconForms}
            title={say(isOwn ? 'emptyDepartment' : 'empty')}
            text={say(isOwn ? 'emptyDepartmentText' : 'emptyText')}
            action={add}
          />
        }
      />
      <VisuallyHidden aria-live="assertive">{moves.spoken}</VisuallyHidden>
      {open ? <FieldForm deptId={deptId} field={open.field} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

type ColumnsOptions = FieldPanelProps & {
  fields: readonly ChatField[];
  moves: ReturnType<typeof useRowMove>;
  onOpen: (open: Open) => void;
};

function useColumns({ deptId, fields, moves, isReadOnly, onOpen }: ColumnsOptions): DataColumn<ChatField>[] {
  const say = useWords(chatFieldWords.field);
  const sayKind = useWords(chatFieldWords.kind);
  // Columns that change are drawn anew with all their cells: the handle would lose the focus, and a drag its element.
  const latest = useRef({ fields, moves });
  latest.current = { fields, moves };
  return useMemo(() => {
    const columns: DataColumn<ChatField>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (field) => (
          <span className={classes.labelName}>
            {isReadOnly ? null : (
              <ActionIcon {...latest.current.moves.handleProps(field)} aria-label={say('drag', { name: field.name })}>
                <IconGripVertical size={15} />
              </ActionIcon>
            )}
            <span>{field.name}</span>
          </span>
        ),
      },
      { id: 'kind', header: say('kind'), cell: ({ kind }) => sayKind(kind) },
      { id: 'needed', header: say('needed'), cell: ({ isRequired }) => say(isRequired ? 'yes' : 'no') },
      {
        id: 'state',
        header: say('state'),
        cell: ({ isActive }) => (
          <Badge variant="light" color={isActive ? 'green' : 'gray'}>
            {say(isActive ? 'inUse' : 'retired')}
          </Badge>
        ),
      },
    ];
    if (isReadOnly) return columns;
    const actions: DataColumn<ChatField> = {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      width: 60,
      cell: (field) => (
        <FieldMenu
          deptId={deptId}
          field={field}
          fields={latest.current.fields}
          onEdit={() => onOpen({ field })}
          onMove={(by) => latest.current.moves.move(field.id, by)}
        />
      ),
    };
    return [...columns, actions];
  }, [say, sayKind, deptId, isReadOnly, onOpen]);
}

type MenuProps = { deptId: string; field: ChatField; fields: readonly ChatField[]; onEdit: () => void; onMove: (by: 1 | -1) => void };

function FieldMenu({ deptId, field, fields, onEdit, onMove }: MenuProps) {
  const say = useWords(chatFieldWords.field);
  const sayDone = useWords(commonWords.done);
  const { mutate: save } = useSaveField(deptId);
  const { mutate: remove } = useRemoveField(deptId);
  const { id, name, kind, options, isRequired, isActive, version } = field;
  const place = fields.findIndex((other) => other.id === id);
  const handleRetire = () =>
    save(
      { id, name, kind, options, isRequired, isActive: !isActive, version },
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
        <Menu.Item disabled={place === fields.length - 1} onClick={() => onMove(1)}>
          {say('moveDown')}
        </Menu.Item>
        <Menu.Item onClick={handleRetire}>{say(isActive ? 'retire' : 'revive')}</Menu.Item>
        <Menu.Item color="red" onClick={() => void handleRemove()}>
          {say('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
