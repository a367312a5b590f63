import { Button, Group, Paper, SegmentedControl, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { type ConditionRow, type ConditionRows, rowOperators, rowsToSource, type Test } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { InsertMenu } from './insert-menu.tsx';
import { Rows } from './rows.tsx';
import { SourceField } from './source-field.tsx';

const without = new Set(['isEmpty', 'isNotEmpty']);
const several = new Set(['anyOf', 'noneOf']);
const ofSets = new Set(['inGroup', 'hasLabel']);

const emptyRow = (): ConditionRow => ({ field: '', operator: 'is', values: [''] });

/** A condition: rows of a form, or an expression for what rows cannot say. */
export function ConditionField({ value, onChange }: { value: Test; onChange: (value: Test) => void }) {
  const say = useWords(designerWords.field);
  const { isReadOnly, typeOf } = useForm();
  const isSource = value.source !== '' || value.rows === null;
  const rows: ConditionRows = value.rows ?? { match: 'all', groups: [{ match: 'all', rows: [emptyRow()] }] };
  const toSource = () => {
    try {
      return rowsToSource(rows, (field) => typeOf(field.split('.')[0] ?? '') ?? { type: 'Any' });
    } catch {
      return 'true';
    }
  };
  const setRows = (next: ConditionRows) => onChange({ rows: next, source: '' });
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={say('conditionAs')}
        readOnly={isReadOnly}
        data={[
          { value: 'rows', label: say('asRows') },
          { value: 'source', label: say('asExpression') },
        ]}
        value={isSource ? 'source' : 'rows'}
        onChange={(next) => onChange(next === 'source' ? { rows: null, source: toSource() } : { rows, source: '' })}
      />
      {isSource ? (
        <SourceField label={say('condition')} value={value.source} onChange={(source) => onChange({ rows: null, source })} />
      ) : (
        <>
          {rows.groups.length > 1 && (
            <MatchSwitch label={say('groupsMatch')} value={rows.match} onChange={(match) => setRows({ ...rows, match })} />
          )}
          {rows.groups.map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name of their own
            <Paper key={place} withBorder p="xs" radius="md">
              <Stack gap={6}>
                {group.rows.length > 1 && (
                  <MatchSwitch
                    label={say('rowsMatch')}
                    value={group.match}
                    onChange={(match) => setRows({ ...rows, groups: rows.groups.with(place, { ...group, match }) })}
                  />
                )}
                <Rows
                  label={rows.groups.length > 1 ? say('groupOf', { place: place + 1 }) : say('rows')}
                  rows={group.rows}
                  least={rows.groups.length > 1 ? 0 : 1}
                  most={40}
                  make={emptyRow}
                  onChange={(next) =>
                    setRows({
                      ...rows,
                      groups: next.length === 0 ? rows.groups.toSpliced(place, 1) : rows.groups.with(place, { ...group, rows: next }),
                    })
                  }
                  draw={(row, set) => <ConditionRowField row={row} onChange={set} />}
                />
              </Stack>
            </Paper>
          ))}
          {!isReadOnly && rows.groups.length < 10 && (
            <Button
              variant="subtle"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => setRows({ ...rows, groups: [...rows.groups, { match: 'all', rows: [emptyRow()] }] })}
            >
              {say('addGroup')}
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}

function MatchSwitch({ label, value, onChange }: { label: string; value: 'all' | 'any'; onChange: (value: 'all' | 'any') => void }) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={label}
        readOnly={isReadOnly}
        data={[
          { value: 'all', label: say('all') },
          { value: 'any', label: say('any') },
        ]}
        value={value}
        onChange={(next) => onChange(next === 'any' ? 'any' : 'all')}
      />
    </Group>
  );
}

function ConditionRowField({ row, onChange }: { row: ConditionRow; onChange: (row: ConditionRow) => void }) {
  const say = useWords(designerWords.field);
  const sayOperator = useWords(designerWords.operator);
  const { isReadOnly } = useForm();
  const isRange = row.operator === 'between';
  const setValue = (place: number, value: string) => {
    const values = [row.values[0] ?? '', ...(isRange ? [row.values[1] ?? ''] : [])];
    onChange({ ...row, values: values.with(place, value) });
  };
  return (
    <Stack gap={4}>
      {!ofSets.has(row.operator) && (
        <TextInput
          aria-label={say('fieldName')}
          placeholder={say('fieldName')}
          value={row.field}
          readOnly={isReadOnly}
          maxLength={200}
          rightSection={isReadOnly ? undefined : <InsertMenu onInsert={(field) => onChange({ ...row, field })} />}
          onChange={(event) => onChange({ ...row, field: event.currentTarget.value })}
        />
      )}
      <Group gap={4} wrap="nowrap" align="flex-start" grow>
        <Select
          aria-label={say('operator')}
          readOnly={isReadOnly}
          data={rowOperators.map((operator) => ({ value: operator, label: sayOperator(operator) }))}
          value={row.operator}
          onChange={(next) => {
            const operator = rowOperators.find((one) => one === next);
            if (operator)
              onChange({
                ...row,
                operator,
                values: without.has(operator) ? [] : operator === 'between' ? [row.values[0] ?? '', ''] : [row.values[0] ?? ''],
              });
          }}
        />
        {several.has(row.operator) ? (
          <TagsInput
            aria-label={say('values')}
            readOnly={isReadOnly}
            value={row.values.filter((one) => one !== '')}
            maxTags={20}
            onChange={(values) => onChange({ ...row, values })}
          />
        ) : (
          !without.has(row.operator) && (
            <TextInput
              aria-label={say('value')}
              value={row.values[0] ?? ''}
              readOnly={isReadOnly}
              maxLength={300}
              onChange={(event) => setValue(0, event.currentTarget.value)}
            />
          )
        )}
        {isRange && (
          <TextInput
            aria-label={say('valueTo')}
            value={row.values[1] ?? ''}
            readOnly={isReadOnly}
            maxLength={300}
            onChange={(event) => setValue(1, event.currentTarget.value)}
          />
        )}
      </Group>
    </Stack>
  );
}
