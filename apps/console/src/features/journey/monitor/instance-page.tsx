import { Alert, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { CallAnswer, endpoints, MonitorAct } from '@parley/contract';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { BackLink } from '../shared/back-link.tsx';
import { designerLink } from '../shared/designer-link.ts';
import { useNodeName } from '../shared/node-name.ts';
import { ActDialog } from './act-dialog.tsx';
import { InstanceBadge } from './instance-state.tsx';
import classes from './monitor.module.css';
import { instanceQuery, isLive } from './monitor.queries.ts';
import { knownAmong, reasons } from './monitor-values.ts';
import { TurnList } from './turn-list.tsx';

export type Instance = CallAnswer<(typeof endpoints)['journeyMonitor']['get']>;

/** One person's walk through a stream: each step with what was compared there (screens 4.5). */
export function InstancePage() {
  const say = useWords(journeyWords.monitor);
  const { instanceId = '' } = useParams({ strict: false });
  const instance = useQuery(instanceQuery(instanceId));
  return (
    <div>
      <BackLink to="/journey/monitor">{say('title')}</BackLink>
      {instance.data ? (
        <Loaded instance={instance.data} />
      ) : instance.isError ? (
        <ErrorState error={instance.error} onRetry={() => void instance.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={240} radius="md" />
        </Stack>
      )}
    </div>
  );
}

/** Returns the acts that make sense in the walk's state; the server checks them again. */
function actsOf(instance: Instance): MonitorAct[] {
  const isFailed = instance.state === 'FAILED';
  return [
    ...(isFailed ? (['retry'] as const) : []),
    ...(instance.state !== 'COMPLETED' && instance.state !== 'HANDED_OVER' ? (['continue'] as const) : []),
    ...(isLive(instance) || isFailed ? (['handOver'] as const) : []),
    ...(isLive(instance) ? (['stop'] as const) : []),
  ];
}

function Loaded({ instance }: { instance: Instance }) {
  const say = useWords(journeyWords.monitor);
  const toNodeName = useNodeName();
  const [acting, setActing] = useState<MonitorAct>();
  const reason = knownAmong(reasons, instance.reason);
  // One that failed before reasons were told in words says at least of which kind it is.
  const told = instance.lastError || (instance.state === 'FAILED' && reason ? say(`reason_${reason}`) : '');
  const facts = [
    [say('stream'), `${instance.journeyName} · ${say('versionOf', { version: instance.version })}`],
    [say('channel'), instance.channelName],
    [say('number'), instance.address],
    [say('node'), toNodeName({ name: instance.nodeName, type: instance.nodeType }) || instance.node],
    [say('reason'), reason ? say(`reason_${reason}`) : instance.reason],
    [say('outcome'), instance.outcome],
    [say('begunBy'), instance.begunByBot === '' ? '' : say('begunByTool', { name: instance.begunByBot })],
    [say('started'), formatReportDate(instance.startedOn)],
    [say('since'), formatReportDate(instance.since)],
    [say('ended'), instance.endedOn === '' ? '' : formatReportDate(instance.endedOn)],
    [say('due'), instance.dueOn === '' || !isLive(instance) ? '' : formatReportDate(instance.dueOn)],
  ] as const;
  return (
    <>
      <PageHeader
        title={instance.customerName || instance.address}
        subtitle={<InstanceBadge state={instance.state} />}
        actions={
          <>
            {actsOf(instance).map((act) => (
              <Button key={act} variant="default" {...(act === 'stop' ? { color: 'red' } : {})} onClick={() => setActing(act)}>
                {say(`act_${act}`)}
              </Button>
            ))}
            <Button
              leftSection={<IconPencil size={16} aria-hidden />}
              renderRoot={(props) => <Link {...designerLink(instance.journeyId, instance.node)} {...props} />}
            >
              {say('openDesigner')}
            </Button>
          </>
        }
      />
      <Stack gap="md">
        {told === '' ? null : (
          <Alert color="red" title={say('lastError')}>
            {told}
          </Alert>
        )}
        <Panel title={say('about')}>
          <FactList facts={facts} />
          {instance.lost.length === 0 ? null : (
            <ul className={classes.refused}>
              {instance.lost.map(({ journeyName, reason: why }) => (
                <li key={`${journeyName} ${why}`}>{say('lost', { name: journeyName, reason: why })}</li>
              ))}
            </ul>
          )}
        </Panel>
        <div className={classes.columns}>
          <Panel title={say('steps')} text={say('stepsText')}>
            {instance.turns.length === 0 ? (
              <Text size="sm">{say('noSteps')}</Text>
            ) : (
              <TurnList turns={instance.turns} instance={instance} />
            )}
          </Panel>
          <Panel title={say('variables')}>
            {instance.variables.length === 0 ? (
              <Text size="sm">{say('noVariables')}</Text>
            ) : (
              <Table className={classes.variables ?? ''}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{say('variable')}</Table.Th>
                    <Table.Th>{say('value')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {instance.variables.map(({ name, value }) => (
                    <Table.Tr key={name}>
                      <Table.Td>{name}</Table.Td>
                      <Table.Td>{value === '' ? '–' : value}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Panel>
        </div>
      </Stack>
      {acting ? <ActDialog act={acting} picked={{ kind: 'some', instances: [instance] }} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}
