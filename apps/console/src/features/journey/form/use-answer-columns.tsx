import { Text, UnstyledButton } from '@mantine/core';
import type { FormAnswerItem } from '@parley/contract';
import { type FormDocument, fieldsOf, isAsked } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import type { DataColumn } from '../../../components/data-table.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import streamClasses from '../shared/stream.module.css';
import { describeSeconds } from './describe-seconds.ts';
import classes from './form.module.css';
import { formVersionQuery, type WholeForm } from './form.queries.ts';

type Labelled = { field: string; label: string };

const labelsOf = (document: FormDocument | undefined): Labelled[] => {
  const [language = 'en'] = document?.languages ?? [];
  return document
    ? fieldsOf(document)
        .filter((field) => isAsked(field) || field.kind === 'hidden')
        .map(({ id, label, name }) => ({ field: id, label: label[language] || name }))
    : [];
};

/** Fields of the newest version first; behind them those that only older answers have. */
const unite = (first: readonly Labelled[], rows: readonly FormAnswerItem[]): Labelled[] => {
  const united = new Map(first.map(({ field, label }) => [field, label]));
  for (const { values } of rows) for (const { field, label } of values) if (!united.has(field)) united.set(field, label);
  return [...united].map(([field, label]) => ({ field, label }));
};

/** @param number the version whose fields are the columns; 0 unites those of all */
export function useAnswerColumns(
  form: WholeForm,
  number: number,
  rows: readonly FormAnswerItem[] | undefined,
  onOpen: (answerId: string) => void,
): DataColumn<FormAnswerItem>[] {
  const say = useWords(formWords.answers);
  const wanted = number || form.published;
  const version = useQuery({ ...formVersionQuery(form.id, wanted), enabled: wanted > 0 });
  const labels = unite(labelsOf(version.data), number === 0 ? (rows ?? []) : []);
  return [
    {
      id: 'at',
      header: say('time'),
      isHideable: false,
      isOneLine: true,
      cell: ({ id, at, customerName }) => (
        <UnstyledButton
          fz="inherit"
          className={`${streamClasses.link} tabular`}
          aria-label={say('openOf', {
            name: customerName || say('unnamed'),
            time: formatInstant(at, 'instant'),
            interpolation: { escapeValue: false },
          })}
          onClick={() => onOpen(id)}
        >
          {formatInstant(at, 'instant')}
        </UnstyledButton>
      ),
    },
    {
      id: 'customer',
      header: say('customer'),
      cell: ({ customerName, streamName }) => (
        <div>
          <Text size="sm" dir="auto">
            {customerName || '–'}
          </Text>
          {streamName === '' ? null : (
            <Text size="xs" c="dimmed">
              {streamName}
            </Text>
          )}
        </div>
      ),
    },
    ...labels.map(({ field, label }) => ({
      id: `field.${field}`,
      header: label,
      cell: (row: FormAnswerItem) => <Said row={row} field={field} />,
    })),
    { id: 'faces', header: say('face'), cell: ({ faces }) => faces.map((face) => say(`face_${face}`)).join(', ') },
    { id: 'seconds', header: say('took'), align: 'end', isOneLine: true, cell: ({ seconds }) => describeSeconds(seconds, say) },
    { id: 'version', header: say('version'), align: 'end', cell: (row) => row.number },
  ];
}

function Said({ row, field }: { row: FormAnswerItem; field: string }) {
  const say = useWords(formWords.answers);
  if (row.isErased)
    return (
      <Text size="sm" c="dimmed">
        {say('erased')}
      </Text>
    );
  const said = row.values.find((value) => value.field === field);
  if (!said) return '–';
  return said.isHidden ? (
    <Text size="sm" c="dimmed" title={say('hidden')}>
      {said.text}
    </Text>
  ) : (
    <Text size="sm" dir="auto" lineClamp={3} className={classes.said ?? ''}>
      {said.text}
    </Text>
  );
}
