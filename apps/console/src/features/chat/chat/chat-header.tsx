import { ActionIcon, Menu } from '@mantine/core';
import type { ChatDetail } from '@parley/contract';
import { IconArrowLeft, IconDots, IconInfoCircle, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { Hints } from '../../../components/hints.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { usePresence } from '../shared/presence.ts';
import { ChannelIcon } from './channel-icon.tsx';
import type { ChatCommand } from './chat.commands.ts';
import { ChatClock } from './chat-clock.tsx';
import classes from './chat-header.module.css';

type Props = {
  chat: ChatDetail;
  commands: readonly ChatCommand[];
  /** Its place beside another chat: with half of the width, the menu alone has the commands. */
  side: 'first' | 'beside' | undefined;
  onBack: (() => void) | undefined;
  /** Takes the chat away that stands beside another. */
  onHide: (() => void) | undefined;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
};

/** The customer, the other viewers, and the commands of the chat. */
export const ChatHeader = memo(function ChatHeader({ chat, commands, side, onBack, onHide, isPanelOpen, onTogglePanel }: Props) {
  const t = useWords(chatWords.conversation);
  const { viewing } = usePresence();
  const viewers = Object.values(viewing[chat.chatId] ?? {});
  const state = t(`state${chat.state as 0 | 1 | 2 | 3 | 4 | 5}`);
  const panelWord = isPanelOpen ? t('hideDetails') : t('showDetails');
  return (
    <header>
      <Hints className={classes.head}>
        {onBack ? (
          <ActionIcon size={34} aria-label={t(side === 'beside' ? 'hideBeside' : 'back')} onClick={onBack}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        ) : null}
        <ChannelIcon type={chat.channelType} />
        <div className={classes.headWords}>
          <h1 className={classes.headName} dir="auto">
            {chat.customerName || chat.customerNumber}
          </h1>
          <p className={classes.headFacts}>{[chat.channelName, state, ...viewers.map((name) => t('viewingOne', { name }))].join(' · ')}</p>
          {chat.clock ? <ChatClock chat={chat} isSpelt /> : null}
        </div>
        <div className={classes.wideOnly}>
          {commands
            .filter((command) => command.isFrequent && side === undefined)
            .map(({ id, label, icon: CommandIcon, run }) => (
              <ActionIcon key={id} size={34} aria-label={label} data-hint={label} onClick={run}>
                <CommandIcon size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            ))}
        </div>
        {commands.length > 0 ? (
          <Menu position="bottom-end" width={240}>
            <Menu.Target>
              <ActionIcon size={34} aria-label={t('more')}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {commands.map(({ id, label, icon: CommandIcon, run, isDangerous, key }) => (
                <Menu.Item
                  key={id}
                  leftSection={<CommandIcon size={16} stroke={1.7} aria-hidden />}
                  rightSection={key ? <kbd className={classes.key}>{key}</kbd> : null}
                  className={isDangerous ? classes.danger : undefined}
                  onClick={run}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
        <ActionIcon size={34} aria-label={panelWord} data-hint={panelWord} aria-pressed={isPanelOpen} onClick={onTogglePanel}>
          <IconInfoCircle size={18} />
        </ActionIcon>
        {onHide ? (
          <ActionIcon size={34} aria-label={t('hideBeside')} data-hint={t('hideBeside')} onClick={onHide}>
            <IconX size={18} />
          </ActionIcon>
        ) : null}
      </Hints>
    </header>
  );
});
