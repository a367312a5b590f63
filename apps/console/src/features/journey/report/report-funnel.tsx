import { ActionIcon, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import { type FunnelNode, nodePassages, type StreamFunnel } from '@parley/contract';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useExitName } from '../shared/exit-name.ts';
import cardClasses from '../shared/figure-cards.module.css';
import { useNodeName } from '../shared/node-name.ts';
import { FunnelFrame } from './funnel-frame.tsx';
import classes from './report.module.css';
import { funnelQuery } from './report.queries.ts';
import type { ReportSearch } from './report.search.ts';
import { walksOf } from './walks.ts';
import { WalksLink } from './walks-link.tsx';

const mostDrops = 5;
type ReportFunnelProps = { search: ReportSearch; onNode: (node: string) => void };

/** The funnel drawn on the stream, and the same numbers as a list. */
export function ReportFunnel({ search, onNode }: ReportFunnelProps) {
  const say = useWords(streamReportWords.report);
  const first = useQuery(funnelQuery(search));
  const hasSecond = search.beside > 0;
  const besides = { ...search, version: search.beside };
  const second = useQuery({ ...funnelQuery(besides), enabled: hasSecond });
  const failed = [first, second].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!first.data || (hasSecond && !second.data)) return <Skeleton height={520} radius="md" />;
  const funnel = first.data;
  const chosen = funnel.nodes.find(({ node }) => node === search.node);
  return (
    <div className={classes.stack}>
      <Panel title={say('drawing')} text={say('drawingText', { version: funnel.version })}>
        <FunnelFrame key={search.journeyId} journeyId={search.journeyId} funnel={funnel} node={search.node} onNode={onNode} />
      </Panel>
      {chosen ? <Chosen search={search} funnel={funnel} node={chosen} onClose={() => onNode('')} /> : null}
      <TopDrops search={search} funnel={funnel} />
      <NodeTable search={search} funnel={funnel} onNode={onNode} isNamed={hasSecond} />
      {hasSecond && second.data ? <NodeTable search={besides} funnel={second.data} onNode={onNode} isNamed /> : null}
    </div>
  );
}

type OfFunnel = { search: ReportSearch; funnel: StreamFunnel };

/** Outcome of walks at one node, and the exits by which they went on. */
function Chosen({ search, funnel, node, onClose }: OfFunnel & { node: FunnelNode; onClose: () => void }) {
  const say = useWords(streamReportWords.report);
  const toName = useNodeName();
  const toExit = useExitName();
  const name = toName(node);
  const names = new Map(funnel.nodes.map((one) => [one.node, toName(one)]));
  const edges = funnel.edges.filter((edge) => edge.node === node.node);
  return (
    <Panel
      title={name}
      text={say('chosen')}
      actions={
        <ActionIcon aria-label={say('close')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      }
    >
      <dl className={cardClasses.cards}>
        {nodePassages.map((passage) => (
          <div key={passage} className={cardClasses.card}>
            <dt className={cardClasses.cardTitle}>{say(`passage_${passage}`)}</dt>
            <dd className={cardClasses.figure}>
              <WalksLink
                count={node[passage]}
                what={`${name}: ${say(`passage_${passage}`)}`}
                walks={walksOf(search, funnel.span, { passage, passedNode: node.node })}
              />
            </dd>
          </div>
        ))}
      </dl>
      {edges.length === 0 ? null : (
        <Table aria-label={say('exits', { node: name, interpolation: { escapeValue: false } })} mt="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('exit')}</Table.Th>
              <Table.Th>{say('leadsTo')}</Table.Th>
              <Table.Th ta="end">{say('count')}</Table.Th>
              <Table.Th ta="end">{say('share')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {edges.map(({ exit, exitTitle, to, count, share }) => (
              <Table.Tr key={exit}>
                <Table.Th scope="row">{toExit(exit, exitTitle)}</Table.Th>
                <Table.Td>{to === '' ? say('nowhere') : (names.get(to) ?? to)}</Table.Td>
                <Table.Td ta="end">
                  <WalksLink
                    count={count}
                    what={`${name}: ${toExit(exit, exitTitle)}`}
                    walks={walksOf(search, funnel.span, { passage: 'left', passedNode: node.node, passedExit: exit })}
                  />
                </Table.Td>
                <Table.Td ta="end" className="tabular">
                  {formatShare(share, 0)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

function TopDrops({ search, funnel }: OfFunnel) {
  const say = useWords(streamReportWords.report);
  const toName = useNodeName();
  const drops = funnel.nodes
    .filter(({ dropped }) => dropped > 0)
    .sort((one, other) => other.dropped - one.dropped)
    .slice(0, mostDrops);
  return (
    <Panel title={say('topDrops')}>
      {drops.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noDrops')}
        </Text>
      ) : (
        <ol className={classes.drops}>
          {drops.map((one) => (
            <li key={one.node}>
              {say('topDrop', { node: toName(one), count: one.dropped, entered: one.entered, interpolation: { escapeValue: false } })} (
              {formatShare(one.entered === 0 ? 1 : one.dropped / one.entered, 0)}){' '}
              <WalksLink
                count={one.dropped}
                what={`${toName(one)}: ${say('passage_dropped')}`}
                walks={walksOf(search, funnel.span, { passage: 'dropped', passedNode: one.node })}
              />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** The nodes in the order of the drawn version: the drawing's numbers for keyboard and screen reader. */
function NodeTable({ search, funnel, isNamed, onNode }: OfFunnel & { isNamed: boolean; onNode: (node: string) => void }) {
  const say = useWords(streamReportWords.report);
  const toName = useNodeName();
  const title = isNamed ? `${say('nodes')}, ${say('versionOf', { version: search.version })}` : say('nodes');
  return (
    <Panel title={title} text={say('nodesText')}>
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('node')}</Table.Th>
              {nodePassages.map((passage) => (
                <Table.Th key={passage} ta="end">
                  {say(`passage_${passage}`)}
                </Table.Th>
              ))}
              <Table.Th ta="end">{say('dropShare')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {funnel.nodes.map((one) => (
              <Table.Tr key={one.node} className={one.node === search.node ? classes.chosenRow : undefined}>
                <Table.Th scope="row">
                  <UnstyledButton
                    fz="inherit"
                    className={classes.nodeButton}
                    aria-pressed={one.node === search.node}
                    onClick={() => onNode(one.node)}
                  >
                    {toName(one)}
                  </UnstyledButton>
                  {one.isGone ? (
                    <Text size="xs" c="dimmed">
                      {say('gone')}
                    </Text>
                  ) : null}
                </Table.Th>
                {nodePassages.map((passage) => (
                  <Table.Td key={passage} ta="end">
                    <WalksLink
                      count={one[passage]}
                      what={`${toName(one)}: ${say(`passage_${passage}`)}`}
                      walks={walksOf(search, funnel.span, { passage, passedNode: one.node })}
                    />
                  </Table.Td>
                ))}
                <Table.Td ta="end" className="tabular">
                  {one.entered === 0 ? formatNumber(0) : formatShare(one.dropped / one.entered, 0)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
