import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { type AssistCount, type AssistOutcome, assistKinds, assistOutcomes } from '@parley/contract';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { chatAssistWords } from '../../../../locales/chat-assist.ts';
import { assistDays } from '../settings.search.ts';
import { assistCountsQuery, type OpenUse } from './assist-counts.queries.ts';
import { AssistReplies } from './assist-replies.tsx';

type Days = (typeof assistDays)[number];
type Props = {
  /** '': all departments that the user reaches */
  deptId: string;
  days: Days;
  /** The count whose replies are open, as the address has it */
  open: string;
  onChange: (part: { days?: Days; use?: string }) => void;
};

const keyOf = ({ kind, sourceId, deptId, outcome }: OpenUse): string => [kind, sourceId, deptId, outcome].join('.');

function readKey(text: string): OpenUse | undefined {
  const [kind, sourceId = '', deptId = '', outcome] = text.split('.');
  const known = { kind: assistKinds.find((one) => one === kind), outcome: assistOutcomes.find((one) => one === outcome) };
  return known.kind && known.outcome && sourceId !== '' ? { sourceId, deptId, kind: known.kind, outcome: known.outcome } : undefined;
}

/** Suggestions that agents have taken over, by source and department: each number opens the replies that it counts. */
export function AssistCounts({ deptId, days, open, onChange }: Props) {
  const say = useWords(chatAssistWords.counts);
  const counts = useQuery(assistCountsQuery(deptId, days));
  const columns = useColumns((use) => onChange({ use: keyOf(use) }));
  const opened = readKey(open);
  const named = opened && counts.data?.find((count) => isOf(count, opened));
  return (
    <Panel
      title={say('title')}
      text={say('hint')}
      actions={
        <Select
          size="sm"
          w={170}
          aria-label={say('days')}
          allowDeselect={false}
          value={String(days)}
          data={assistDays.map((value) => ({ value: String(value), label: say('lastDays', { count: value }) }))}
          onChange={(value) => onChange({ days: assistDays.find((known) => String(known) === value) ?? 30, use: '' })}
        />
      }
    >
      <DataTable
        label={say('title')}
        columns={columns}
        rows={counts.data}
        getRowId={({ kind, sourceId, deptId: of }) => [kind, sourceId, of].join('.')}
        getRowName={({ name }) => name}
        error={counts.error}
        onRetry={() => void counts.refetch()}
        empty={<EmptyState icon={IconSparkles} title={say('empty')} text={say('emptyText')} />}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => onChange({ use: '' })}
        title={say('replies', { name: named?.name ?? '', interpolation: { escapeValue: false } })}
        size="lg"
      >
        {opened ? <AssistReplies use={opened} days={days} /> : null}
      </Modal>
    </Panel>
  );
}

const isOf = (count: AssistCount, use: OpenUse): boolean =>
  count.kind === use.kind && count.sourceId === use.sourceId && count.deptId === use.deptId;

function useColumns(onOpen: (use: OpenUse) => void): DataColumn<AssistCount>[] {
  const say = useWords(chatAssistWords.counts);
  const sayKind = useWords(chatAssistWords.kind);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a column that changes is drawn anew with its buttons, which would lose the focus
  return useMemo(() => {
    const number = (outcome: AssistOutcome, word: 'openUnchanged' | 'openEdited'): DataColumn<AssistCount> => ({
      id: outcome,
      header: say(outcome),
      align: 'end',
      isOneLine: true,
      cell: (count) =>
        count[outcome] === 0 ? (
          <Text size="sm" pe={8}>
            0
          </Text>
        ) : (
          <Group justify="flex-end">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={say(word, { count: count[outcome], name: count.name, interpolation: { escapeValue: false } })}
              onClick={() => onOpen({ ...count, outcome })}
            >
              {count[outcome]}
            </Button>
          </Group>
        ),
    });
    return [
      { id: 'source', header: say('source'), cell: ({ name }) => <bdi>{name}</bdi> },
      { id: 'kind', header: say('kind'), cell: ({ kind }) => sayKind(kind) },
      { id: 'department', header: say('department'), cell: ({ department, deptId }) => (deptId === '' ? say('noDepartment') : department) },
      number('unchanged', 'openUnchanged'),
      number('edited', 'openEdited'),
    ];
  }, [say, sayKind]);
}
