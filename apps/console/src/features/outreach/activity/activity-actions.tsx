import { Button } from '@mantine/core';
import type { Activity } from '@parley/contract';
import { IconCheck, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { RowMenu } from '../../../components/row-menu.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { UnknownAgain } from '../shared/unknown-again.tsx';
import { useActivityMenu } from '../shared/use-activity-menu.ts';
import type { ActivityDialog } from './activity-changed.ts';
import { ActivityDialogs } from './activity-dialogs.tsx';
import { useRunActions } from './use-run-actions.tsx';

type ActivityActionsProps = { activity: Activity; onChanged: (parts: readonly string[]) => void; onGone: () => void };

/** Actions on an iteration that the server allows now: its decisions and its run as buttons, the rest in a menu. */
export function ActivityActions({ activity, onChanged, onGone }: ActivityActionsProps) {
  const say = useWords(campaignWords.activity);
  const [dialog, setDialog] = useState<ActivityDialog>();
  const run = useRunActions(activity, { onChanged, onAsk: setDialog });
  const toMenu = useActivityMenu(onGone);
  const may = (move: Activity['may'][number]) => activity.may.includes(move);
  const links = toMenu(activity);
  // The user whose work was sent back mends it next.
  const again = activity.approval === 'Rejected' && may('edit') ? links[0] : undefined;
  const menu = [
    ...(may('speed') ? [{ label: say('changeSpeed'), onClick: () => setDialog('speed') }] : []),
    ...(may('retry') ? [{ label: say('retry'), onClick: () => setDialog('retry') }] : []),
    ...(may('label') ? [{ label: say('label'), onClick: () => setDialog('label') }] : []),
    ...links.filter((link) => link !== again),
  ];
  return (
    <>
      {again ? (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={again.onClick}>
          {again.label}
        </Button>
      ) : null}
      {may('approve') ? (
        <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setDialog('approve')}>
          {say('approve')}
        </Button>
      ) : null}
      {may('reject') ? (
        <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => setDialog('reject')}>
          {say('reject')}
        </Button>
      ) : null}
      {may('start') ? (
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={run.isBusy} onClick={() => void run.start()}>
          {say('startNow')}
        </Button>
      ) : null}
      {may('schedule') ? (
        <Button variant="default" loading={run.isBusy} onClick={run.schedule}>
          {say('schedule')}
        </Button>
      ) : null}
      {may('pause') ? (
        <Button variant="default" leftSection={<IconPlayerPause size={16} aria-hidden />} loading={run.isBusy} onClick={run.pause}>
          {say('pause')}
        </Button>
      ) : null}
      {may('resume') ? (
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={run.isBusy} onClick={() => void run.resume()}>
          {say('resume')}
        </Button>
      ) : null}
      {may('stop') ? (
        <Button
          variant="default"
          color="red"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={run.isBusy}
          onClick={() => void run.stop()}
        >
          {say('stop')}
        </Button>
      ) : null}
      {may('sendAgain') ? <UnknownAgain of={{ kind: 'activity', id: activity.id, run: 'first' }} count={activity.counts.unknown} /> : null}
      {menu.length > 0 ? <RowMenu label={say('more', { name: `#${activity.number}` })} actions={menu} /> : null}
      {dialog ? <ActivityDialogs activity={activity} dialog={dialog} onChanged={onChanged} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}
