import { Alert, Button, Loader, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import type { KnownHours } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import { type Coverage, coverageOf, type Document, type Rehearsed, rehearse, rightNow, type Stage, shapeOfName } from '@parley/journey';
import { answerReaders } from '@parley/nlu/answers';
import { useWords } from '@parley/ui/words';
import { IconChecks, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedTest } from '../api.ts';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState, useIsReadOnly } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { nameOf } from '../nodes/summary.ts';
import { compileWith } from '../play/play.ts';
import { type Inside, type Played, useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import { Panel } from './panel.tsx';
import { TestRow } from './tests/test-row.tsx';

export type Run = {
  results: ReadonlyMap<string, Rehearsed>;
  coverage: Coverage;
  failed: ReadonlySet<string>;
  document: object;
  inside: Inside;
};

const stageOf = (hours: KnownHours): Stage => ({ readers: answerReaders, shapeOf: shapeOfName, hoursOf: hoursIn(hours) });

/** Runs saved conversations on the stream as it stands. Nodes where a failed test last was are marked. */
export function runTests(document: Document, tests: readonly SavedTest[], { inside, forms, hours }: Played): Run {
  const stage = stageOf(hours);
  const compiled = compileWith(document, inside, forms);
  const results = new Map(tests.map(({ id, test }) => [id, rehearse(compiled, test, stage)] as const));
  const failed = new Set<string>();
  for (const { test, id } of tests) {
    const result = results.get(id);
    const missed = (result?.failures ?? []).map(({ expectation }) => test.expect[expectation]?.after ?? 0);
    for (const after of [...missed, ...(result?.differences ?? []).map(({ turn }) => turn)]) {
      const turn = result?.turns[Math.min(after, result.turns.length - 1)];
      const node = turn?.visits.findLast(({ stream }) => stream === document.id)?.node;
      if (node !== undefined) failed.add(node);
    }
  }
  return { results, coverage: coverageOf(compiled, [...results.values()]), failed, document, inside };
}

/** Saved conversations: which of them the stream still passes, and what nobody has tried. */
export function TestsPanel({ run, onRun, onClose }: { run: Run | null; onRun: (run: Run) => void; onClose: () => void }) {
  const say = useWords(designerWords.test);
  const api = useApi();
  const client = useQueryClient();
  const editor = useEditor();
  const document = useEditorState((state) => state.document);
  const isReadOnly = useIsReadOnly();
  const { announce, readInside } = useShell();
  const { data: tests = [], isPending, isError, refetch } = useQuery({ queryKey: ['tests'], queryFn: () => api.tests() });
  const remove = useMutation({
    mutationFn: (id: string) => api.removeTest(id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tests'] }),
  });
  const play = useMutation({
    mutationFn: async () => runTests(editor.document, tests, await readInside()),
    onSuccess(next) {
      onRun(next);
      announce(say('ran', { passed: [...next.results.values()].filter(({ isPassed }) => isPassed).length, all: tests.length }));
    },
  });
  // The shown results are the wanted ones: each chosen test is saved with them, and all are run again.
  const update = useMutation({
    mutationFn: async (chosen: readonly SavedTest[]) => {
      const played = await readInside();
      const compiled = compileWith(editor.document, played.inside, played.forms);
      const stage = stageOf(played.hours);
      for (const { test } of chosen) await api.saveTest(rightNow(compiled, test, stage));
      return played;
    },
    async onSuccess(played, chosen) {
      const saved = await client.fetchQuery({ queryKey: ['tests'], queryFn: () => api.tests(), staleTime: 0 });
      onRun(runTests(editor.document, saved, played));
      announce(say('updated', { count: chosen.length }));
    },
    onError: () => client.invalidateQueries({ queryKey: ['tests'] }),
  });
  // Only what was run on the stream as it stands is shown as it is now.
  const canUpdate = run !== null && run.document === document && !isReadOnly;
  const differing = canUpdate ? tests.filter(({ id }) => run.results.get(id)?.isPassed === false) : [];
  const passed = run ? [...run.results.values()].filter(({ isPassed }) => isPassed).length : 0;
  return (
    <Panel
      title={say('title')}
      onClose={onClose}
      tools={
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={tests.length === 0}
          loading={play.isPending}
          onClick={() => play.mutate()}
        >
          {say('runAll')}
        </Button>
      }
    >
      {isPending && <Loader size="sm" />}
      {isError && (
        <Alert color="red">
          {say('notLoaded')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </Alert>
      )}
      {play.isError && <Alert color="red">{play.error.message || designerWords.try('insideNotRead')}</Alert>}
      {remove.isError && <Alert color="red">{remove.error.message || say('notRemoved')}</Alert>}
      {!isPending && !isError && tests.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('none')}
        </Text>
      )}
      {run && (
        <Text size="sm" role="status">
          {say('ran', { passed, all: run.results.size })}
          {run.document !== document && ` · ${say('changedSince')}`}
        </Text>
      )}
      {update.isError && <Alert color="red">{update.error.message || say('notUpdated')}</Alert>}
      {differing.length > 1 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChecks size={14} />}
          loading={update.isPending}
          onClick={() => update.mutate(differing)}
        >
          {say('allRightNow', { count: differing.length })}
        </Button>
      )}
      <Stack gap={2} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {tests.map((saved) => (
          <TestRow
            key={saved.id}
            saved={saved}
            result={run?.results.get(saved.id)}
            inside={run?.inside}
            isUpdating={update.isPending}
            onUpdate={canUpdate ? () => update.mutate([saved]) : undefined}
            onRemove={isReadOnly ? undefined : () => remove.mutate(saved.id)}
          />
        ))}
      </Stack>
      {run && <CoverageOf run={run} />}
    </Panel>
  );
}

function CoverageOf({ run: { coverage } }: { run: Run }) {
  const say = useWords(designerWords.test);
  const document = useEditorState((state) => state.document);
  const { goTo } = useShell();
  const share = ({ covered, all }: { covered: number; all: number }) => (all === 0 ? 100 : Math.round((covered / all) * 100));
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {say('coverage')}
      </Text>
      <Text size="xs">{say('nodesCovered', coverage.nodes)}</Text>
      <Progress value={share(coverage.nodes)} aria-label={say('nodesCovered', coverage.nodes)} />
      <Text size="xs">{say('exitsCovered', coverage.exits)}</Text>
      <Progress value={share(coverage.exits)} aria-label={say('exitsCovered', coverage.exits)} />
      {coverage.untested.length > 0 && (
        <>
          <Text size="sm" fw={550} mt="xs">
            {say('untested')}
          </Text>
          {coverage.untested.slice(0, 100).map((key) => {
            const [id = '', exit] = key.split(' ');
            const node = nodeOf(document, id);
            return (
              <UnstyledButton key={key} fz="sm" onClick={() => goTo(id)}>
                {nameOf(document, id)}
                {exit !== undefined && node && ` → ${exitLabel(document, node, exit)}`}
              </UnstyledButton>
            );
          })}
        </>
      )}
    </Stack>
  );
}
