import { ActionIcon, Button, Loader, Popover, Tooltip } from '@mantine/core';
import {
  IconBold,
  IconBolt,
  IconCode,
  IconItalic,
  IconMoodSmile,
  IconPaperclip,
  IconPlayerTrackNext,
  IconSend2,
  IconStrikethrough,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './composer.module.css';
import { UndoChoice } from './undo-bar.tsx';

const EmojiPanel = late(() => import('./emoji-panel.tsx').then((module) => module.EmojiPanel));

const marks = [
  { sign: '*', word: 'bold', icon: IconBold },
  { sign: '_', word: 'italic', icon: IconItalic },
  { sign: '~', word: 'strike', icon: IconStrikethrough },
  { sign: '```', word: 'mono', icon: IconCode },
] as const;

export type ComposerToolsProps = {
  /** False for an SMS, which shows its marks as they are typed. */
  hasMarks: boolean;
  canSend: boolean;
  onMark: (sign: string) => void;
  onEmoji: (emoji: string) => void;
  onQuickReply: () => void;
  onMacro?: (() => void) | undefined;
  onAttach: () => void;
  /** Stands beside Send */
  later: ReactNode;
};

/** The row below the reply: marks, emoji, attachments, and Send. */
export function ComposerTools({ hasMarks, canSend, onMark, onEmoji, onQuickReply, onMacro, onAttach, later }: ComposerToolsProps) {
  const t = useWords(chatWords.conversation);
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  const handleEmoji = (emoji: string) => {
    setEmojiOpen(false);
    onEmoji(emoji);
  };
  return (
    <div className={classes.tools}>
      {(hasMarks ? marks : []).map(({ sign, word, icon: ToolIcon }) => (
        <Tooltip key={sign} label={t(word)}>
          <ActionIcon size={30} aria-label={t(word)} data-mark={word} onClick={() => onMark(sign)}>
            <ToolIcon size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ))}
      <Popover opened={isEmojiOpen} onChange={setEmojiOpen} position="top-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            size={30}
            aria-label={t('emoji')}
            aria-haspopup="dialog"
            aria-expanded={isEmojiOpen}
            onClick={() => setEmojiOpen((is) => !is)}
          >
            <IconMoodSmile size={18} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <Suspense fallback={<Loader size="sm" m="lg" />}>
            <EmojiPanel onChoose={handleEmoji} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Tooltip label={t('quickReply')}>
        <ActionIcon size={30} aria-label={t('quickReply')} onClick={onQuickReply}>
          <IconBolt size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {onMacro ? (
        <Tooltip label={t('macro')}>
          <ActionIcon size={30} aria-label={t('macro')} aria-haspopup="dialog" aria-keyshortcuts="M" onClick={onMacro}>
            <IconPlayerTrackNext size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Tooltip label={t('attach')}>
        <ActionIcon size={30} aria-label={t('attach')} aria-haspopup="dialog" onClick={onAttach}>
          <IconPaperclip size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <UndoChoice />
      <span className={classes.composerHint}>{t('composerHint')}</span>
      {later}
      <Button type="submit" size="xs" disabled={!canSend} className={classes.send}>
        <span>{t('send')}</span>
        <IconSend2 size={15} aria-hidden />
      </Button>
    </div>
  );
}
