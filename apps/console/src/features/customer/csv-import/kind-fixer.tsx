import { Button, Group, Progress, Select, Text, TextInput } from '@mantine/core';
import { nameLimits, type RowFix } from '@parley/contract';
import { useId } from 'react';
import { sayFault } from '../../../lib/errors.ts';
import { i18next } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { countryOptions } from '../shared/countries.ts';
import classes from './csv-import.module.css';
import { type RowKind, useRepairKind } from './csv-import.queries.ts';

/** All ways' fields: the kind of reason decides which are shown. An empty text is nothing chosen. */
type Draft = { country: string; order: 'day' | 'month' | ''; way: 'cut' | 'keep' | ''; column: string; value: string };
type KindFixerProps = { uploadId: string; kind: RowKind; headers: readonly string[]; onDone: () => void };

/** Faults that a country may correct: numbers are parsed by it. */
const numberCodes = ['phone.no_country', 'phone.invalid', 'whatsapp.no_country', 'whatsapp.invalid'];

/** Tells whether one value may mend rows of the kind: not what is wrong with the row as a whole, or with a number that somebody has. */
export const isMendedTogether = ({ code }: RowKind): boolean => !code.startsWith('row.') && code !== 'customer.exists';

/** One way to mend all rows of one kind of reason: a country for their numbers, an order for their dates, one way with long names, or a value for a column. */
export function KindFixer({ uploadId, kind, headers, onDone }: KindFixerProps) {
  const say = useWords(customerWords.csvImport);
  const id = useId();
  const hintId = useId();
  const isOfNumber = numberCodes.includes(kind.code);
  const isOfDate = kind.code === 'value.date_ambiguous';
  const isOfName = kind.code === 'value.too_long' && kind.field === 'name';
  const form = useForm<Draft>({ initial: () => ({ country: '', order: '', way: '', column: guessColumn(headers, kind), value: '' }) });
  const { country, order, way, column, value } = form.draft;
  const { mutate: repair, isPending, done } = useRepairKind(uploadId);
  const ofColumn = column !== '' && { how: 'value' as const, column: Number(column), value };
  const ofDate = order !== '' && { how: 'dates' as const, order };
  const ofNumber = country !== '' && { how: 'country' as const, country };
  const ofName = way !== '' && { how: 'names' as const, way };
  const fix: RowFix | false = isOfNumber ? ofNumber : isOfDate ? ofDate : isOfName ? ofName : ofColumn;
  const handleSubmit = () => {
    if (!fix) return;
    repair(
      { kind: kind.kind, fix },
      {
        onSuccess: ({ acceptedCount, rejectedCount }) => {
          const parts = [
            acceptedCount > 0 ? say('acceptedCount', { count: acceptedCount }) : '',
            rejectedCount > 0 ? say('rejectedCount', { count: rejectedCount }) : '',
          ];
          showToast(rejectedCount > 0 ? 'warning' : 'success', parts.filter(Boolean).join(', '));
          onDone();
        },
        onError: (error) => void tellFailure(error),
      },
    );
  };

  return (
    <form className={classes.kindFixer} aria-labelledby={id} onSubmit={form.submit(handleSubmit)}>
      <Text size="sm" fw={600} id={id}>
        {say('fixKind', { count: kind.count, message: sayFault(kind) })}
      </Text>
      <Group gap="sm" align="end">
        {isOfNumber ? (
          <Select label={say('fixCountry')} searchable data={countryOptions(i18next.language)} {...form.choice('country')} />
        ) : isOfDate ? (
          <Select
            label={say('fixOrder')}
            data={[
              { value: 'day', label: say('dayFirst') },
              { value: 'month', label: say('monthFirst') },
            ]}
            {...form.choice('order')}
          />
        ) : isOfName ? (
          <Select
            label={say('fixNames')}
            data={[
              { value: 'cut', label: say('cutNames', { count: nameLimits.max }) },
              { value: 'keep', label: say('keepNames') },
            ]}
            {...form.choice('way')}
          />
        ) : (
          <>
            <Select
              label={say('fixColumn')}
              data={headers.map((header, index) => ({
                value: String(index),
                label: header || say('unnamedColumn', { number: index + 1 }),
              }))}
              {...form.choice('column')}
            />
            <TextInput label={say('fixValue')} aria-describedby={hintId} maxLength={4000} {...form.field('value')} />
          </>
        )}
        <Button type="submit" disabled={!fix} loading={isPending}>
          {say('fixAll', { count: kind.count })}
        </Button>
      </Group>
      {isOfNumber || isOfDate || isOfName ? null : (
        <Text size="xs" c="dimmed" id={hintId}>
          {say('fixEmpty')}
        </Text>
      )}
      {isPending ? (
        <Progress aria-label={say('fixAll', { count: kind.count })} value={Math.min(100, (100 * done) / Math.max(1, kind.count))} />
      ) : null}
    </form>
  );
}

/** The column that is called as the reason calls its field; an empty text where there is none. */
function guessColumn(headers: readonly string[], { values }: RowKind): string {
  const label = String(values.label ?? '').toLowerCase();
  const found = label === '' ? -1 : headers.findIndex((header) => header.trim().toLowerCase() === label);
  return found < 0 ? '' : String(found);
}
