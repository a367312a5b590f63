import { ActionIcon, Button, Group, Loader, Menu, Popover, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ChatAction, type ChatActs, firstReactions, plainEmoji } from '@parley/contract';
import { IconArrowBackUp, IconDots, IconMoodPlus, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatActWords } from '../../../locales/chat-act.ts';
import { commonWords } from '../../../locales/common.ts';
import { changesOf } from '../shared/chat.rules.ts';
import { type MessageChat, mayAct } from './may-act.ts';
import { useReact, useTakeBack } from './message-act.queries.ts';
import classes from './message-acts.module.css';

const EmojiPanel = late(() => import('./emoji-panel.tsx').then((module) => module.EmojiPanel));

/** Emoji that stand beside each other before all of them are asked for. */
const mostFirst = 6;

type Props = {
  chat: MessageChat;
  action: ChatAction;
  ownId: string;
  onEdit: (action: ChatAction) => void;
  /** The act that had the focus may have gone with what it did. */
  onFocusFree: () => void;
};
type Panel = 'react' | 'all' | 'takeBack';

/** The acts that an agent may do on a message: nothing where there are none. They show on hover and focus; a finger opens them as a menu. */
export function MessageActs({ chat, action, ownId, onEdit, onFocusFree }: Props) {
  const t = useWords(chatActWords.messageAct);
  const isTouch = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const [panel, setPanel] = useState<Panel>();
  // A thread has many messages, and few are acted on: the panel of one is there once the pointer or the focus comes near.
  const [isNear, setNear] = useState(false);
  const acts = [
    { kind: 'reaction', word: 'react', icon: IconMoodPlus, run: () => setPanel('react') },
    { kind: 'edit', word: 'edit', icon: IconPencil, run: () => onEdit(action) },
    { kind: 'revoke', word: 'takeBack', icon: IconArrowBackUp, run: () => setPanel('takeBack') },
  ] as const;
  const offered = acts.filter(({ kind }) => mayAct(kind, action, chat, ownId));
  const hasTakenBack = useRef(false);
  // The focus went back to an act, which has gone with what it did: at once on the website, later where a vendor is told.
  useEffect(() => {
    if (offered.length > 0 || !hasTakenBack.current) return;
    hasTakenBack.current = false;
    onFocusFree();
  });
  if (offered.length === 0) return null;
  const close = () => setPanel(undefined);
  return (
    <div className={classes.acts} data-open={panel !== undefined || undefined} data-touch={isTouch || undefined}>
      {isTouch ? (
        <Menu position="top">
          <Menu.Target>
            <ActionIcon size={32} aria-label={t('acts')}>
              <IconDots size={17} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(({ kind, word, icon: ActIcon, run }) => (
              <Menu.Item key={kind} leftSection={<ActIcon size={16} stroke={1.7} aria-hidden />} onClick={run}>
                {t(word)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <div
          role="toolbar"
          aria-label={t('acts')}
          className={classes.bar}
          onPointerEnter={() => setNear(true)}
          onFocus={() => setNear(true)}
          onKeyDown={moveFocus}
        >
          {offered.map(({ kind, word, icon: ActIcon, run }, place) => (
            <button
              key={kind}
              type="button"
              className={classes.act}
              tabIndex={place === 0 ? 0 : -1}
              aria-label={t(word)}
              title={t(word)}
              onClick={run}
            >
              <ActIcon size={16} stroke={1.7} aria-hidden />
            </button>
          ))}
        </div>
      )}
      {isNear || panel ? (
        <Popover opened={panel !== undefined} onDismiss={close} position="top" shadow="md" withRoles={false} trapFocus returnFocus>
          <Popover.Target>
            <span className={classes.anchor} />
          </Popover.Target>
          <Popover.Dropdown p={panel === 'all' ? 0 : 8}>
            {panel === 'takeBack' ? (
              <TakeBack
                chatId={chat.chatId}
                action={action}
                onTakeBack={() => {
                  hasTakenBack.current = true;
                }}
                onDone={close}
              />
            ) : panel ? (
              <Reactions chat={chat} action={action} isAll={panel === 'all'} onAll={() => setPanel('all')} onDone={close} />
            ) : null}
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </div>
  );
}

/** The arrows go from act to act; Tab goes on to the next message. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const place = buttons.indexOf(event.target as HTMLButtonElement);
  event.preventDefault();
  buttons[(place + step + buttons.length) % buttons.length]?.focus();
}

/** Returns the emoji that are offered first: the usual ones, as far as the channel takes them, filled up with others that it takes. */
export function firstOf(reactions: ChatActs['reactions']): readonly string[] {
  if (reactions === 'any' || !reactions) return firstReactions;
  const usual = firstReactions.filter((emoji) => reactions.includes(plainEmoji(emoji)));
  const known = new Set(usual.map(plainEmoji));
  return [...usual, ...reactions.filter((emoji) => !known.has(emoji))].slice(0, mostFirst);
}

type ReactionsProps = { chat: MessageChat; action: ChatAction; isAll: boolean; onAll: () => void; onDone: () => void };

function Reactions({ chat, action, isAll, onAll, onDone }: ReactionsProps) {
  const t = useWords(chatActWords.messageAct);
  const { mutate } = useReact(chat.chatId, action);
  const reactions = chat.acts?.reactions ?? null;
  const section = useRef<HTMLElement>(null);
  // The button that asks for all goes with its press: the focus that it had stays in the panel.
  useEffect(() => {
    if (isAll) section.current?.querySelector('button')?.focus();
  }, [isAll]);
  const own = changesOf(action).ourReaction?.emoji ?? '';
  const isOwn = (emoji: string) => plainEmoji(emoji) === plainEmoji(own);
  const react = (emoji: string) => {
    mutate(isOwn(emoji) ? '' : emoji);
    onDone();
  };
  if (isAll && reactions === 'any')
    return (
      <Suspense fallback={<Loader size="sm" m="lg" />}>
        <EmojiPanel onChoose={react} />
      </Suspense>
    );
  const first = firstOf(reactions);
  const others = own !== '' && !first.some(isOwn) ? [own] : [];
  const shown = isAll ? (reactions as readonly string[]) : [...others, ...first];
  const hasMore = !isAll && (reactions === 'any' || (reactions?.length ?? 0) > first.length);
  return (
    <section ref={section} aria-label={t('react')} className={classes.emoji} data-all={isAll || undefined}>
      {shown.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={classes.one}
          aria-pressed={isOwn(emoji)}
          aria-label={isOwn(emoji) ? t('takeReactionBack', { emoji }) : t('reactWith', { emoji })}
          onClick={() => react(emoji)}
        >
          {emoji}
        </button>
      ))}
      {hasMore ? (
        <ActionIcon size={34} aria-label={t('allEmoji')} title={t('allEmoji')} onClick={onAll}>
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      ) : null}
    </section>
  );
}

type TakeBackProps = { chatId: string; action: ChatAction; onTakeBack: () => void; onDone: () => void };

function TakeBack({ chatId, action, onTakeBack, onDone }: TakeBackProps) {
  const t = useWords(chatActWords.messageAct);
  const sayCommon = useWords(commonWords.ui);
  const { mutate, isPending } = useTakeBack(chatId, action, onDone);
  const handleTakeBack = () => {
    onTakeBack();
    mutate(undefined);
  };
  return (
    <div role="dialog" aria-label={t('takeBackTitle')} className={classes.ask}>
      <Text size="sm" fw={500}>
        {t('takeBackTitle')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('takeBackHint')}
      </Text>
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {sayCommon('cancel')}
        </Button>
        <Button size="compact-sm" color="red" loading={isPending} onClick={handleTakeBack}>
          {t('takeBack')}
        </Button>
      </Group>
    </div>
  );
}
