import { Alert, Anchor, Badge, Button, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core';
import { busyMovePhases, type Move } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';
import { type MoveStep, moveQuery, useMoveStep } from './moving.queries.ts';
import { MovingMapping } from './moving-mapping.tsx';
import { MovingPlan } from './moving-plan.tsx';
import { MovingRecords } from './moving-records.tsx';

/** A move: what was read, its plan, its run and its undo. */
export function MovingPage() {
  const say = useWords(moveWords.page);
  const saySource = useWords(moveWords.source);
  const sayPhase = useWords(moveWords.phase);
  const { moveId = '' } = useParams({ strict: false });
  const { data: move, error, refetch } = useQuery(moveQuery(moveId));
  if (!move) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  return (
    <Stack gap="lg">
      <div>
        <PageHeader
          title={say('title', { source: saySource(move.source) })}
          subtitle={move.apiUrl || move.files.join(', ')}
          actions={<Steps move={move} />}
        />
        <Group gap="xs">
          <Anchor renderRoot={(props) => <Link to="/admin/moving-in" {...props} />} size="sm">
            {say('back')}
          </Anchor>
          <Badge variant="light" color={move.phase === 'failed' ? 'red' : 'gray'}>
            {sayPhase(move.phase)}
          </Badge>
        </Group>
      </div>
      <Progressing move={move} />
      {move.reason === '' ? null : (
        <Alert color="red" variant="light">
          {say('failed', { reason: move.reason })}
        </Alert>
      )}
      <Warnings move={move} />
      <Report move={move} />
      {move.plan ? <MovingPlan move={move} plan={move.plan} /> : null}
      {move.phase === 'planned' && move.mapping.length > 0 ? <MovingMapping key={move.version} move={move} /> : null}
      {move.plan ? <MovingRecords move={move} /> : null}
    </Stack>
  );
}

function Progressing({ move }: { move: Move }) {
  const say = useWords(moveWords.page);
  if (!busyMovePhases.includes(move.phase)) return null;
  const isRun = move.phase === 'running' && move.totalRecords > 0;
  return (
    <div role="status">
      <Text size="sm">
        {isRun
          ? say('taken', { done: formatNumber(move.doneRecords), total: formatNumber(move.totalRecords) })
          : say('read', { count: move.readRecords })}
      </Text>
      <Progress value={isRun ? Math.min(100, (100 * move.doneRecords) / move.totalRecords) : 100} animated={!isRun} aria-hidden />
      {move.waitsUntil ? <Text size="sm">{say('waits', { time: formatInstant(move.waitsUntil, 'instant') })}</Text> : null}
    </div>
  );
}

function Warnings({ move }: { move: Move }) {
  const say = useWords(moveWords.page);
  const sayReason = useWords(moveWords.reason);
  if (move.warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={say('warnings')}>
      {move.warnings.map(({ file, reason, line }) => (
        <Text size="sm" key={`${file} ${reason} ${line}`}>
          {say('warning', { file, reason: reason === '' ? '' : sayReason(reason) })}
        </Text>
      ))}
    </Alert>
  );
}

function Report({ move }: { move: Move }) {
  const say = useWords(moveWords.page);
  const sayKind = useWords(moveWords.kind);
  const { report } = move;
  if (!report) return null;
  const line = (name: 'made' | 'undone' | 'kept') =>
    report[name].length === 0 ? null : (
      <Text size="sm" key={name}>
        {say(name)}: {report[name].map(({ kind, count }) => `${sayKind(kind)} ${formatNumber(count)}`).join(', ')}
      </Text>
    );
  return (
    <section aria-label={say('report')}>
      <Title order={2} size="h4">
        {say('report')}
      </Title>
      {(['made', 'undone', 'kept'] as const).map(line)}
      {move.phase === 'done' ? (
        <Anchor size="sm" renderRoot={(props) => <Link to="/chat/history" search={{ origin: 'moved' } as never} {...props} />}>
          {say('history')}
        </Anchor>
      ) : null}
    </section>
  );
}

type Asked = 'run' | 'undo' | 'remove';
const words = {
  run: ['runTitle', 'runText', 'run'],
  undo: ['undoTitle', 'undoText', 'undo'],
  remove: ['discardTitle', 'discardText', 'discard'],
} as const;

/** Steps that the phase allows. */
function Steps({ move }: { move: Move }) {
  const say = useWords(moveWords.page);
  const navigate = useNavigate();
  const step = useMoveStep(move.id);
  const [asked, setAsked] = useState<Asked>();
  const act = (what: MoveStep) =>
    step.mutate(what, {
      onSuccess: () => {
        setAsked(undefined);
        if (what === 'remove') void navigate({ to: '/admin/moving-in' });
      },
    });
  const { phase } = move;
  const isKept = phase === 'undone' && (move.report?.kept.length ?? 0) > 0;
  const canDiscard = phase === 'planned' || phase === 'reading' || (phase === 'failed' && move.doneRecords === 0);
  const [title, text, button] = words[asked ?? 'run'];
  return (
    <>
      {canDiscard ? (
        <Button variant="default" onClick={() => setAsked('remove')}>
          {say('discard')}
        </Button>
      ) : null}
      {phase === 'failed' ? (
        <Button variant="default" onClick={() => act('retry')} loading={step.isPending}>
          {say('retry')}
        </Button>
      ) : null}
      {phase === 'done' || isKept ? (
        <Button variant="default" color="red" onClick={() => setAsked('undo')}>
          {say(isKept ? 'undoAgain' : 'undo')}
        </Button>
      ) : null}
      {phase === 'planned' ? <Button onClick={() => setAsked('run')}>{say('run')}</Button> : null}
      <Modal opened={asked !== undefined} onClose={() => setAsked(undefined)} title={say(title)}>
        <Stack gap="md">
          <Text size="sm">{say(text)}</Text>
          {step.error ? <SaveFailure error={step.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsked(undefined)} data-autofocus>
              {say('cancel')}
            </Button>
            <Button {...(asked === 'run' ? {} : { color: 'red' })} loading={step.isPending} onClick={() => act(asked ?? 'run')}>
              {say(button)}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
