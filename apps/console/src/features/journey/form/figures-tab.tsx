import { Skeleton, Stack, Table, Text } from '@mantine/core';
import type { FormFigures } from '@parley/contract';
import { IconChartFunnel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MultiBarChart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import type { AddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import cardClasses from '../shared/figure-cards.module.css';
import { describeSeconds } from './describe-seconds.ts';
import classes from './form.module.css';
import { figuresQuery, type WholeForm } from './form.queries.ts';
import type { FormSearch } from './form.search.ts';
import { SpanFilters } from './span-filters.tsx';

type FiguresTabProps = { form: WholeForm } & Pick<AddressState<FormSearch>, 'search' | 'filter'>;

/** Counts of those who have begun and what became of them, the screens on which people leave, and the time that it takes. */
export function FiguresTab({ form, search, filter }: FiguresTabProps) {
  const figures = useQuery(figuresQuery(form.id, search));
  return (
    <>
      <FilterBar>
        <SpanFilters published={form.published} search={search} onChange={filter} />
      </FilterBar>
      {figures.data ? (
        <Shown figures={figures.data} />
      ) : figures.error ? (
        <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </>
  );
}

const endings = ['submitted', 'closed', 'expired', 'open'] as const;

function Shown({ figures }: { figures: FormFigures }) {
  const say = useWords(formWords.figures);
  const sayAnswers = useWords(formWords.answers);
  const { opened, medianSeconds, faces } = figures;
  if (opened === 0) return <EmptyState icon={IconChartFunnel} title={say('emptyTitle')} text={say('emptyText')} />;
  const faceList = faces.map(({ face, answered }) => `${sayAnswers(`face_${face}`)} ${formatNumber(answered)}`).join(', ');
  return (
    <Stack gap="md">
      <dl className={cardClasses.cards} aria-label={say('sums')}>
        <div className={cardClasses.card}>
          <dt className={cardClasses.cardTitle}>{say('started')}</dt>
          <dd className={cardClasses.figure}>{formatNumber(opened)}</dd>
        </div>
        {endings.map((ending) => (
          <div key={ending} className={cardClasses.card}>
            <dt className={cardClasses.cardTitle}>{say(ending)}</dt>
            <dd className={cardClasses.figure}>{formatNumber(figures[ending])}</dd>
            <dd className={cardClasses.hint}>{say('shareOf', { share: formatShare(figures[ending] / opened, 0) })}</dd>
          </div>
        ))}
        <div className={cardClasses.card}>
          <dt className={cardClasses.cardTitle}>{say('median')}</dt>
          <dd className={cardClasses.figure}>{describeSeconds(medianSeconds, sayAnswers)}</dd>
          <dd className={cardClasses.hint}>{say('medianHint')}</dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed">
        {say('equation', {
          started: formatNumber(opened),
          parts: endings.map((ending) => say('part', { count: formatNumber(figures[ending]), what: say(`sum_${ending}`) })).join(' + '),
          interpolation: { escapeValue: false },
        })}
        {faceList === '' ? '' : ` ${say('faces', { faces: faceList, interpolation: { escapeValue: false } })}`}
      </Text>
      <Funnel screens={figures.screens} />
    </Stack>
  );
}

function Funnel({ screens }: Pick<FormFigures, 'screens'>) {
  const say = useWords(formWords.figures);
  return (
    <Panel title={say('funnel')} text={say('funnelText')}>
      <div className={classes.funnel}>
        <MultiBarChart
          title={say('funnelChart')}
          labelHeader={say('screen')}
          points={screens.map(({ title, seen, leftHere }, place) => ({ label: `${place + 1} ${title}`, seen, leftHere }))}
          series={[
            { key: 'seen', label: say('seen'), color: 'brand.6' },
            { key: 'leftHere', label: say('leftHere'), color: 'orange.6' },
          ]}
        />
        <Table.ScrollContainer minWidth={360} type="native" tabIndex={0}>
          <Table aria-label={say('funnel')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('screen')}</Table.Th>
                <Table.Th ta="end">{say('seen')}</Table.Th>
                <Table.Th ta="end">{say('leftHere')}</Table.Th>
                <Table.Th ta="end">{say('leftShare')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {screens.map(({ id, title, seen, leftHere }, place) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row">
                    {place + 1} {title}
                  </Table.Th>
                  <Table.Td ta="end" className="tabular">
                    {formatNumber(seen)}
                  </Table.Td>
                  <Table.Td ta="end" className="tabular">
                    {formatNumber(leftHere)}
                  </Table.Td>
                  <Table.Td ta="end" className="tabular">
                    {seen === 0 ? '–' : formatShare(leftHere / seen, 0)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </div>
    </Panel>
  );
}
