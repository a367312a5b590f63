import { ActionIcon, Portal, UnstyledButton } from '@mantine/core';
import type { ChatCounts, WaitingKind } from '@parley/contract';
import { IconGripHorizontal, IconLayoutNavbar, IconListDetails, IconMinus, IconSquare } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords, type NotificationWord } from '../../../locales/chat.ts';
import { countOf } from '../shared/chat.live.ts';
import classes from './chat-notification.module.css';
import { chooseWords } from './groups.ts';

/** The box has four counts; assigned chats are in the dropdown alone. */
const boxGroups = [
  { kind: 'transferred', word: 'boxTransferred' },
  { kind: 'new', word: 'boxNew' },
  { kind: 'invited', word: 'boxInvited' },
  { kind: 'missed', word: 'boxMissed' },
] as const satisfies readonly { kind: WaitingKind; word: NotificationWord }[];

export const resetDelayMs = 150;
const stepPx = 16;
const start = { x: 0, y: 0 };

type Props = {
  counts: ChatCounts | undefined;
  canChoose: boolean;
  onPickup: (kind: WaitingKind) => void;
  onChoose: (kind: WaitingKind) => void;
  /** Back to the dropdown; absent where the installation wants the box. */
  onDock: (() => void) | undefined;
};

/** The counts in a box that lies over the page: moved by its handle with the pointer or the arrow keys, and folded to its badge. */
export function FloatingBox({ counts, canChoose, onPickup, onChoose, onDock }: Props) {
  const t = useWords(chatWords.notification);
  const [place, setPlace] = useState(start);
  const [isSmall, setSmall] = useState(false);
  const grip = useRef<{ x: number; y: number } | null>(null);
  const box = useRef<HTMLElement>(null);
  const total = counts?.totalChatCount ?? 0;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPlace(start), resetDelayMs);
    };
    addEventListener('resize', handleResize);
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', handleResize);
    };
  }, []);

  /** Moves the box, and keeps it within the window. */
  const moveBy = (x: number, y: number) => {
    const edges = box.current?.getBoundingClientRect();
    if (!edges) return;
    const within = (by: number, before: number, after: number) => Math.max(-before, Math.min(after, by));
    const dx = within(x, edges.left, innerWidth - edges.right);
    const dy = within(y, edges.top, innerHeight - edges.bottom);
    setPlace((old) => ({ x: old.x + dx, y: old.y + dy }));
  };
  const handleDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const handleMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!grip.current) return;
    moveBy(event.clientX - grip.current.x, event.clientY - grip.current.y);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const handleKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowLeft: [-stepPx, 0], ArrowRight: [stepPx, 0], ArrowUp: [0, -stepPx], ArrowDown: [0, stepPx] }[event.key];
    if (!step) return;
    event.preventDefault();
    moveBy(step[0] ?? 0, step[1] ?? 0);
  };

  return (
    <Portal>
      <section ref={box} className={classes.box} style={{ translate: `${place.x}px ${place.y}px` }} aria-label={t('menu')}>
        <div className={classes.boxHead}>
          <UnstyledButton
            className={classes.grip}
            aria-label={t('move')}
            onPointerDown={handleDown}
            onPointerMove={handleMove}
            onPointerUp={() => {
              grip.current = null;
            }}
            onKeyDown={handleKey}
          >
            <IconGripHorizontal size={16} aria-hidden />
          </UnstyledButton>
          <span
            className={classes.boxBadge}
            data-waiting={total > 0 || undefined}
            role="status"
            aria-label={t('menuWaiting', { count: total })}
          >
            {formatNumber(total)}
          </span>
          {onDock ? (
            <ActionIcon size={26} aria-label={t('dock')} title={t('dock')} onClick={onDock}>
              <IconLayoutNavbar size={15} />
            </ActionIcon>
          ) : null}
          <ActionIcon
            size={26}
            aria-label={isSmall ? t('restore') : t('minimise')}
            title={isSmall ? t('restore') : t('minimise')}
            aria-expanded={!isSmall}
            onClick={() => setSmall((is) => !is)}
          >
            {isSmall ? <IconSquare size={14} /> : <IconMinus size={15} />}
          </ActionIcon>
        </div>
        {isSmall ? null : (
          <ul className={classes.boxRows}>
            {boxGroups.map(({ kind, word }) => {
              const count = countOf(counts, kind);
              return (
                <li key={kind} className={classes.boxRow}>
                  <UnstyledButton className={classes.boxGroup} onClick={() => onPickup(kind)}>
                    <span>{t(word)}</span>
                    <span className={classes.count}>{formatNumber(count)}</span>
                  </UnstyledButton>
                  {canChoose && count > 0 ? (
                    <ActionIcon size={26} aria-label={t(chooseWords[kind])} title={t(chooseWords[kind])} onClick={() => onChoose(kind)}>
                      <IconListDetails size={15} />
                    </ActionIcon>
                  ) : null}
                </li>
              );
            })}
          </ul>
        )}
      </section>
    </Portal>
  );
}
