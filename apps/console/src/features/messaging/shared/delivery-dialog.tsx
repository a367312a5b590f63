import { Badge, Modal, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import type { LedgerStatus, MessageDetail } from '@parley/contract';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import classes from './delivery.module.css';

type DeliveryDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined while it is being read */
  detail: MessageDetail | undefined;
  error?: unknown;
  onRetry?: () => void;
  /** Number as the reader may see it: a masked one stays masked */
  number?: string;
};

const colors: Partial<Record<string, string>> = { DELIVERED: 'blue', READ: 'green', FAILED: 'red', SKIPPED: 'orange', UNKNOWN: 'yellow' };
export const statusColor = (status: string): string => colors[status] ?? 'gray';

/** Everything that happened to one message: attempts, receipts, and what the vendor said. */
export function DeliveryDialog({ isOpen, onClose, detail, error, onRetry, number }: DeliveryDialogProps) {
  const say = useWords(messagingWords.delivery);
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('title')} size="lg">
      {detail ? (
        <Detail detail={detail} number={number ?? detail.to} />
      ) : error ? (
        <ErrorState error={error} title={say('couldNotLoad')} {...(onRetry ? { onRetry } : {})} />
      ) : (
        <Stack gap="sm">
          <Skeleton height={24} />
          <Skeleton height={120} />
        </Stack>
      )}
    </Modal>
  );
}

function Detail({ detail, number }: { detail: MessageDetail; number: string }) {
  const say = useWords(messagingWords.delivery);
  const facts: [string, string][] = [
    [say('from'), detail.from],
    [say('to'), number],
    [say('channel'), detail.channelName],
    [say('template'), detail.templateName],
    [say('sent'), formatTimestamp(detail.sentOn)],
    [say('transId'), detail.transId],
  ];
  return (
    <Stack gap="md">
      <div>
        <Badge color={statusColor(detail.status)}>{say(detail.status)}</Badge>{' '}
        {detail.isSandbox ? <Badge color="gray">{say('sandbox')}</Badge> : null}
        {detail.reasonText ? (
          <Text size="sm" mt={4}>
            {detail.reasonText}
          </Text>
        ) : null}
      </div>
      <FactList facts={facts} />
      {detail.messageStatuses.length === 0 ? (
        <Text c="dimmed">{say('noRecord')}</Text>
      ) : (
        <Timeline active={detail.messageStatuses.length} bulletSize={14} lineWidth={2}>
          {detail.messageStatuses.map((event) => (
            <Timeline.Item
              key={`${event.kind} ${event.status} ${event.messageStatusTime} ${event.attempt}`}
              color={statusColor(event.status)}
            >
              <Stack gap={2}>
                <Text size="sm" fw={550}>
                  {event.kind === 'attempt' ? say('attempt', { number: event.attempt }) : say(event.kind)}: {wordOf(say, event.status)}
                </Text>
                <Text size="xs" c="dimmed" className="tabular">
                  {formatTimestamp(event.messageStatusTime)}
                </Text>
                {event.msg ? <Text size="sm">{event.msg}</Text> : null}
                {event.error ? (
                  <Text size="sm" className={classes.vendor ?? ''}>
                    {[event.error.vendorCode, event.error.vendorMessage].filter((text) => text !== '').join(': ')}
                    {event.error.advice ? <span> {event.error.advice}</span> : null}
                  </Text>
                ) : null}
              </Stack>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Stack>
  );
}

const known: readonly string[] = ['RECEIVED', 'QUEUED', 'SENT', 'UNKNOWN', 'DELIVERED', 'READ', 'FAILED', 'SKIPPED', 'ACCEPTED'];
const wordOf = (say: SayOf<typeof messagingWords.delivery>, status: string) =>
  known.includes(status) ? say(status as LedgerStatus) : status;

/** Delivered 1, read 2, failed 3; every other code reads 'Sent' (BCAST-088). */
export const codeWord = (code: number): 'DELIVERED' | 'READ' | 'FAILED' | 'SENT' =>
  code === 1 ? 'DELIVERED' : code === 2 ? 'READ' : code === 3 ? 'FAILED' : 'SENT';
