import { Button, Group, Input, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { answerType, type ConditionRow, type FormField, type KnownType, type RowOperator } from '@parley/journey';
import { DateField } from '@parley/ui/date-field';
import { useWords } from '@parley/ui/words';
import { IconCode, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from '../../fields/form-context.ts';
import { Rows } from '../../fields/rows.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { formWords } from '../words.ts';
import { rowsIn, type SourceRows, sourceOf } from './source-rows.ts';

type Props = { label: string; value: string; onChange: (source: string) => void; fields: readonly FormField[] };

/** A condition by rows over the fields above; as an expression where rows cannot say it. */
export function ConditionSource({ label, value, onChange, fields }: Props) {
  const say = useWords(formWords.condition);
  const { typeOf, isReadOnly } = useForm();
  const [draft, setDraft] = useState<{ of: string; rows: SourceRows } | null>(null);
  const [wantsSource, setWantsSource] = useState(false);
  const read = rowsIn(value, typeOf);
  // Rows that lack something stay as they are typed, for as long as nothing else has changed the condition.
  const rows = draft?.of === value ? draft.rows : read;
  const isSource = wantsSource || rows === undefined;
  const setRows = (next: SourceRows) => {
    const source = sourceOf(next, typeOf);
    setDraft({ of: source ?? value, rows: next });
    if (source !== undefined && source !== value) onChange(source);
  };
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Input.Label component="div">{label}</Input.Label>
        {!isReadOnly && (rows !== undefined || wantsSource) && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={wantsSource && read === undefined}
            leftSection={isSource ? <IconListDetails size={13} aria-hidden /> : <IconCode size={13} aria-hidden />}
            onClick={() => setWantsSource(!wantsSource)}
          >
            {isSource ? say('asRows') : say('asExpression')}
          </Button>
        )}
      </Group>
      {isSource ? (
        <SourceField isBare isOptional label={label} value={value} onChange={onChange} />
      ) : (
        <>
          {rows.rows.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={say('match')}
              readOnly={isReadOnly}
              value={rows.match}
              onChange={(match) => setRows({ ...rows, match: match === 'any' ? 'any' : 'all' })}
              data={[
                { value: 'all', label: say('all') },
                { value: 'any', label: say('any') },
              ]}
            />
          )}
          {fields.length === 0 && rows.rows.length === 0 ? (
            <Text size="xs" c="dimmed">
              {say('nothingAbove')}
            </Text>
          ) : rows.rows.length === 0 ? (
            <>
              <Text size="xs" c="dimmed">
                {say('always')}
              </Text>
              {!isReadOnly && (
                <Button
                  size="xs"
                  variant="subtle"
                  style={{ alignSelf: 'flex-start' }}
                  leftSection={<IconPlus size={14} aria-hidden />}
                  onClick={() => setRows({ ...rows, rows: [emptyRow(fields.at(-1))] })}
                >
                  {say('add')}
                </Button>
              )}
            </>
          ) : (
            <Rows
              label={say('rows')}
              rows={rows.rows}
              most={10}
              addLabel={say('add')}
              make={() => emptyRow(fields.at(-1))}
              onChange={(next) => setRows({ ...rows, rows: next })}
              draw={(row, set) => <ConditionRowField row={row} fields={fields} onChange={set} />}
            />
          )}
        </>
      )}
    </Stack>
  );
}

const operators: Readonly<Record<string, readonly RowOperator[]>> = {
  Number: ['before', 'atMost', 'is', 'isNot', 'atLeast', 'after', 'isEmpty', 'isNotEmpty'],
  Date: ['before', 'atMost', 'atLeast', 'after', 'isEmpty', 'isNotEmpty'],
  Boolean: ['is'],
  List: ['contains', 'notContains', 'isEmpty', 'isNotEmpty'],
  Text: ['is', 'isNot', 'contains', 'isEmpty', 'isNotEmpty'],
};
const operatorsOf = (type: KnownType | null | undefined): readonly RowOperator[] =>
  operators[type?.type ?? 'Text'] ?? ['isEmpty', 'isNotEmpty'];
const valueFor = (operator: RowOperator, type: KnownType | null | undefined): string[] =>
  operator === 'isEmpty' || operator === 'isNotEmpty' ? [] : [type?.type === 'Boolean' ? 'true' : ''];

