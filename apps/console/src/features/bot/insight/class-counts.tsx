import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { PeriodSelect } from '../shared/period-select.tsx';
import { ClassConversations } from './class-conversations.tsx';
import classes from './insight.module.css';
import { rulesQuery, useRerun } from './insight.queries.ts';

export type ClassCountsProps = { botId: string; days: number; onDays: (days: number) => void };

/** Number of conversations of each class; each count opens them. */
export function ClassCounts({ botId, days, onDays }: ClassCountsProps) {
  const say = useWords(botWords.classification);
  const list = useQuery(rulesQuery(botId, days));
  const rerun = useRerun(botId);
  const [open, setOpen] = useState<{ ruleId: string; name: string }>();
  const counts = list.data?.counts ?? [];
  const most = Math.max(1, ...counts.map(({ count }) => count));

  const handleRerun = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('rerunTitle'),
      text: say('rerunText'),
      confirm: say('rerun'),
      cancel: say('cancel'),
    });
    if (isSure)
      rerun.mutate(days, { onSuccess: ({ classifiedCount }) => showToast('success', say('rerunDone', { count: classifiedCount })) });
  };

  return (
    <Panel
      title={say('counts')}
      text={say('countsHint')}
      actions={
        <>
          <PeriodSelect days={days} onChange={onDays} />
          <May any={builderPermissions}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={rerun.isPending}
              onClick={() => void handleRerun()}
            >
              {say('rerun')}
            </Button>
          </May>
        </>
      }
    >
      {list.isPending ? <Skeleton height={100} radius="md" /> : null}
      {list.isError && !list.data ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      <ul className={classes.counts} aria-label={say('counts')}>
        {counts.map(({ ruleId, name, count }) => {
          const shown = ruleId === null ? say('noClass') : name;
          return (
            <li key={ruleId ?? ''}>
              <UnstyledButton
                className={classes.count}
                disabled={count === 0}
                onClick={() => setOpen({ ruleId: ruleId ?? '', name: shown })}
              >
                <span>{shown}</span> <span className="tabular">{say('conversationCount', { count })}</span>
                <span className={classes.bar} aria-hidden>
                  <span className={classes.barFill} style={{ display: 'block', inlineSize: `${(count / most) * 100}%` }} />
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <ClassConversations botId={botId} days={days} open={open} onClose={() => setOpen(undefined)} />
    </Panel>
  );
}
