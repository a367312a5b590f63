import { Alert, Button, Group, Text } from '@mantine/core';
import { type ConsumptionKey, channelTypes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { departmentsQuery } from '../../account/shared/departments.ts';
import { useRowName } from './use-row-name.ts';

type ConsumedNoteProps = { by: ConsumptionKey; consumed: string; onClear: () => void };

/** Says above a list of messages that it is one row of consumption. Which channel, the list's own filter says. */
export function ConsumedNote({ by, consumed, onClear }: ConsumedNoteProps) {
  const say = useWords(billingWords.consumption);
  const departments = useQuery({ ...departmentsQuery, enabled: by === 'department' && consumed !== '' });
  const nameOf = useRowName(by);
  const names: Partial<Record<ConsumptionKey, string | undefined>> = {
    service: Object.entries(channelTypes).find(([, type]) => String(type) === consumed)?.[0],
    department: departments.data?.find(({ id }) => id === consumed)?.name,
  };
  const name = nameOf({ key: consumed, name: names[by] ?? '' });
  return (
    <Alert color="blue" mb="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{by === 'channel' ? say('noteChannel') : say('note', { by: say(by), name })}</Text>
        <Button size="compact-sm" variant="default" onClick={onClear}>
          {say('clearNote')}
        </Button>
      </Group>
    </Alert>
  );
}
