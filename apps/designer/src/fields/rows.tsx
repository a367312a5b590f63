import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';

type Props<T> = {
  label: string;
  rows: readonly T[];
  onChange: (rows: T[]) => void;
  make: () => T;
  draw: (row: T, set: (row: T) => void, place: number) => ReactNode;
  keyOf?: (row: T, place: number) => string;
  addLabel?: string;
  least?: number;
  most?: number;
  canMove?: boolean;
  description?: string;
};

/** A list of rows of fields: added at its end, moved and taken away one by one. */
export function Rows<T>({
  label,
  rows,
  onChange,
  make,
  draw,
  keyOf,
  addLabel,
  least = 0,
  most = 100,
  canMove = false,
  description,
}: Props<T>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (row !== undefined) onChange(rows.toSpliced(from, 1).toSpliced(to, 0, row));
  };
  return (
    <Stack gap={6} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Input.Label component="legend">{label}</Input.Label>
      {description && <Input.Description>{description}</Input.Description>}
      {rows.map((row, place) => (
        <Group key={keyOf?.(row, place) ?? place} gap={6} wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>{draw(row, (next) => onChange(rows.with(place, next)), place)}</div>
          {!isReadOnly && (
            <Group gap={0} wrap="nowrap" mt={4}>
              {canMove && (
                <>
                  <ActionIcon
                    size="sm"
                    aria-label={say('moveUp', { place: place + 1 })}
                    disabled={place === 0}
                    onClick={() => move(place, place - 1)}
                  >
                    <IconArrowUp size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    aria-label={say('moveDown', { place: place + 1 })}
                    disabled={place === rows.length - 1}
                    onClick={() => move(place, place + 1)}
                  >
                    <IconArrowDown size={14} />
                  </ActionIcon>
                </>
              )}
              <ActionIcon
                size="sm"
                aria-label={say('removeRow', { place: place + 1 })}
                disabled={rows.length <= least}
                onClick={() => onChange(rows.toSpliced(place, 1))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          )}
        </Group>
      ))}
      {!isReadOnly && rows.length < most && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...rows, make()])}
        >
          {addLabel ?? say('add')}
        </Button>
      )}
    </Stack>
  );
}
