import { ActionIcon, Group } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { May } from '../../account/shared/may.tsx';

export type RowActionsProps = { editLabel: string; deleteLabel: string; onEdit: () => void; onDelete: () => void };

/** Actions of a builder on a row of a table: edit it, or delete it. */
export function RowActions({ editLabel, deleteLabel, onEdit, onDelete }: RowActionsProps) {
  return (
    <May any={builderPermissions}>
      <Group justify="flex-end" gap={2} wrap="nowrap">
        <ActionIcon aria-label={editLabel} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={deleteLabel} onClick={onDelete}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </May>
  );
}
