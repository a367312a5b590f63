import { Skeleton, Table, Text } from '@mantine/core';
import { type AnalyticsAgent, type AnalyticsFigures, type AnalyticsMeasure, noDepartment } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { NumberButton } from '../shared/figures/number-button.tsx';
import { countOf, showValue, type Unit } from '../shared/figures/show-figure.ts';
import classes from './analytics.module.css';
import { filterOf, tablesQuery } from './analytics.queries.ts';
import type { AnalyticsSearch, OpenRows } from './analytics.search.ts';

const ofDepartments = [
  ['chat.incoming', 'chats'],
  ['chat.attended', 'chats'],
  ['chat.missed', 'chats'],
  ['chat.transferred', 'chats'],
  ['chat.waitMedian', 'ms'],
  ['chat.firstReplyMedian', 'ms'],
  ['chat.handlingMedian', 'ms'],
  ['chat.rating', 'stars'],
] as const satisfies readonly (readonly [AnalyticsMeasure, Unit])[];
const ofAgents = [
  ['chat.incoming', 'chats'],
  ['spell.owned', 'chats'],
  ['spell.passedOn', 'chats'],
  ['spell.firstReplyMedian', 'ms'],
  ['spell.handlingMedian', 'ms'],
  ['chat.rating', 'stars'],
] as const satisfies readonly (readonly [AnalyticsMeasure, Unit])[];

/** The same chats by agent and by department, with what makes the sums differ. */
export function AnalyticsTables({ search, onOpen }: { search: AnalyticsSearch; onOpen: OpenRows }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const tables = useQuery(tablesQuery(filterOf(search)));
  if (tables.error && !tables.data) return <ErrorState error={tables.error} onRetry={() => void tables.refetch()} />;
  if (!tables.data) return <Skeleton height={260} radius="md" />;
  const { agents, departments, foot } = tables.data;
  const total = departments.reduce((sum, { figures }) => sum + countOf(figures, 'chat.incoming'), 0);
  const cells = (
    columns: readonly (readonly [AnalyticsMeasure, Unit])[],
    figures: AnalyticsFigures,
    name: string,
    open: (measure: AnalyticsMeasure) => void,
  ) =>
    columns.map(([measure, unit]) => (
      <Table.Td key={measure} ta="end">
        <NumberButton
          count={countOf(figures, measure)}
          what={`${say(`column_${nameOf(measure)}`)}, ${name}`}
          shown={unit === 'chats' ? formatNumber(countOf(figures, measure)) : showValue(unit, figures[measure]?.value)}
          onOpen={() => open(measure)}
        />
      </Table.Td>
    ));
  return (
    <>
      <Panel title={say('agents')} text={say('agentsText')}>
        <Lines
          label={say('agents')}
          heads={[...ofAgents.map(([measure]) => say(`column_${nameOf(measure)}`)), say('online'), say('away')]}
          first={say('agent')}
          isEmpty={agents.length === 0}
        >
          <Table.Tbody>
            {agents.map((agent) => (
              <Table.Tr key={agent.key}>
                <Table.Th scope="row">
                  <AgentName agent={agent} />
                </Table.Th>
                {cells(ofAgents, agent.figures, agent.name, (measure) =>
                  onOpen(measure, measure === 'chat.rating' ? { ofLast: agent.key } : { ofAgent: agent.key }),
                )}
                <Table.Td ta="end">{showValue('ms', agent.onlineMs)}</Table.Td>
                <Table.Td ta="end">{showValue('ms', agent.awayMs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{say('sum')}</Table.Th>
              <Table.Td ta="end" fw={600}>
                {formatNumber(foot.sum)}
              </Table.Td>
              <Table.Td colSpan={ofAgents.length + 1} />
            </Table.Tr>
            {foot.extra > 0 ? (
              <Table.Tr>
                <Table.Th scope="row">{say('several', { count: foot.several })}</Table.Th>
                <Table.Td ta="end">{`−${formatNumber(foot.extra)}`}</Table.Td>
                <Table.Td colSpan={ofAgents.length + 1} />
              </Table.Tr>
            ) : null}
            <Table.Tr>
              <Table.Th scope="row">{say('whole')}</Table.Th>
              <Table.Td ta="end" fw={600}>
                <NumberButton count={foot.whole} what={say('whole')} shown={formatNumber(foot.whole)} onOpen={() => onOpen('chat.owned')} />
              </Table.Td>
              <Table.Td colSpan={ofAgents.length + 1} />
            </Table.Tr>
          </Table.Tfoot>
        </Lines>
      </Panel>
      <Panel title={say('departments')}>
        <Lines
          label={say('departments')}
          heads={ofDepartments.map(([measure]) => say(`column_${nameOf(measure)}`))}
          first={say('department')}
          isEmpty={departments.length === 0}
        >
          <Table.Tbody>
            {departments.map(({ key, name, figures }) => {
              const shown = key === '' ? say('noDepartment') : name || say('removed');
              return (
                <Table.Tr key={key}>
                  <Table.Th scope="row">{shown}</Table.Th>
                  {cells(ofDepartments, figures, shown, (measure) => onOpen(measure, { ofDepartment: key || noDepartment }))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{say('sum')}</Table.Th>
              <Table.Td ta="end" fw={600}>
                {formatNumber(total)}
              </Table.Td>
              <Table.Td colSpan={ofDepartments.length - 1} />
            </Table.Tr>
          </Table.Tfoot>
        </Lines>
      </Panel>
    </>
  );
}

type ColumnName =
  | 'incoming'
  | 'attended'
  | 'missed'
  | 'transferred'
  | 'waitMedian'
  | 'firstReplyMedian'
  | 'handlingMedian'
  | 'rating'
  | 'owned'
  | 'passedOn';
const nameOf = (measure: AnalyticsMeasure) => measure.slice(measure.indexOf('.') + 1) as ColumnName;

function AgentName({ agent }: { agent: AnalyticsAgent }) {
  const say = useWords(chatAnalyticsWords.analytics);
  return (
    <>
      {agent.name || say('removed')}
      {agent.isActive || agent.name === '' ? null : (
        <Text component="span" size="xs" c="dimmed" ms={6}>
          {say('inactive')}
        </Text>
      )}
    </>
  );
}

type LinesProps = { label: string; first: string; heads: readonly string[]; isEmpty: boolean; children: ReactNode };

function Lines({ label, first, heads, isEmpty, children }: LinesProps) {
  const say = useWords(chatAnalyticsWords.analytics);
  if (isEmpty) return <p className={classes.equation}>{say('noRecord')}</p>;
  return (
    <Table.ScrollContainer minWidth={680} type="native" tabIndex={0} aria-label={label} role="region">
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{first}</Table.Th>
            {heads.map((head) => (
              <Table.Th key={head} ta="end">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {children}
      </Table>
    </Table.ScrollContainer>
  );
}
