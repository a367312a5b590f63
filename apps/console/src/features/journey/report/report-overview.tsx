import { Button, Skeleton, Table } from '@mantine/core';
import { mostTimed, type StreamFigures, type WalkEnding, walkEndings } from '@parley/contract';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MultiBarChart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDay, formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import cardClasses from '../shared/figure-cards.module.css';
import classes from './report.module.css';
import { figuresQuery } from './report.queries.ts';
import type { ReportSearch } from './report.search.ts';
import { describeSpan } from './span.ts';
import { type Walks, walksOf } from './walks.ts';
import { WalksLink } from './walks-link.tsx';

/** The figures of one version or all, and of a second one beside it. */
export function ReportOverview({ search, onSandbox }: { search: ReportSearch; onSandbox: () => void }) {
  const first = useQuery(figuresQuery(search));
  const hasSecond = search.beside > 0;
  const besides = { ...search, version: search.beside };
  const second = useQuery({ ...figuresQuery(besides), enabled: hasSecond });
  const isEmpty = first.data?.started === 0 && search.environment === 'production';
  // Days on which only the sandbox was used look like none at all.
  const sandbox = useQuery({ ...figuresQuery({ ...search, environment: 'sandbox', channelId: '' }), enabled: isEmpty });
  const tried = isEmpty ? (sandbox.data?.started ?? 0) : 0;
  const failed = [first, second].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!first.data || (hasSecond && !second.data)) return <Skeleton height={420} radius="md" />;
  return (
    <div className={hasSecond ? classes.pair : classes.stack}>
      <Figures search={search} figures={first.data} isNamed={hasSecond} tried={tried} onSandbox={onSandbox} />
      {hasSecond && second.data ? <Figures search={besides} figures={second.data} isNamed tried={0} onSandbox={onSandbox} /> : null}
    </div>
  );
}

type FiguresProps = {
  search: ReportSearch;
  figures: StreamFigures;
  isNamed: boolean;
  /** Walks of the sandbox, where people had none */
  tried: number;
  onSandbox: () => void;
};

function Figures({ search, figures, isNamed, tried, onSandbox }: FiguresProps) {
  const say = useWords(streamReportWords.report);
  const { span, started, endings, ended, withoutAgent, medianMs, isCut } = figures;
  const to = (more: Walks = {}) => walksOf(search, span, more);
  const shownEndings = walkEndings.filter((ending) => endings[ending] > 0);
  const parts = shownEndings.map((ending) => say('part', { count: endings[ending], what: say(`ending_${ending}`) })).join(' + ');
  return (
    <section className={classes.stack} aria-label={say('figures')}>
      {isNamed ? <h2 className={classes.heading}>{say('versionOf', { version: search.version })}</h2> : null}
      <dl className={cardClasses.cards}>
        <Card title={say('started')}>
          <WalksLink count={started} what={say('started')} walks={to()} />
        </Card>
        {walkEndings.map((ending) => (
          <Card
            key={ending}
            title={say(`ending_${ending}`)}
            hint={started === 0 ? '' : say('shareOf', { share: formatShare(endings[ending] / started) })}
          >
            <WalksLink count={endings[ending]} what={say(`ending_${ending}`)} walks={to({ ending })} />
          </Card>
        ))}
        <Card title={say('withoutAgent')} hint={say('withoutAgentHint', { count: withoutAgent, ended })}>
          {ended === 0 ? '–' : formatShare(withoutAgent / ended)}
          {ended === 0 ? null : (
            <span className={classes.small}>
              <WalksLink count={withoutAgent} what={say('withoutAgent')} walks={to({ ending: 'ENDED', withoutAgent: true })} />
            </span>
          )}
        </Card>
        <Card title={say('median')} hint={isCut ? say('medianCut', { count: mostTimed }) : say('medianHint')}>
          {describeSpan(medianMs, say)}
        </Card>
      </dl>
      {started === 0 ? (
        <EmptyState
          icon={IconReportAnalytics}
          title={say('noWalks')}
          text={say('noWalksText')}
          action={
            tried === 0 ? null : (
              <Button variant="default" onClick={onSandbox}>
                {say('sandboxOnly', { count: tried })}
              </Button>
            )
          }
        />
      ) : (
        <>
          <p className={classes.equation}>{say('equation', { started, parts, interpolation: { escapeValue: false } })}</p>
          <Panel title={say('days')}>
            <MultiBarChart
              title={say('started')}
              note={span.zone}
              labelHeader={say('day')}
              points={figures.days.map((one) => ({ label: formatDay(one.day), started: one.started, COMPLETED: one.endings.COMPLETED }))}
              series={[
                { key: 'started', label: say('started'), color: 'brand.6' },
                { key: 'COMPLETED', label: say('ending_COMPLETED'), color: 'teal.6' },
              ]}
            />
            <DaysTable search={search} figures={figures} endings={shownEndings} />
          </Panel>
        </>
      )}
    </section>
  );
}

function Card({ title, hint = '', children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className={cardClasses.card}>
      <dt className={cardClasses.cardTitle}>{title}</dt>
      <dd className={cardClasses.figure}>{children}</dd>
      {hint === '' ? null : <dd className={cardClasses.hint}>{hint}</dd>}
    </div>
  );
}

type DaysTableProps = { search: ReportSearch; figures: StreamFigures; endings: readonly WalkEnding[] };

/** The numbers of the chart, each of which opens its walks. */
function DaysTable({ search, figures, endings }: DaysTableProps) {
  const say = useWords(streamReportWords.report);
  return (
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} mt="md">
      <Table aria-label={say('daysTable')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('day')}</Table.Th>
            <Table.Th ta="end">{say('started')}</Table.Th>
            {endings.map((ending) => (
              <Table.Th key={ending} ta="end">
                {say(`ending_${ending}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {figures.days.map((one) => (
            <Table.Tr key={one.day}>
              <Table.Th scope="row" className={classes.oneLine}>
                {formatDay(one.day)}
              </Table.Th>
              <Table.Td ta="end">
                <WalksLink count={one.started} what={`${say('started')}, ${formatDay(one.day)}`} walks={walksOf(search, one)} />
              </Table.Td>
              {endings.map((ending) => (
                <Table.Td key={ending} ta="end">
                  <WalksLink
                    count={one.endings[ending]}
                    what={`${say(`ending_${ending}`)}, ${formatDay(one.day)}`}
                    walks={walksOf(search, one, { ending })}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {figures.days.length > 1 ? (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row" />
              <Table.Td ta="end" fw={600}>
                {formatNumber(figures.started)}
              </Table.Td>
              {endings.map((ending) => (
                <Table.Td key={ending} ta="end" fw={600}>
                  {formatNumber(figures.endings[ending])}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        ) : null}
      </Table>
    </Table.ScrollContainer>
  );
}
