import { Skeleton, Stack, Text } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import type { Document } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { FindingsList } from '../shared/findings-list.tsx';
import { useNodeNames } from '../shared/node-name.ts';
import { checkQuery, draftQuery } from '../shared/publishing.queries.ts';
import classes from '../shared/stream.module.css';
import { completionOf } from './completion.ts';
import { RunningLink } from './running-link.tsx';

/** State of a stream: its running walks, the number that reach the end, and the findings of its check. */
export function OverviewTab({ journey }: { journey: JourneyItem }) {
  const say = useWords(journeyWords.stream);
  const sayList = useWords(journeyWords.list);
  const draft = useQuery(draftQuery(journey.id));
  const check = useQuery(checkQuery(journey.id));
  const toNodeName = useNodeNames(draft.data?.document);
  const facts = [
    [sayList('description'), journey.description],
    [sayList('folder'), journey.folder],
    [sayList('version'), journey.version === 0 ? say('noVersion') : String(journey.version)],
    [say('channels'), journey.channels.map(({ name }) => name).join(', ')],
    [sayList('updated'), [formatReportDate(journey.updatedOn), journey.updatedBy].filter(Boolean).join(' · ')],
    [say('unpublishedBy'), draft.data && journey.version > 0 && journey.hasChanges ? draft.data.unpublishedBy.join(', ') : ''],
    [say('editing'), draft.data?.lease.holderName ?? ''],
  ] as const;
  return (
    <Stack gap="md">
      <dl className={classes.tileFigures}>
        <div>
          <dt>{sayList('running')}</dt>
          <dd>
            <RunningLink journey={journey} />
          </dd>
        </div>
        <div>
          <dt>{say('started')}</dt>
          <dd>{formatNumber(journey.started)}</dd>
        </div>
        <div>
          <dt>{say('completed')}</dt>
          <dd>{formatNumber(journey.completed)}</dd>
        </div>
        <div>
          <dt>{sayList('completion')}</dt>
          <dd>{completionOf(journey)}</dd>
        </div>
      </dl>
      <Panel title={say('about')}>
        <FactList facts={facts} />
      </Panel>
      <Panel title={say('check')} text={say('checkText')}>
        {check.data ? (
          check.data.findings.length === 0 ? (
            <Text size="sm">{say('noFindings')}</Text>
          ) : (
            <FindingsList
              journeyId={journey.id}
              findings={check.data.findings}
              document={draft.data?.document as unknown as Document | undefined}
              toNodeName={toNodeName}
            />
          )
        ) : check.isError ? (
          <ErrorState error={check.error} onRetry={() => void check.refetch()} />
        ) : (
          <Skeleton height={80} radius="md" />
        )}
      </Panel>
    </Stack>
  );
}
