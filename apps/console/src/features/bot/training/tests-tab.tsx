import { Button, Text } from '@mantine/core';
import type { BotTest, TestResult } from '@parley/contract';
import { builderPermissions } from '@parley/contract';
import { IconChecklist, IconMessages, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { trainingQuery } from '../shared/bot.queries.ts';
import { RowActions } from '../shared/row-actions.tsx';
import { type TestDraft, testsQuery } from '../shared/test.queries.ts';
import { emptyTurn } from '../shared/test-values.ts';
import { TestBadge, WantedGot } from './test-results.tsx';
import classes from './training.module.css';
import { useRemoveTest, useRunTests } from './training.queries.ts';

const TestForm = late(() => import('../shared/test-form.tsx').then((module) => module.TestForm));

/** Saved phrases and conversations that every training must get right. */
export function TestsTab({ botId }: { botId: string }) {
  const say = useWords(botWords.training);
  const tests = useQuery(testsQuery(botId));
  const trained = useQuery(trainingQuery(botId)).data?.report?.tests;
  const run = useRunTests(botId);
  const results = run.data?.tests ?? trained;
  const { mutate: remove } = useRemoveTest(botId);
  const [draft, setDraft] = useState<TestDraft>();

  const columns = useMemo<DataColumn<BotTest>[]>(() => {
    const handleDelete = async ({ id, name }: BotTest) => {
      if (await confirmDelete('delete', name)) remove(id, { onSuccess: () => showToast('success', say('testDeleted')) });
    };
    return [
      { id: 'name', header: say('testName'), cell: ({ name }) => <strong>{name}</strong> },
      { id: 'lines', header: say('lines'), align: 'end', width: 80, cell: ({ turns }) => turns.length },
      {
        id: 'result',
        header: say('lastResult'),
        cell: ({ id }) => <LastResult result={results?.find(({ testId }) => testId === id)} />,
      },
      {
        id: 'actions',
        header: say('actions'),
        width: 90,
        isPinned: true,
        cell: (test) => (
          <RowActions
            editLabel={say('editTest', { name: test.name })}
            deleteLabel={say('deleteTest', { name: test.name })}
            onEdit={() => setDraft(test)}
            onDelete={() => void handleDelete(test)}
          />
        ),
      },
    ];
  }, [say, results, remove]);

  const passedCount = run.data?.tests.filter(({ isPassed }) => isPassed).length ?? 0;

  return (
    <div className={classes.layout}>
      <Panel
        title={say('savedTests')}
        text={say('savedTestsHint')}
        actions={
          <May any={builderPermissions}>
            <Button
              size="xs"
              leftSection={<IconPlayerPlay size={15} />}
              disabled={!tests.data?.length}
              loading={run.isPending}
              onClick={() => run.mutate()}
            >
              {say('runTests')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} />}
              onClick={() => setDraft({ name: '', turns: [emptyTurn] })}
            >
              {say('addPhrase')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMessages size={15} />}
              onClick={() => setDraft({ name: '', turns: [emptyTurn, emptyTurn] })}
            >
              {say('addConversation')}
            </Button>
          </May>
        }
      >
        {run.data ? (
          <Text size="sm" role="status">
            {say('ranAgainst', { version: run.data.versionNumber, passed: passedCount, total: run.data.tests.length })}
          </Text>
        ) : null}
        <DataTable
          label={say('savedTests')}
          columns={columns}
          rows={tests.data}
          getRowId={({ id }) => id}
          getRowName={({ name }) => name}
          error={tests.error}
          onRetry={() => void tests.refetch()}
          empty={<EmptyState icon={IconChecklist} title={say('noTests')} text={say('noTestsText')} />}
        />
      </Panel>
      <Suspense>
        {draft ? (
          <TestForm key={draft.id ?? `new ${draft.turns.length}`} botId={botId} draft={draft} onClose={() => setDraft(undefined)} />
        ) : null}
      </Suspense>
    </div>
  );
}

function LastResult({ result }: { result: TestResult | undefined }) {
  const say = useWords(botWords.training);
  if (!result) return <span className={classes.quiet}>{say('notRun')}</span>;
  return (
    <>
      <TestBadge isPassed={result.isPassed} />
      {result.turns
        .filter(({ isPassed }) => !isPassed)
        .map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be said twice
          <Text key={index} size="xs" c="dimmed">
            <WantedGot turn={turn} />
          </Text>
        ))}
    </>
  );
}
