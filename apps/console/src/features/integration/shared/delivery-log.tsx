import { Badge, Button, Code, Drawer, Group, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { deliveryStates, type WebhookAttempt, type WebhookDelivery } from '@parley/contract';
import { IconInbox } from '@tabler/icons-react';
import { type UseMutationResult, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';

const colors = { WAITING: 'yellow', DONE: 'green', DEAD: 'red' } as const;

export const deliveriesPage = 25;

export type LogSearch = { state: (typeof deliveryStates)[number] | ''; from: number };
type Deliveries = { deliveries: WebhookDelivery[]; more: boolean };
type Delivery = WebhookDelivery & { body: string; log: WebhookAttempt[] };

/** The calls of what is logged: a webhook or a relay bridge. */
export type LogCalls = {
  list: (id: string, search: LogSearch) => UseQueryOptions<Deliveries, Error, Deliveries, (string | number)[]>;
  one: (id: string, deliveryId: string) => UseQueryOptions<Delivery, Error, Delivery, string[]>;
  /** Redelivers one event, or without an id every abandoned one. */
  useRedeliver: (id: string) => Pick<UseMutationResult<{ count: number }, Error, string | undefined>, 'mutate' | 'isPending'>;
};

export type DeliveryLogProps = {
  of: { id: string; name: string };
  calls: LogCalls;
  search: LogSearch;
  onFilter: (part: Partial<LogSearch>) => void;
  onClose: () => void;
};

/** Deliveries of the last 30 days, with the outcome of each attempt. */
export function DeliveryLog({ of, calls, search, onFilter, onClose }: DeliveryLogProps) {
  const say = useWords(integrationWords.log);
  const [openId, setOpenId] = useState('');
  const list = useQuery(calls.list(of.id, search));
  const redeliver = calls.useRedeliver(of.id);
  const columns = useLogColumns(setOpenId);
  const sendAgain = (deliveryId?: string) =>
    redeliver.mutate(deliveryId, {
      onSuccess: ({ count }) => showToast('success', say('again', { count })),
      onError: tellFailure,
    });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={say('title', { name: of.name })}>
      {openId === '' ? (
        <Stack gap="sm">
          <Group justify="space-between" align="flex-end">
            <FilterSelect
              label={say('state')}
              all={say('allStates')}
              value={search.state}
              data={deliveryStates.map((state) => ({ value: state, label: say(state) }))}
              onChange={(state) => onFilter({ state, from: 0 })}
            />
            <Button variant="default" loading={redeliver.isPending} onClick={() => sendAgain()}>
              {say('redeliverAll')}
            </Button>
          </Group>
          <DataTable
            label={say('title', { name: of.name })}
            columns={columns}
            rows={list.data?.deliveries}
            getRowId={({ id }) => id}
            error={list.error}
            isFetching={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            isFiltered={search.state !== ''}
            onClearFilters={() => onFilter({ state: '', from: 0 })}
            empty={<EmptyState icon={IconInbox} title={say('empty')} text={say('emptyText')} />}
            page={{
              from: search.from,
              perPage: deliveriesPage,
              more: list.data?.more ?? false,
              isFixed: true,
              onChange: ({ from }) => onFilter({ from }),
            }}
          />
        </Stack>
      ) : (
        <DeliveryDetail
          query={calls.one(of.id, openId)}
          isBusy={redeliver.isPending}
          onBack={() => setOpenId('')}
          onRedeliver={() => sendAgain(openId)}
        />
      )}
    </Drawer>
  );
}

function useLogColumns(onOpen: (deliveryId: string) => void): DataColumn<WebhookDelivery>[] {
  const say = useWords(integrationWords.log);
  const sayEvent = useWords(integrationWords.event);
  return useMemo(
    () => [
      {
        id: 'time',
        header: say('time'),
        isHideable: false,
        isOneLine: true,
        cell: ({ id, createdAt, type }) => (
          <UnstyledButton
            className="tabular"
            fz="inherit"
            c="var(--mantine-color-anchor)"
            aria-label={say('open', { event: sayEvent(type as 'chat.closed'), when: formatTimestamp(createdAt) })}
            onClick={() => onOpen(id)}
          >
            {formatTimestamp(createdAt)}
          </UnstyledButton>
        ),
      },
      { id: 'event', header: say('event'), cell: ({ type }) => sayEvent(type as 'chat.closed') },
      {
        id: 'state',
        header: say('state'),
        cell: ({ state }) => (
          <Badge variant="light" color={colors[state]}>
            {say(state)}
          </Badge>
        ),
      },
      { id: 'attempts', header: say('attempts'), align: 'end', cell: ({ attempts }) => <span className="tabular">{attempts}</span> },
      {
        id: 'answer',
        header: say('answer'),
        cell: ({ status, error, attempts }) => (attempts === 0 ? '' : status === 0 ? error : `${status}`),
      },
    ],
    [say, sayEvent, onOpen],
  );
}

type DeliveryDetailProps = { query: ReturnType<LogCalls['one']>; isBusy: boolean; onBack: () => void; onRedeliver: () => void };

function DeliveryDetail({ query, isBusy, onBack, onRedeliver }: DeliveryDetailProps) {
  const say = useWords(integrationWords.log);
  const delivery = useQuery(query);
  const { data } = delivery;
  if (delivery.error && !data)
    return <ErrorState error={delivery.error} title={say('couldNotLoad')} onRetry={() => void delivery.refetch()} />;
  if (!data) return <Skeleton height={240} radius="md" />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {say('back')}
        </Button>
        {data.state === 'WAITING' ? (
          <Text size="sm">{say('next', { when: formatTimestamp(data.dueAt) })}</Text>
        ) : (
          <Button variant="default" size="compact-sm" loading={isBusy} onClick={onRedeliver}>
            {say('redeliver')}
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={360}>
        <Table aria-label={say('attempts')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('time')}</Table.Th>
              <Table.Th>{say('answer')}</Table.Th>
              <Table.Th>{say('took')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.log.map(({ number, at, status, error, durationMs }) => (
              <Table.Tr key={number}>
                <Table.Td className="tabular">{formatTimestamp(at)}</Table.Td>
                <Table.Td>{[status || '', error].filter(Boolean).join(' · ')}</Table.Td>
                <Table.Td className="tabular">{say('ms', { count: durationMs })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {say('body')}
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} tabIndex={0}>
          {JSON.stringify(JSON.parse(data.body), null, 2)}
        </Code>
      </div>
    </Stack>
  );
}
