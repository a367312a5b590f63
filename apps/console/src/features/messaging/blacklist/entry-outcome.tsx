import { Button, Group, Stack, Text } from '@mantine/core';
import type { BlacklistAdded } from '@parley/contract';
import { sayFault } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';

/** Outcome of each number: none is dropped silently. */
export function EntryOutcome({ outcome: { added, existing, invalid }, onClose }: { outcome: BlacklistAdded; onClose: () => void }) {
  const say = useWords(messagingWords.blacklist);
  return (
    <Stack gap="sm" role="status">
      <Text>
        {say('added', { count: added })} {existing > 0 ? say('existing', { count: existing }) : ''}
      </Text>
      {invalid.length > 0 ? (
        <div>
          <Text fw={550}>{say('invalid')}</Text>
          <ul>
            {invalid.map((one) => (
              <li key={one.line}>{say('line', { ...one, reason: sayFault({ ...one, message: one.reason }) })}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onClose}>{say('close')}</Button>
      </Group>
    </Stack>
  );
}
