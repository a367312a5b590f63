import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core';
import type { Macro, MacroScope } from '@parley/contract';
import { IconDots, IconGripVertical, IconPlayerTrackNext, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useRowMove } from '../../../lib/use-row-move.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { commonWords } from '../../../locales/common.ts';
import { macrosQuery, useOrderMacros, useRemoveMacro } from './macro.queries.ts';
import { MacroForm } from './macro-form.tsx';
import type { StepChoices } from './macro-step-fields.tsx';

export type MacroPanelProps = {
  scope: MacroScope;
  /** Empty but for the scope of a department */
  deptId: string;
  isReadOnly: boolean;
  choices: StepChoices;
};
const none: readonly Macro[] = [];
type Open = { macro: Macro | undefined };

/** The macros of a scope, in the order in which agents find them. */
export function MacroPanel({ scope, deptId, isReadOnly, choices }: MacroPanelProps) {
  const say = useWords(chatMacroWords.macro);
  const list = useQuery(macrosQuery(scope, deptId));
  const macros = list.data ?? none;
  const [open, setOpen] = useState<Open>();
  const { mutate: order } = useOrderMacros(scope, deptId);
  const moves = useRowMove({
    rows: macros,
    sayMoved: ({ name, position, count }) => `${name}: ${position} / ${count}`,
    onMove: (id, index) => {
      const ids = macros.map((macro) => macro.id).filter((other) => other !== id);
      order(ids.toSpliced(index, 0, id), { onError: tellFailure });
    },
  });
  const columns = useColumns({ macros, moves, isReadOnly, onOpen: setOpen });
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ macro: undefined })}>
      {say('add')}
    </Button>
  );
  return (
    <Panel
      title={say(scope === 'own' ? 'own' : 'title')}
      text={say(scope === 'own' ? 'ownHint' : 'scopeHint')}
      actions={macros.length > 0 ? add : null}
    >
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        getRowProps={({ id }) => (isReadOnly ? {} : moves.rowProps(id))}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconPlayerTrackNext} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      <VisuallyHidden aria-live="assertive">{moves.spoken}</VisuallyHidden>
      {open ? <MacroForm scope={scope} deptId={deptId} macro={open.macro} choices={choices} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

type ColumnsOptions = {
  macros: readonly Macro[];
  moves: ReturnType<typeof useRowMove>;
  isReadOnly: boolean;
  onOpen: (open: Open) => void;
};

function useColumns({ macros, moves, isReadOnly, onOpen }: ColumnsOptions): DataColumn<Macro>[] {
  const say = useWords(chatMacroWords.macro);
  const sayKind = useWords(chatMacroWords.kind);
  // Columns that change are drawn anew with all their cells: the handle would lose the focus, and a drag its element.
  const latest = useRef({ macros, moves });
  latest.current = { macros, moves };
  return useMemo(() => {
    const columns: DataColumn<Macro>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (macro) => (
          <>
            {isReadOnly ? null : (
              <ActionIcon {...latest.current.moves.handleProps(macro)} aria-label={`${say('moveUp')}, ${say('moveDown')}: ${macro.name}`}>
                <IconGripVertical size={15} />
              </ActionIcon>
            )}
            {macro.name}
          </>
        ),
      },
      { id: 'letter', header: say('letter'), cell: ({ letter }) => (letter === '' ? '' : <kbd>M {letter.toUpperCase()}</kbd>) },
      { id: 'steps', header: say('steps'), cell: ({ steps }) => steps.map(({ kind }) => sayKind(kind)).join(', ') },
    ];
    if (isReadOnly) return columns;
    return [
      ...columns,
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        width: 60,
        cell: (macro) => (
          <MacroRowMenu
            macro={macro}
            macros={latest.current.macros}
            onEdit={() => onOpen({ macro })}
            onMove={(by) => latest.current.moves.move(macro.id, by)}
          />
        ),
      },
    ];
  }, [say, sayKind, isReadOnly, onOpen]);
}

type RowMenuProps = { macro: Macro; macros: readonly Macro[]; onEdit: () => void; onMove: (by: 1 | -1) => void };

function MacroRowMenu({ macro: { id, name }, macros, onEdit, onMove }: RowMenuProps) {
  const say = useWords(chatMacroWords.macro);
  const sayDone = useWords(commonWords.done);
  const { mutate: remove } = useRemoveMacro();
  const place = macros.findIndex((other) => other.id === id);
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
        <Menu.Item disabled={place === 0} onClick={() => onMove(-1)}>
          {say('moveUp')}
        </Menu.Item>
        <Menu.Item disabled={place === macros.length - 1} onClick={() => onMove(1)}>
          {say('moveDown')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => void handleRemove()}>
          {say('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
