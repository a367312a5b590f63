import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { TimelineEntry } from '@parley/contract';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowMerge,
  IconFileImport,
  IconMessage,
  IconPencil,
  IconPlus,
  IconShieldCheck,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './customer.module.css';
import { timelineQuery } from './customer.queries.ts';

const icons: Record<TimelineEntry['kind'], Icon> = {
  created: IconPlus,
  imported: IconFileImport,
  replaced: IconFileImport,
  changed: IconPencil,
  consent: IconShieldCheck,
  grouped: IconTag,
  merged: IconArrowMerge,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  chat: IconMessage,
};

/** Events of a customer, newest first. */
export function TimelineCard({ customerId }: { customerId: string }) {
  const say = useWords(customerWords.customer);
  const timeline = useInfiniteQuery(timelineQuery(customerId));
  const entries = timeline.data?.pages.flatMap((page) => page.entries);
  return (
    <section className={classes.card} aria-labelledby="customer-timeline">
      <h2 id="customer-timeline" className={classes.cardTitle}>
        {say('timelineTitle')}
      </h2>
      {entries ? (
        entries.length === 0 ? (
          <Text size="sm" c="dimmed" mt="xs">
            {say('timelineEmpty')}
          </Text>
        ) : (
          <ol className={classes.timeline}>
            {entries.map((entry) => (
              <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ol>
        )
      ) : timeline.isError ? (
        <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
      ) : (
        <Skeleton height={120} mt="sm" />
      )}
      {timeline.hasNextPage ? (
        <Button variant="default" size="xs" fullWidth loading={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
          {say('showMore')}
        </Button>
      ) : null}
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const say = useWords(customerWords.customer);
  const KindIcon = icons[entry.kind];
  const { link } = entry;
  const mayChat = useCan(['CHAT.HANDLE']);
  const mayRead = useCan(['CHAT.VIEW_CHATHISTORY']);
  return (
    <li>
      <span className={classes.dot}>
        <KindIcon size={14} stroke={1.8} role="img" aria-label={say(`kind_${entry.kind}`)} />
      </span>
      <div className={classes.grow}>
        <Text size="sm">{entry.text || say(`kind_${entry.kind}`)}</Text>
        <Text size="xs" c="dimmed" className="tabular">
          {[formatReportDate(entry.at), entry.by].filter(Boolean).join(' · ')}
        </Text>
        {entry.changes.length > 0 ? (
          <ul className={classes.changes}>
            {entry.changes.map(({ field, from, to }) => (
              <li key={field}>{say(from === '' ? 'newValue' : 'changeOf', { field, from, to: to || say('empty') })}</li>
            ))}
          </ul>
        ) : null}
        {link?.kind === 'chat' && mayChat ? (
          <Anchor size="xs" renderRoot={(props) => <Link to="/chat/conversation" search={{ chatId: link.id }} {...props} />}>
            {say('openChat')}
          </Anchor>
        ) : null}
        {link?.kind === 'movedChat' && mayRead ? (
          <Anchor size="xs" renderRoot={(props) => <Link to="/chat/history/moved/$movedId" params={{ movedId: link.id }} {...props} />}>
            {say('openChat')}
          </Anchor>
        ) : null}
        {link?.kind === 'import' ? (
          <Anchor
            size="xs"
            renderRoot={(props) => <Link to="/customer-master/error/$uploadId" params={{ uploadId: link.id }} {...props} />}
          >
            {say('openImport')}
          </Anchor>
        ) : null}
      </div>
    </li>
  );
}
