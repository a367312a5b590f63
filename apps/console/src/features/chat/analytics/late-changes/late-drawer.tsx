import { Button, Drawer, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { type LateChanges, type LateSince, lateSince } from '@parley/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { formatDay, formatInstant } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { type AnalyticsSearch, noLate } from '../analytics.search.ts';
import classes from './late-changes.module.css';
import { lateChangesQuery } from './late-changes.queries.ts';
import { LateFigures } from './late-figures.tsx';
import { LateList } from './late-list.tsx';

type Props = { search: AnalyticsSearch; onChange: (part: Partial<AnalyticsSearch>) => void };
type Open = AnalyticsSearch & { late: LateSince };

const isOpen = (search: AnalyticsSearch): search is Open => search.late !== '';

/** Changes of figures of days that are over: late ratings, reopened chats, labels, and the chats that they are of. */
export function LateDrawer({ search, onChange }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  // It stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(search);
  useEffect(() => {
    if (isOpen(search)) setDrawn(search);
  }, [search]);
  const shown = isOpen(search) ? search : drawn;
  return (
    <Drawer opened={isOpen(search)} onClose={() => onChange(noLate)} position="right" size={860} title={say('lateTitle')}>
      {isOpen(shown) ? <Changes search={shown} onChange={onChange} /> : null}
    </Drawer>
  );
}

function Changes({ search, onChange }: { search: Open; onChange: Props['onChange'] }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const found = useQuery(lateChangesQuery(search, search.late));
  const { data } = found;
  if (search.lateOf !== '')
    return (
      <div className={classes.changes}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => onChange({ lateOf: '' })}
        >
          {say('lateBack')}
        </Button>
        <LateList search={search} since={search.late} of={search.lateOf} />
      </div>
    );
  return (
    <div className={classes.changes}>
      <div>
        <Text size="sm" c="dimmed" mb={4} id="late-since">
          {say('lateSince')}
        </Text>
        <SegmentedControl
          aria-labelledby="late-since"
          value={search.late}
          data={(Object.keys(lateSince) as LateSince[]).map((value) => ({ value, label: say(`since_${value}`) }))}
          onChange={(late) => onChange({ late: late as LateSince })}
        />
      </div>
      {found.error && !data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !data ? (
        <Skeleton height={320} radius="md" />
      ) : (
        <Found found={data} onChange={onChange} />
      )}
    </div>
  );
}

function Found({ found, onChange }: { found: LateChanges; onChange: Props['onChange'] }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const time = formatInstant(found.since, 'instant');
  if (!found.days) return <EmptyState title={say('lateOpen')} text={say('lateOpenText')} />;
  if (found.chats === 0) return <EmptyState title={say('lateNone')} text={say('lateNoneText', { time })} />;
  const { fromDate, toDate } = found.days;
  const days = fromDate === toDate ? formatDay(fromDate) : `${formatDay(fromDate)} – ${formatDay(toDate)}`;
  return (
    <>
      <Text role="status">
        {say('lateDays', { days, time })} {say('lateChats', { count: found.chats })}
      </Text>
      <LateFigures found={found} onOpen={(lateOf) => onChange({ lateOf })} />
    </>
  );
}
