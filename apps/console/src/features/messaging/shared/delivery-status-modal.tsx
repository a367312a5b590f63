import { Badge, Modal, Stack, Text, Timeline } from '@mantine/core';
import { formatTimestamp, type Instant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';

/** 0 accepted, 1 delivered, 2 read, 3 failed; every other code reads as sent. */
export type DeliveryStep = { status: number; at: Instant; reason?: string };

const looks: Record<number, { key: 'deliveryDelivered' | 'deliveryRead' | 'deliveryFailed'; color: string }> = {
  1: { key: 'deliveryDelivered', color: 'blue' },
  2: { key: 'deliveryRead', color: 'green' },
  3: { key: 'deliveryFailed', color: 'red' },
};

export function DeliveryStatusModal({ steps, isOpen, onClose }: { steps: DeliveryStep[]; isOpen: boolean; onClose: () => void }) {
  const say = useWords(commonWords.block);
  const sayCommon = useWords(commonWords.ui);
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('deliveryTitle')}>
      {steps.length === 0 ? (
        <Text c="dimmed">{sayCommon('noRecord')}</Text>
      ) : (
        <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
          {steps.map((step) => {
            const look = looks[step.status];
            return (
              <Timeline.Item key={`${step.status} ${String(step.at)}`} color={look?.color ?? 'gray'}>
                <Stack gap={2}>
                  <Badge color={look?.color ?? 'gray'} w="fit-content">
                    {say(look?.key ?? 'deliverySent')}
                  </Badge>
                  <Text size="xs" c="dimmed" className="tabular">
                    {formatTimestamp(step.at)}
                  </Text>
                  {step.reason ? <Text size="sm">{step.reason}</Text> : null}
                </Stack>
              </Timeline.Item>
            );
          })}
        </Timeline>
      )}
    </Modal>
  );
}
