import { ActionIcon, Alert, Badge, Button, Group, Loader, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { type Coverage, coverageOf, type Document, type Expectation, type Rehearsed, rehearse, shapeOfName } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconCheck, IconPlayerPlay, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedTest } from '../api.ts';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState, useIsReadOnly } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { nameOf } from '../nodes/summary.ts';
import { compileWith } from '../play/play.ts';
import { plainReaders } from '../play/readers.ts';
import { type Inside, useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './panel.module.css';
import { Panel } from './panel.tsx';

export type Run = { results: ReadonlyMap<string, Rehearsed>; coverage: Coverage; failed: ReadonlySet<string>; document: object };

/** Runs saved conversations on the stream as it stands. Nodes where a failed test last was are marked. */
export function runTests(document: Document, tests: readonly SavedTest[], inside: Inside): Run {
  const compiled = compileWith(document, inside);
  const results = new Map(
    tests.map(({ id, test }) => [id, rehearse(compiled, test, { readers: plainReaders, shapeOf: shapeOfName })] as const),
  );
  const failed = new Set<string>();
  for (const { test, id } of tests) {
    const result = results.get(id);
    for (const { expectation } of result?.failures ?? []) {
      const after = test.expect[expectation]?.after ?? 0;
      const turn = result?.turns[Math.min(after, result.turns.length - 1)];
      const node = turn?.visits.findLast(({ stream }) => stream === document.id)?.node;
      if (node !== undefined) failed.add(node);
    }
  }
  return { results, coverage: coverageOf(compiled, [...results.values()]), failed, document };
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
      <Stack gap={2} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {tests.map((saved) => (
          <TestRow
            key={saved.id}
            saved={saved}
            result={run?.results.get(saved.id)}
            onRemove={isReadOnly ? undefined : () => remove.mutate(saved.id)}
          />
        ))}
      </Stack>
      {run && <CoverageOf run={run} />}
    </Panel>
  );
}

function TestRow({
  saved: { test },
  result,
  onRemove,
}: {
  saved: SavedTest;
  result: Rehearsed | undefined;
  onRemove: (() => void) | undefined;
}) {
  const say = useWords(designerWords.test);
  const { goTo } = useShell();
  return (
    <li>
      <Group gap={6} wrap="nowrap" py={6}>
        {result ? (
          result.isPassed ? (
            <IconCheck size={17} color="var(--mantine-color-green-6)" aria-label={say('passed')} />
          ) : (
            <IconX size={17} color="var(--app-danger)" aria-label={say('failed')} />
          )
        ) : (
          <span style={{ inlineSize: 17 }} />
        )}
        <Text size="sm" fw={550} flex={1}>
          {test.name}
        </Text>
        <Badge size="sm" color="gray">
          {say('turns', { count: test.turns.length })}
        </Badge>
        {onRemove && (
          <ActionIcon size="sm" aria-label={say('remove', { name: test.name })} onClick={onRemove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      {result?.failures.map(({ expectation, found }) => {
        const wanted = test.expect[expectation];
        const node = wanted && result.turns[Math.min(wanted.after, result.turns.length - 1)]?.visits.at(-1)?.node;
        return (
          <UnstyledButton key={expectation} className={classes.finding} onClick={() => node && goTo(node)}>
            <span>
              <Text size="xs" c="dimmed">
                {wanted && say('afterTurn', { turn: wanted.after })}
              </Text>
              <Text size="sm">{wanted && <Wanted wanted={wanted} />}</Text>
              <Text size="sm" c="red">
                {say('insteadOf', { found: found === '' ? say('nothing') : found })}
              </Text>
            </span>
          </UnstyledButton>
        );
      })}
    </li>
  );
}

function Wanted({ wanted }: { wanted: Expectation }) {
  const say = useWords(designerWords.test);
  const document = useEditorState((state) => state.document);
  switch (wanted.kind) {
    case 'message':
      return say('wantsMessage', { text: wanted.text });
    case 'variable':
      return say('wantsVariable', { name: wanted.name, value: JSON.stringify(wanted.value) });
    case 'node':
      return say('wantsNode', { node: nameOf(document, wanted.node) });
    case 'end':
      return say('wantsEnd', { state: [wanted.state, wanted.outcome ?? ''].filter((part) => part !== '').join(' ') });
  }
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
