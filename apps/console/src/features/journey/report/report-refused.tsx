import { Badge, Button, Menu, Skeleton, Table, Text } from '@mantine/core';
import { journeyEditors, mostRefusing, type RefusedAnswer } from '@parley/contract';
import { IconMessageCircleCheck, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useCan } from '../../account/shared/me.ts';
import { useNodeName } from '../shared/node-name.ts';
import { NoSynonym, useAddSynonym } from './add-synonym.ts';
import classes from './report.module.css';
import { refusedQuery } from './report.queries.ts';
import type { ReportSearch } from './report.search.ts';

/** Answers that no check has passed, and the way from there to a synonym of the draft. */
export function ReportRefused({ search }: { search: ReportSearch }) {
  const say = useWords(streamReportWords.report);
  const toName = useNodeName();
  const mayEdit = useCan(journeyEditors);
  const refused = useQuery(refusedQuery(search));
  if (refused.error && !refused.data) return <ErrorState error={refused.error} onRetry={() => void refused.refetch()} />;
  if (!refused.data) return <Skeleton height={320} radius="md" />;
  const { answers, isCut } = refused.data;
  if (answers.length === 0) return <EmptyState icon={IconMessageCircleCheck} title={say('noRefused')} text={say('noRefusedText')} />;
  return (
    <Panel
      title={say('refusedTitle')}
      text={[say('refusedText'), isCut ? say('refusedCut', { count: mostRefusing }) : ''].join(' ').trim()}
    >
      <Table.ScrollContainer minWidth={520} type="native" tabIndex={0}>
        <Table aria-label={say('refusedTitle')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('typed')}</Table.Th>
              <Table.Th>{say('node')}</Table.Th>
              <Table.Th ta="end">{say('often')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {answers.map((answer) => (
              <Table.Tr key={`${answer.node} ${answer.fold}`}>
                <Table.Th scope="row" className={classes.typed}>
                  {answer.sample}
                </Table.Th>
                <Table.Td>{toName({ name: answer.nodeName, type: answer.nodeType }) || answer.node}</Table.Td>
                <Table.Td ta="end" className="tabular">
                  {formatNumber(answer.count)}
                </Table.Td>
                <Table.Td ta="end">
                  {answer.knownAs !== '' ? (
                    <Badge variant="light" color="green" tt="none">
                      {say('knownAs', { title: answer.knownAs, interpolation: { escapeValue: false } })}
                    </Badge>
                  ) : mayEdit && answer.options.length > 0 ? (
                    <SynonymMenu journeyId={search.journeyId} answer={answer} />
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function SynonymMenu({ journeyId, answer }: { journeyId: string; answer: RefusedAnswer }) {
  const say = useWords(streamReportWords.report);
  const add = useAddSynonym(journeyId);
  const handleAdd = (optionId: string, title: string) =>
    add.mutate(
      { answer, optionId },
      {
        onSuccess: () => showToast('success', say('synonymAdded', { text: answer.sample, title, interpolation: { escapeValue: false } })),
        onError: (error) => (error instanceof NoSynonym ? showToast('error', say(`synonym_${error.why}`)) : void tellFailure(error)),
      },
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          loading={add.isPending}
          aria-label={say('addSynonymOf', { text: answer.sample, interpolation: { escapeValue: false } })}
        >
          {say('addSynonym')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say('synonymOf')}</Menu.Label>
        {answer.options.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => handleAdd(id, title)}>
            <Text size="sm">{title}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
