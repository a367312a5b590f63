import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Difference } from '../../../lib/three-ways.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { commonWords } from '../../../locales/common.ts';
import { AuditValue } from './audit-value.tsx';

export type ConflictLabels = {
  /** Fields of the form that the audit trail calls by another name. */
  fields?: Readonly<Record<string, string>>;
  /** A value of a field as people know it, where the form holds an id. */
  show?: (field: string, value: unknown) => unknown;
  /** The name of a field that the trail has no word for, or of a value in an object, `object.name`. */
  nameOf?: (path: string) => string | undefined;
};

export type Resolution = 'reload' | { choices: Readonly<Record<string, 'stands' | 'typed'>> };

export type ConflictDialogProps = {
  differences: readonly Difference[];
  labels: ConflictLabels;
  onResolve: (resolution: Resolution) => void;
  onCancel: () => void;
};

/** Somebody has saved what is being edited: take theirs, look at both, or keep both. Where both changed a field, one is chosen. */
export function ConflictDialog({ differences, labels, onResolve, onCancel }: ConflictDialogProps) {
  const say = useWords(auditWords.conflict);
  const sayField = useWords(auditWords.field);
  const sayCommon = useWords(commonWords.ui);
  const [isComparing, setComparing] = useState(false);
  const [choices, setChoices] = useState<Record<string, 'stands' | 'typed'>>({});
  const conflicts = differences.filter(({ isConflict }) => isConflict);
  const isDecided = conflicts.every(({ path }) => choices[path]);

  const nameOf = (path: string): string => {
    const [field = '', ...parts] = path.split('.');
    return labels.nameOf?.(path) ?? [labels.fields?.[field] ?? field, ...parts].map((name) => sayField(name as 'name')).join(': ');
  };
  const shown = ({ path }: Difference, value: unknown) => labels.show?.(path, value) ?? value;
  const names = conflicts.map(({ path }) => nameOf(path)).join(', ');

  return (
    <Stack gap="md">
      <Text size="sm">{conflicts.length > 0 ? say('conflicts', { fields: names }) : say('apart')}</Text>
      {isComparing ? (
        <Table.ScrollContainer minWidth={460} type="native">
          <Table aria-label={say('compare')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('field')}</Table.Th>
                <Table.Th>{say('opened')}</Table.Th>
                <Table.Th>{say('stands')}</Table.Th>
                <Table.Th>{say('typed')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((difference) => {
                const { path, isConflict } = difference;
                return (
                  <Table.Tr key={path}>
                    <Table.Th scope="row">{nameOf(path)}</Table.Th>
                    <Table.Td>
                      <AuditValue value={shown(difference, difference.opened)} isHidden={false} />
                    </Table.Td>
                    {(['stands', 'typed'] as const).map((side) => (
                      <Table.Td key={side}>
                        {isConflict ? (
                          <Radio
                            name={path}
                            label={<AuditValue value={shown(difference, difference[side])} isHidden={false} />}
                            aria-label={`${nameOf(path)}: ${say(side)}`}
                            checked={choices[path] === side}
                            onChange={() => setChoices((old) => ({ ...old, [path]: side }))}
                          />
                        ) : (
                          <AuditValue value={shown(difference, difference[side])} isHidden={false} />
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      <Group justify="space-between" gap="xs">
        <Button variant="default" data-cancel onClick={onCancel}>
          {say('back')}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => onResolve('reload')}>
            {sayCommon('reload')}
          </Button>
          {isComparing ? null : (
            <Button variant={conflicts.length > 0 ? 'filled' : 'default'} onClick={() => setComparing(true)}>
              {say('compare')}
            </Button>
          )}
          {conflicts.length === 0 || isComparing ? (
            <Button disabled={!isDecided} onClick={() => onResolve({ choices })}>
              {say(conflicts.length > 0 ? 'saveChosen' : 'keepBoth')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {isComparing && !isDecided ? (
        <Text size="xs" c="dimmed" role="status">
          {say('chooseFirst')}
        </Text>
      ) : null}
    </Stack>
  );
}
