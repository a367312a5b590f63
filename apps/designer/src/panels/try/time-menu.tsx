import { Button, Menu } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { IconClockPlay } from '@tabler/icons-react';
import { showSeconds } from '../../nodes/duration.ts';
import type { Play } from '../../play/play.ts';
import { designerWords } from '../../words.ts';
import type { Act } from './act.ts';

/** Time goes by: to what is due next, or so long. */
export function TimeMenu({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const { dueAt } = play;
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconClockPlay size={14} />} disabled={play.isOver}>
          {say('time')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={dueAt === null} onClick={() => act((one) => one.skipToDue())}>
          {dueAt === null
            ? say('nextTimerNone')
            : say('nextTimer', { time: showSeconds(Math.max(1, Math.round((dueAt - play.now) / 1000))) })}
        </Menu.Item>
        <Menu.Divider />
        {[600, 3600, 86_400, 7 * 86_400].map((seconds) => (
          <Menu.Item key={seconds} onClick={() => act((one) => one.skip(seconds))}>
            {say('skip', { time: showSeconds(seconds) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
