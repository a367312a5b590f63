import { Alert, Anchor, Badge, Button, Drawer, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { MovedMessage } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';
import { useCan } from '../../account/shared/me.ts';
import { movedChatQuery } from '../shared/history.queries.ts';
import { HistorySearch } from '../shared/history.search.ts';

/** A conversation that was led in another product, to be read. */
export function MovedView() {
  const say = useWords(moveWords.moved);
  const saySource = useWords(moveWords.source);
  const { movedId = '' } = useParams({ strict: false });
  const search = HistorySearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const seesCustomers = useCan(['CUSTOMER.VIEW']);
  const list = useInfiniteQuery(movedChatQuery(movedId));
  const chat = list.data?.pages[0]?.chat;
  const source = chat ? saySource(chat.source) : '';
  return (
    <Drawer
      opened
      onClose={() => void navigate({ to: '/chat/history', search: search as never })}
      position="right"
      size="lg"
      title={chat?.customerName || chat?.address || ''}
    >
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {chat ? (
        <Stack gap="sm">
          <Group gap="xs">
            <Badge variant="outline" color="grape">
              {say('badge', { source })}
            </Badge>
            <Text size="sm" c="dimmed">
              {[`#${chat.number}`, chat.channelName, chat.departmentName, chat.agents.join(', '), chat.labels.join(', ')]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {chat.customerId !== '' && seesCustomers ? (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/customer-master/customers/view/$customerId" params={{ customerId: chat.customerId }} {...props} />
                )}
              >
                {say('customer')}
              </Anchor>
            ) : null}
          </Group>
          {chat.subject === '' ? null : <Text fw={600}>{chat.subject}</Text>}
          <Alert variant="light" color="gray">
            {say(chat.isRemoved ? 'removed' : 'note', { source })}
          </Alert>
          {list.data?.pages.flatMap(({ messages }) => messages.map((message) => <Line key={message.key} message={message} />))}
          {list.hasNextPage ? (
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {say('more')}
            </Button>
          ) : null}
        </Stack>
      ) : list.error ? null : (
        <Skeleton height={200} />
      )}
    </Drawer>
  );
}

function Line({ message }: { message: MovedMessage }) {
  const say = useWords(moveWords.moved);
  return (
    <Paper withBorder p="xs" ml={message.by === 'customer' ? 0 : 'xl'} mr={message.by === 'customer' ? 'xl' : 0}>
      <Text size="xs" c="dimmed">
        {[message.name || say(`by_${message.by}`), message.isNote ? say('noteWord') : '', formatInstant(message.at, 'instant')]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {message.text}
      </Text>
      {message.files.map(({ name, address }) => (
        <Text size="xs" key={address}>
          {say('file', { name: name || address, interpolation: { escapeValue: false } })}
        </Text>
      ))}
    </Paper>
  );
}