function emptyRow(field: FormField | undefined): ConditionRow {
  const type = field && answerType(field);
  const [operator = 'is'] = operatorsOf(type);
  return { field: field?.name ?? '', operator, values: valueFor(operator, type) };
}

function ConditionRowField({
  row,
  fields,
  onChange,
}: {
  row: ConditionRow;
  fields: readonly FormField[];
  onChange: (row: ConditionRow) => void;
}) {
  const say = useWords(formWords.condition);
  const sayOperator = useWords(formWords.operator);
  const { isReadOnly, language } = useForm();
  const field = fields.find(({ name }) => name === row.field);
  const type = field && answerType(field);
  const isNumber = type?.type === 'Number';
  const labelOf = ({ label, name }: FormField) => label[language] ?? Object.values(label)[0] ?? name;
  const isMissing = row.values.length > 0 && row.values[0] === '';
  const setValue = (value: string) => onChange({ ...row, values: [value] });
  return (
    <Stack gap={4}>
      <Select
        aria-label={say('field')}
        readOnly={isReadOnly}
        allowDeselect={false}
        data={[
          ...fields.map((one) => ({ value: one.name, label: labelOf(one) })),
          ...(field || row.field === '' ? [] : [{ value: row.field, label: row.field }]),
        ]}
        value={row.field || null}
        onChange={(name) => onChange(emptyRow(fields.find((one) => one.name === name)))}
      />
      <Group gap={4} wrap="nowrap" align="flex-start" grow>
        <Select
          aria-label={say('operator')}
          readOnly={isReadOnly}
          allowDeselect={false}
          data={operatorsOf(type).map((operator) => ({
            value: operator,
            label: sayOperator(isNumber && (operator === 'before' || operator === 'after') ? `${operator}Number` : wordKey(operator)),
          }))}
          value={row.operator}
          onChange={(next) => {
            const operator = operatorsOf(type).find((one) => one === next);
            if (operator)
              onChange({
                ...row,
                operator,
                values: row.values.length > 0 && valueFor(operator, type).length > 0 ? row.values : valueFor(operator, type),
              });
          }}
        />
        {row.values.length > 0 && (
          <ConditionValue
            field={field}
            type={type?.type}
            value={row.values[0] ?? ''}
            error={isMissing ? say('missing') : undefined}
            onChange={setValue}
          />
        )}
      </Group>
    </Stack>
  );
}

const spoken = ['is', 'isNot', 'contains', 'notContains', 'atLeast', 'atMost', 'before', 'after', 'isEmpty', 'isNotEmpty'] as const;
const wordKey = (operator: RowOperator): (typeof spoken)[number] => spoken.find((one) => one === operator) ?? 'is';

type ValueProps = {
  field: FormField | undefined;
  type: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function ConditionValue({ field, type, value, error, onChange }: ValueProps) {
  const say = useWords(formWords.condition);
  const { isReadOnly, language, document } = useForm();
  const shared = { 'aria-label': say('value'), readOnly: isReadOnly, error };
  if (type === 'Boolean')
    return (
      <Select
        {...shared}
        allowDeselect={false}
        data={[
          { value: 'true', label: say('yes') },
          { value: 'false', label: say('no') },
        ]}
        value={value}
        onChange={(next) => next && onChange(next)}
      />
    );
  if (field?.options?.kind === 'fixed') {
    const [first = ''] = document.languages;
    const options = field.options.items.map(({ title, value: own }) => ({
      own: own || (title[first] ?? ''),
      label: title[language] ?? title[first] ?? own,
    }));
    const known = options.filter(({ own }, place) => own !== '' && options.findIndex((one) => one.own === own) === place);
    // Texts are compared without their case.
    const chosen = known.find(({ own }) => own.toLowerCase() === value.toLowerCase());
    return (
      <Select
        {...shared}
        allowDeselect={false}
        data={known.map(({ own, label }) => ({ value: own, label }))}
        value={chosen?.own ?? null}
        onChange={(next) => next !== null && onChange(next)}
      />
    );
  }
  if (type === 'Date') return <DateField {...shared} value={value} onChange={onChange} />;
  return (
    <TextInput
      {...shared}
      inputMode={type === 'Number' ? 'decimal' : undefined}
      value={value}
      maxLength={300}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
