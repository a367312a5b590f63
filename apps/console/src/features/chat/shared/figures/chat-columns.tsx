import { Anchor, Text } from '@mantine/core';
import { type AnalyticsRow, screens } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../../components/data-table.tsx';
import { formatInstant } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { useCan } from '../../../account/shared/me.ts';

type Chat = Pick<AnalyticsRow, 'chatId' | 'createdAt' | 'customerName' | 'chatNumber' | 'canRead'>;

/** Columns that say which chat a row is of; those that may be read open in the history. */
export function useChatColumns<Row extends Chat>(): DataColumn<Row>[] {
  const say = useWords(chatAnalyticsWords.analytics);
  const mayRead = useCan(screens.chatHistory.permissions);
  return [
    {
      id: 'started',
      header: say('started'),
      isOneLine: true,
      cell: (row) =>
        row.canRead && mayRead ? (
          <Anchor
            inherit
            renderRoot={(props) => <Link to="/chat/history/$chatId" params={{ chatId: row.chatId }} {...props} />}
            aria-label={say('read', { name: row.customerName, time: formatInstant(row.createdAt, 'instant') })}
          >
            {formatInstant(row.createdAt, 'instant')}
          </Anchor>
        ) : (
          <span className="tabular">{formatInstant(row.createdAt, 'instant')}</span>
        ),
    },
    {
      id: 'customer',
      header: say('customer'),
      cell: (row) => (
        <div>
          <Text size="sm" dir="auto">
            {row.customerName}
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {row.chatNumber && `#${row.chatNumber}`}
          </Text>
        </div>
      ),
    },
  ];
}
