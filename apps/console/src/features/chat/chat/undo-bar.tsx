import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconHistoryToggle } from '@tabler/icons-react';
import { shortenFileName } from '../../../lib/format.ts';
import { useOwnChoice } from '../../../lib/own-store.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { mayUndo, type OutboxItem, useOutbox } from '../shared/outbox.ts';
import classes from './undo-bar.module.css';
import { undoChoice, undoSeconds, undoSend } from './undo-send.ts';

/** Replies that have not left yet, above the field: with the time that is left as a bar, and the way back. */
export function UndoBar({ chatId }: { chatId: string }) {
  const t = useWords(chatWords.conversation);
  const undoable = useOutbox().filter((item) => item.chatId === chatId && mayUndo(item));
  const last = undoable.at(-1);
  if (!last) return null;
  return (
    <section className={classes.bar} aria-label={t('undoTitle')}>
      <div className={classes.words}>
        {undoable.map((item) => (
          <p key={item.key} dir="auto">
            {item.text || shortenFileName(item.attachment?.name ?? '')}
          </p>
        ))}
      </div>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        rightSection={<kbd className={classes.key}>Z</kbd>}
        aria-keyshortcuts="Z"
        onClick={() => undoSend(chatId)}
      >
        {t('undo')}
      </Button>
      <span key={last.key} className={classes.time} style={{ animationDuration: `${leftMs(last)}ms` }} aria-hidden />
      <VisuallyHidden role="status">{t('undoHeld')}</VisuallyHidden>
    </section>
  );
}

const leftMs = ({ leavesAt = 0 }: OutboxItem): number => Math.max(0, leavesAt - Date.now());

/** The person's choice how long a reply can be undone. */
export function UndoChoice() {
  const t = useWords(chatWords.conversation);
  const [chosen, choose] = useOwnChoice<string>(undoChoice, '0');
  const say = (seconds: string) => (seconds === '0' ? t('undoOff') : t('undoSeconds', { count: Number(seconds) }));
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon size={30} aria-label={t('undoTime')} data-hint={`${t('undoTime')}: ${say(chosen)}`}>
          <IconHistoryToggle size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={choose}>
          {undoSeconds.map((seconds) => (
            <Menu.RadioItem key={seconds} value={seconds}>
              {say(seconds)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
