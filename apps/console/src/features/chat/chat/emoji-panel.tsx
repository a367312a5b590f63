import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { commonWords } from '../../../locales/common.ts';
import classes from './emoji-panel.module.css';

type Indexed = { 'aria-rowindex'?: number | undefined; 'aria-colindex'?: number | undefined };

/** The picker counts from 0, where ARIA begins at 1. It finds its rows by their index, all but the first, so only that one is taken away. */
function fromOne<T extends Indexed>(props: T): T {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props;
  return { ...props, 'aria-rowindex': row || undefined, ...(column === undefined ? {} : { 'aria-colindex': column + 1 }) };
}

const parts: EmojiPickerListComponents = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className={classes.emojiCategory}>
      {category.label}
    </div>
  ),
  Row: ({ children, ...props }) => (
    <div {...fromOne(props)} className={classes.emojiRow}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => (
    <button type="button" {...fromOne(props)} className={classes.emojiButton} data-active={emoji.isActive || undefined}>
      {emoji.emoji}
    </button>
  ),
};

/** Loaded when it is first opened. Its data comes from our own host. */
export function EmojiPanel({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useWords(chatWords.conversation);
  const sayCommon = useWords(commonWords.ui);
  return (
    <EmojiPicker.Root
      className={classes.emoji}
      emojibaseUrl="/assets/emoji"
      locale="en"
      columns={8}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <EmojiPicker.Search className={classes.emojiSearch} placeholder={t('emojiSearch')} aria-label={t('emojiSearch')} autoFocus />
      <EmojiPicker.Viewport className={classes.emojiViewport}>
        <EmojiPicker.Loading className={classes.emojiNote}>{sayCommon('loading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.emojiNote}>{t('emojiNone')}</EmojiPicker.Empty>
        <EmojiPicker.List components={parts} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
