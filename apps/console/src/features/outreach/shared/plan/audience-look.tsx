import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AudiencePerson, Template } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { askOf, breakdownQuery, peopleQuery } from './audience.queries.ts';
import { Breakdown } from './breakdown.tsx';
import { hasAudience, type PlanDraft } from './plan-draft.ts';

/** An audience that is being chosen rests this long before it is counted. */
export const countDelayMs = 600;
const shownColumns = 6;

type AudienceLookProps = { draft: PlanDraft; template: Template | undefined; columns: readonly string[] };

/** People of the audience, counted while it is chosen, and the first of them. */
export function AudienceLook({ draft: { plan }, template, columns }: AudienceLookProps) {
  const say = useWords(campaignWords.plan);
  const [settled] = useDebouncedValue(
    JSON.stringify({
      ...askOf(plan, template),
      columns: columns.slice(0, shownColumns),
      isReady: plan.channelId !== '' && hasAudience(plan),
    }),
    countDelayMs,
  );
  const {
    columns: asked,
    isReady,
    ...ask
  } = useMemo(() => JSON.parse(settled) as ReturnType<typeof askOf> & { columns: string[]; isReady: boolean }, [settled]);
  const counted = useQuery(breakdownQuery(ask, isReady));
  const people = useQuery(peopleQuery({ ...ask, columns: asked }, isReady));
  if (plan.channelId === '') return <Panel title={say('counted')}>{say('channelFirst')}</Panel>;
  if (!hasAudience(plan)) return <Panel title={say('counted')}>{say('audienceFirst')}</Panel>;
  return (
    <>
      <Panel title={say('counted')} actions={counted.isFetching ? <Loader size={16} role="status" aria-label={say('counting')} /> : null}>
        <div role="status" aria-busy={counted.isFetching}>
          {counted.error ? (
            <ErrorState error={counted.error} title={say('notCounted')} onRetry={() => void counted.refetch()} />
          ) : counted.data && isReady ? (
            <Breakdown breakdown={counted.data} />
          ) : (
            <Text size="sm" c="dimmed">
              {say('counting')}
            </Text>
          )}
        </div>
      </Panel>
      <Panel title={say('firstPeople')} text={say('firstPeopleText')}>
        <People people={isReady ? people.data : undefined} error={people.error} onRetry={() => void people.refetch()} />
      </Panel>
    </>
  );
}

type PeopleProps = { people: readonly AudiencePerson[] | undefined; error: unknown; onRetry: () => void };

function People({ people, error, onRetry }: PeopleProps) {
  const say = useWords(campaignWords.plan);
  const numbered = useMemo(() => people?.map((person, index) => ({ ...person, index: String(index) })), [people]);
  const names = useMemo(() => [...new Set((people ?? []).flatMap((person) => Object.keys(person.columns)))], [people]);
  const columns = useMemo<DataColumn<AudiencePerson & { index: string }>[]>(
    () => [
      { id: 'number', header: say('number'), isOneLine: true, cell: (row) => <span className="tabular">{row.number}</span> },
      ...names.map((name) => ({
        id: `column ${name}`,
        header: name === 'name' ? say('personName') : name,
        cell: (row: AudiencePerson) => row.columns[name] || '–',
      })),
    ],
    [say, names],
  );
  return (
    <DataTable
      key={names.join()}
      label={say('firstPeople')}
      columns={columns}
      rows={numbered}
      getRowId={({ index }) => index}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState title={say('nobody')} text={say('nobodyText')} />}
    />
  );
}
