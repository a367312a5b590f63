import { Switch, Text } from '@mantine/core';
import type { UnansweredGroup } from '@parley/contract';
import { IconMoodCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { PeriodSelect } from '../shared/period-select.tsx';
import { type ResolveAction, ResolveDialog } from './resolve-dialog.tsx';
import classes from './unanswered.module.css';
import { turnsOf, unansweredQuery, useResolve } from './unanswered.queries.ts';
import { UnansweredGroupCard } from './unanswered-group.tsx';

/** The messages that a bot could not answer, and what to make of them: a view of its report. */
export function UnansweredPage({ botId }: { botId: string }) {
  const say = useWords(botWords.unanswered);
  const [filter, setFilter] = useState({ days: 30, includeTryIt: false });
  const [open, setOpen] = useState<{ group: UnansweredGroup; action: ResolveAction }>();
  const list = useQuery(unansweredQuery(botId, filter));
  const resolve = useResolve(botId);

  const handleIgnore = async (group: UnansweredGroup) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: `${say('ignore')}: “${group.label}”`,
      text: say('ignoreText'),
      confirm: say('ignore'),
      cancel: say('cancel'),
    });
    if (!isSure) return;
    resolve.mutate(
      { action: 'ignore', turnIds: turnsOf(group) },
      { onSuccess: ({ resolvedCount }) => showToast('success', say('ignored', { count: resolvedCount })), onError: tellFailure },
    );
  };

  return (
    <div>
      <div className={classes.layout}>
        <div className={classes.head}>
          <span className={classes.hint}>{say('hint')}</span>
          <div className={classes.tools}>
            <Switch
              label={say('withTryIt')}
              checked={filter.includeTryIt}
              onChange={(event) => setFilter({ ...filter, includeTryIt: event.currentTarget.checked })}
            />
            <PeriodSelect days={filter.days} onChange={(days) => setFilter({ ...filter, days })} />
          </div>
        </div>
        {list.data ? (
          <Text size="xs" c="dimmed" role="status">
            {say('total', { count: list.data.messageCount })}
          </Text>
        ) : null}
        <CardList
          label={say('unanswered')}
          query={list}
          rows={list.data?.groups}
          getRowId={(group) => group.turnIds[0] ?? group.label}
          getRowProps={() => ({ className: classes.group })}
          card={(group) => (
            <UnansweredGroupCard
              group={group}
              onResolve={(action) => setOpen({ group, action })}
              onIgnore={() => void handleIgnore(group)}
            />
          )}
          className={classes.groups}
          loading={{ count: 3, height: 84 }}
          errorTitle={say('couldNotLoad')}
          empty={<EmptyState icon={IconMoodCheck} title={say('emptyTitle')} text={say('emptyText')} />}
        />
      </div>
      <ResolveDialog botId={botId} open={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}
