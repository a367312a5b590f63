import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { JourneyItem, JourneyTest } from '@parley/contract';
import type { Document } from '@parley/journey';
import { IconMessages, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { designerLink } from '../shared/designer-link.ts';
import { turnCountOf } from '../shared/expectations.ts';
import { useNodeNames } from '../shared/node-name.ts';
import { draftQuery, rehearsalQuery, testsQuery } from '../shared/publishing.queries.ts';
import { CoverageNote, FailureList, PassBadge, type Played } from '../shared/rehearsal-results.tsx';
import classes from '../shared/stream.module.css';
import { useRemoveTest } from './workspace.queries.ts';

/** Saved conversations: each says what has to come of it, and all of them are played before a version is published. */
export function TestsTab({ journey: { id } }: { journey: JourneyItem }) {
  const say = useWords(journeyWords.tests);
  const tests = useQuery(testsQuery(id));
  const draft = useQuery(draftQuery(id));
  // Played when somebody asks for it; what it said stays until the stream changes.
  const rehearsal = useQuery({ ...rehearsalQuery(id), enabled: false });
  const toNodeName = useNodeNames(draft.data?.document);
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const remove = useRemoveTest();
  const played = new Map(rehearsal.data?.tests.map((one) => [one.id, one]));
  const passed = rehearsal.data?.tests.filter(({ isPassed }) => isPassed).length ?? 0;
  const handleRemove = async ({ id: testId, name }: JourneyTest) => {
    if (!(await confirmDelete('delete', name))) return;
    remove.mutate({ journeyId: id, testId }, { onSuccess: () => showToast('success', say('removed')), onError: tellFailure });
  };
  const count = tests.data?.length ?? 0;
  return (
    <Panel
      title={say('title')}
      text={say('text')}
      actions={
        count > 0 ? (
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            loading={rehearsal.isFetching}
            onClick={() => void rehearsal.refetch()}
          >
            {say('runAll')}
          </Button>
        ) : null
      }
    >
      {rehearsal.error ? <SaveFailure error={rehearsal.error} /> : null}
      {rehearsal.data ? (
        <Stack gap={2}>
          <Text size="sm" fw={600} role="status">
            {say('ran', { passed, all: rehearsal.data.tests.length })}
          </Text>
          <CoverageNote coverage={rehearsal.data.coverage} toNodeName={toNodeName} />
        </Stack>
      ) : null}
      <CardList
        label={say('title')}
        className={classes.results}
        query={tests}
        rows={tests.data}
        getRowId={(test) => test.id}
        loading={{ count: 2, height: 56 }}
        empty={
          <EmptyState
            icon={IconMessages}
            title={say('emptyTitle')}
            text={say('emptyText')}
            action={<Anchor renderRoot={(props) => <Link {...designerLink(id)} {...props} />}>{say('openDesigner')}</Anchor>}
          />
        }
        card={(test) => (
          <Conversation
            test={test}
            played={played.get(test.id)}
            document={draft.data?.document as unknown as Document | undefined}
            toNodeName={toNodeName}
          >
            {canEdit ? (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={say('removeOne', { name: test.name })}
                onClick={() => void handleRemove(test)}
              >
                {say('remove')}
              </Button>
            ) : null}
          </Conversation>
        )}
      />
    </Panel>
  );
}

type ConversationProps = {
  test: JourneyTest;
  played: Played | undefined;
  document: Document | undefined;
  toNodeName: (id: string) => string;
  children: ReactNode;
};

function Conversation({ test, played, document, toNodeName, children }: ConversationProps) {
  const say = useWords(journeyWords.tests);
  return (
    <>
      <div className={classes.resultHead}>
        <div className={classes.resultName}>
          {test.name}
          <Text size="xs" c="dimmed">
            {say('turns', { count: turnCountOf(test) })} · {[formatReportDate(test.updatedOn), test.updatedBy].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap={8}>
          {played ? <PassBadge isPassed={played.isPassed} /> : null}
          {children}
        </Group>
      </div>
      {played ? <FailureList played={played} test={test} document={document} toNodeName={toNodeName} /> : null}
    </>
  );
}
