import { ActionIcon, Menu } from '@mantine/core';
import { IconClockShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatLaterWords } from '../../../locales/chat-later.ts';
import { laterQuery } from './later.queries.ts';
import { listLaterTimes, writeTime } from './later-times.ts';

export type LaterChoice = { dueAt: string; zone: string; onlyIfSilent: boolean };
type Props = {
  chatId: string;
  isDisabled: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPlan: (choice: LaterChoice) => void;
  /** Another time is chosen in a dialog. */
  onChoose: (onlyIfSilent: boolean) => void;
};

/** The menu beside Send: when a reply leaves. */
export function LaterMenu({ chatId, isDisabled, isOpen, onOpen, onPlan, onChoose }: Props) {
  const say = useWords(chatLaterWords.message);
  const t = useWords(chatWords.conversation);
  const { data } = useQuery(laterQuery(chatId));
  const [onlyIfSilent, setOnlyIfSilent] = useState(true);
  const customerZone = data?.customerZone ?? '';
  const times = isOpen ? listLaterTimes(new Date(), getEnterpriseZone(), customerZone) : [];
  return (
    <Menu position="top-end" opened={isOpen} onChange={onOpen}>
      <Menu.Target>
        <ActionIcon size={30} aria-label={say('send')} data-hint={say('send')} disabled={isDisabled}>
          <IconClockShare size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {times.map(({ id, at, zone }) => {
          const isThere = id === 'customerMorning';
          const time = isThere ? writeTime(at.toISOString(), zone).replace('T', ' ') : formatInstant(at.toISOString(), 'instant');
          const when = isThere ? say('customerMorning') : t(id);
          return (
            <Menu.Item key={id} onClick={() => onPlan({ dueAt: at.toISOString(), zone, onlyIfSilent })}>
              {say('atTime', { when, time })}
            </Menu.Item>
          );
        })}
        <Menu.Item onClick={() => onChoose(onlyIfSilent)}>{say('choose')}</Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem closeMenuOnClick={false} checked={onlyIfSilent} onChange={setOnlyIfSilent}>
          {say('onlyIfSilent')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
