import { ActionIcon, Button, Loader, Menu, Popover } from '@mantine/core';
import {
  IconBold,
  IconBolt,
  IconCode,
  IconFile,
  IconItalic,
  IconMapPin,
  IconMicrophone,
  IconMoodSmile,
  IconPaperclip,
  IconPlayerTrackNext,
  IconSend2,
  IconStrikethrough,
  IconUser,
} from '@tabler/icons-react';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { Hints } from '../../../components/hints.tsx';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';
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
  onCard: (kind: 'location' | 'contacts') => void;
  /** Left out where the channel takes no files. */
  onVoice: (() => void) | undefined;
  /** Stands beside Send */
  later: ReactNode;
};

/** The row below the reply: marks, emoji, attachments, and Send. */
export const ComposerTools = memo(function ComposerTools({
  hasMarks,
  canSend,
  onMark,
  onEmoji,
  onQuickReply,
  onMacro,
  onAttach,
  onCard,
  onVoice,
  later,
}: ComposerToolsProps) {
  const t = useWords(chatWords.conversation);
  const say = useWords(chatCardWords.card);
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  const handleEmoji = (emoji: string) => {
    setEmojiOpen(false);
    onEmoji(emoji);
  };
  return (
    <Hints className={classes.tools}>
      {(hasMarks ? marks : []).map(({ sign, word, icon: ToolIcon }) => (
        <ActionIcon key={sign} size={30} aria-label={t(word)} data-hint={t(word)} data-mark={word} onClick={() => onMark(sign)}>
          <ToolIcon size={17} stroke={1.7} />
        </ActionIcon>
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
      <ActionIcon size={30} aria-label={t('quickReply')} data-hint={t('quickReply')} onClick={onQuickReply}>
        <IconBolt size={18} stroke={1.7} />
      </ActionIcon>
      {onMacro ? (
        <ActionIcon size={30} aria-label={t('macro')} data-hint={t('macro')} aria-haspopup="dialog" aria-keyshortcuts="M" onClick={onMacro}>
          <IconPlayerTrackNext size={17} stroke={1.7} />
        </ActionIcon>
      ) : null}
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon size={30} aria-label={say('attach')} data-hint={say('attach')}>
            <IconPaperclip size={17} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFile size={16} stroke={1.7} aria-hidden />} onClick={onAttach}>
            {say('file')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMapPin size={16} stroke={1.7} aria-hidden />} onClick={() => onCard('location')}>
            {say('place')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUser size={16} stroke={1.7} aria-hidden />} onClick={() => onCard('contacts')}>
            {say('contact')}
          </Menu.Item>
          {onVoice ? (
            <Menu.Item leftSection={<IconMicrophone size={16} stroke={1.7} aria-hidden />} onClick={onVoice}>
              {say('voice')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <UndoChoice />
      <span className={classes.composerHint}>{t('composerHint')}</span>
      {later}
      <Button type="submit" size="xs" disabled={!canSend} className={classes.send}>
        <span>{t('send')}</span>
        <IconSend2 size={15} aria-hidden />
      </Button>
    </Hints>
  );
});
