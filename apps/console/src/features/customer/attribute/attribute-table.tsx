import { ActionIcon, Button, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { displayNames, type InputFieldDefinition } from '@parley/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconForms,
  IconGripVertical,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useCan } from '../../account/shared/me.ts';
import { shownDefinitions } from '../shared/attribute.queries.ts';
import { displayNameOf } from '../shared/display-name.ts';
import classes from './attribute.module.css';
import { readValidations } from './attribute-draft.ts';
import { useAttributeMove } from './use-attribute-move.ts';

export type AttributeTableProps = {
  definitions: readonly InputFieldDefinition[] | undefined;
  error: unknown;
  onRetry: () => void;
  onAdd: () => void;
  onEdit: (definition: InputFieldDefinition) => void;
  onDelete: (definition: InputFieldDefinition) => void;
  onMove: (move: { from: number; to: number }) => void;
};

/** The built-in rows, read-only, and below them the own ones in their order. */
export function AttributeTable({ definitions, error, onRetry, onAdd, onEdit, onDelete, onMove }: AttributeTableProps) {
  const say = useWords(customerWords.attribute);
  const { shownOwn, move, rowProps, handleProps, spoken } = useAttributeMove(definitions, onMove);
  const rows = definitions && shownDefinitions(definitions);
  const mayEdit = useCan(['ENTERPRISE.EDIT']);
  const isFixed = (definition: InputFieldDefinition) => definition.isBuiltIn || !mayEdit;

  const renderLabel = (definition: InputFieldDefinition) => (
    <div className={classes.labelCell}>
      {isFixed(definition) ? (
        <span className={classes.noHandle} aria-hidden>
          <IconLock size={14} />
        </span>
      ) : (
        <ActionIcon
          {...handleProps({ id: definition._id, name: definition.fieldLabel })}
          className={classes.handle}
          aria-label={say('drag', { name: definition.fieldLabel })}
          title={say('dragHint')}
        >
          <IconGripVertical size={15} />
        </ActionIcon>
      )}
      <div className={classes.names}>
        {isFixed(definition) ? (
          <Text size="sm" fw={550}>
            {definition.fieldLabel}
          </Text>
        ) : (
          <UnstyledButton className={classes.name} onClick={() => onEdit(definition)}>
            {definition.fieldLabel}
          </UnstyledButton>
        )}
        <Text size="xs" c="dimmed">
          {definition.fieldName}
          {definition.isBuiltIn ? ` · ${say('builtIn')}` : null}
        </Text>
      </div>
    </div>
  );
  const renderActions = (definition: InputFieldDefinition) => {
    if (isFixed(definition)) return null;
    const name = definition.fieldLabel;
    const at = shownOwn.indexOf(definition);
    return (
      <div className={classes.actions}>
        <ActionIcon aria-label={say('edit', { name })} onClick={() => onEdit(definition)}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={say('delete', { name })} onClick={() => onDelete(definition)}>
          <IconTrash size={16} />
        </ActionIcon>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={say('actionsOf', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowUp size={15} />} disabled={at === 0} onClick={() => move(definition._id, -1)}>
              {say('moveUp')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={15} />}
              disabled={at === shownOwn.length - 1}
              onClick={() => move(definition._id, 1)}
            >
              {say('moveDown')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells read what changes with the definitions and the right alone
  const columns = useMemo<DataColumn<InputFieldDefinition>[]>(() => {
    const validationCell =
      (show: (read: ReturnType<typeof readValidations>, of: InputFieldDefinition) => ReactNode) => (of: InputFieldDefinition) =>
        show(readValidations(of.validations), of) || <Dash />;
    return [
      { id: 'label', header: say('fieldLabel'), cell: renderLabel },
      { id: 'type', header: say('fieldType'), cell: ({ fieldType }) => displayNameOf(fieldType) },
      { id: 'input', header: say('inputType'), cell: ({ inputType }) => (inputType in displayNames ? displayNameOf(inputType) : <Dash />) },
      { id: 'mandatory', header: say('mandatory'), cell: ({ mandatory }) => displayNameOf(String(mandatory)) },
      { id: 'min', header: say('minChar'), align: 'end', cell: validationCell(({ minValue }) => String(minValue)) },
      { id: 'max', header: say('maxChar'), align: 'end', cell: validationCell(({ maxValue }) => String(maxValue)) },
      {
        id: 'special',
        header: say('allowSplChar'),
        cell: validationCell(
          ({ allowSpecialChars }, { validations }) => validations.length > 0 && displayNameOf(String(allowSpecialChars)),
        ),
      },
      {
        id: 'characters',
        header: say('allowedSplChars'),
        cell: validationCell(({ allowSpecialChars, allowedChars }, { commaIncluded }) => {
          if (!allowSpecialChars) return null;
          const characters = [...new Set([...allowedChars, ...(commaIncluded ? [','] : [])])];
          return characters.length === 0 ? say('any') : <span className={classes.chars}>{characters.join(' ')}</span>;
        }),
      },
      { id: 'action', header: say('action'), align: 'end', width: 116, cell: renderActions },
    ];
  }, [definitions, say, mayEdit]);

  return (
    <>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ _id }) => _id}
        getRowProps={(definition) => ({ className: classes.row, ...(definition.isBuiltIn ? {} : rowProps(definition._id)) })}
        error={error}
        onRetry={onRetry}
      />
      {rows && shownOwn.length === 0 ? (
        <EmptyState
          icon={IconForms}
          order={2}
          title={say('emptyTitle')}
          text={say('emptyText')}
          action={
            mayEdit ? (
              <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {say('addFields')}
              </Button>
            ) : null
          }
        />
      ) : null}
      <VisuallyHidden aria-live="assertive">{spoken}</VisuallyHidden>
    </>
  );
}

function Dash() {
  const say = useWords(customerWords.attribute);
  return (
    <Text span c="dimmed" size="sm">
      {say('none')}
    </Text>
  );
}
