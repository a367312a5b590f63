import { Alert, Anchor, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { verificationQuery } from './audit.queries.ts';

const colors = { running: 'blue', holds: 'green', broken: 'red', failed: 'yellow' } as const;

/** Result of the last check of the chain, and the place where it is broken. */
export function VerificationNote({ onOpen }: { onOpen: (entryId: string) => void }) {
  const say = useWords(auditWords.verification);
  const { data: found } = useQuery(verificationQuery);
  if (!found) return null;
  const { state, broken, entries, checked, erased, dropped, lastHash, finishedAt } = found;
  const Icon = state === 'broken' ? IconShieldX : IconShieldCheck;
  return (
    <Alert
      color={colors[state]}
      mb="md"
      role={state === 'broken' ? 'alert' : 'status'}
      icon={<Icon aria-hidden />}
      title={
        state === 'broken' && broken
          ? say('broken', { number: broken.number, fault: say(broken.fault) })
          : say(state, { entries, checked, hash: lastHash.slice(0, 16) })
      }
    >
      {broken?.entryId ? (
        <Anchor component="button" type="button" size="sm" onClick={() => onOpen(broken.entryId)}>
          {say('show')}
        </Anchor>
      ) : null}
      {erased > 0 ? <Text size="sm">{say('erased', { count: erased })}</Text> : null}
      {dropped > 0 ? <Text size="sm">{say('dropped', { count: dropped })}</Text> : null}
      {finishedAt ? (
        <Text size="xs" c="dimmed">
          {say('finished', { when: formatTimestamp(finishedAt) })}
        </Text>
      ) : null}
    </Alert>
  );
}
