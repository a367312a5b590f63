import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { privacyWords } from '../../../locales/privacy.ts';
import classes from './customer.module.css';
import { consentHistoryQuery } from './privacy.queries.ts';

/** Every change of a customer's consents, the newest first. */
export function ConsentHistory({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const say = useWords(privacyWords.history);
  const sayCustomer = useWords(customerWords.customer);
  const history = useInfiniteQuery(consentHistoryQuery(customerId));
  const changes = history.data?.pages.flatMap((page) => page.changes);
  return (
    <Modal opened onClose={onClose} title={say('title')}>
      {changes ? (
        <Stack gap="sm">
          {changes.length === 0 ? <Text size="sm">{say('empty')}</Text> : null}
          <ul className={classes.rows}>
            {changes.map(({ id, channel, before, after, road, source, by, at, address }) => (
              <li key={id} className={classes.stacked}>
                <Text size="sm">
                  <Text span fw={550}>
                    {sayCustomer(`channel_${channel}`)}
                  </Text>{' '}
                  {say('change', { before: sayCustomer(`consent_${before}`), after: sayCustomer(`consent_${after}`) })}
                </Text>
                <Text size="xs" c="dimmed" className="tabular">
                  {[formatTimestamp(at), say(road), source, by && say('by', { name: by }), address].filter(Boolean).join(' · ')}
                </Text>
              </li>
            ))}
          </ul>
          {history.hasNextPage ? (
            <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
              {say('more')}
            </Button>
          ) : null}
        </Stack>
      ) : history.isError ? (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Modal>
  );
}
