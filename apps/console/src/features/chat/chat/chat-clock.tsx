import { VisuallyHidden } from '@mantine/core';
import { type ChatSummary, chatStates } from '@parley/contract';
import { IconAlertTriangle, IconAlertTriangleFilled, IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { type ClockLevel, clockOf, describeWait } from '../shared/chat.rules.ts';
import classes from './chat-row.module.css';

const icons = { calm: IconClock, amber: IconAlertTriangle, red: IconAlertTriangleFilled } as const;
const words = { calm: 'clockCalm', amber: 'clockAmber', red: 'clockRed' } as const satisfies Record<ClockLevel, string>;
const dueWords = { calm: 'resolutionCalm', amber: 'resolutionAmber', red: 'resolutionRed' } as const satisfies Record<ClockLevel, string>;

type Props = {
  chat: Pick<ChatSummary, 'clock' | 'waitingSince'> & Partial<Pick<ChatSummary, 'state'>>;
  /** The words are seen, not only read out */
  isSpelt?: boolean;
};

/** Time for which the customer waits, or until the chat is to be resolved, by the server's clock: amber and red as the policy says, always with another sign and words too. */
export function ChatClock({ chat, isSpelt = false }: Props) {
  const t = useWords(chatWords.conversation);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 15_000);
    return () => clearInterval(timer);
  }, []);
  // A clock that has just begun is never ahead of the last look.
  const clock = clockOf(chat, Math.max(now, serverNow()));
  if (!clock) return null;
  const { level, sinceMs, kind, isAhead } = clock;
  const nowMs = Math.max(now, serverNow());
  const { unit, count } = isAhead ? describeWait(nowMs, sinceMs) : describeWait(sinceMs, nowMs);
  const time = t(unit, { count });
  const sayResolution = () => t(level === 'amber' && !isAhead ? 'resolutionAmberAlone' : dueWords[level], { time });
  const sayClock = kind === 'resolution' ? sayResolution : () => t(words[level], { clock: t(`clock_${kind ?? 'nextReply'}`), time });
  // A chat that was late before its rest keeps the colour, and no time runs.
  const isStill = kind === 'resolution' && chat.state === chatStates.suspended && chat.waitingSince === null;
  const said = isStill ? t('resolutionStill') : kind ? sayClock() : t('waitingFor', { time });
  const Icon = icons[level];
  return (
    <span className={classes.clock} data-level={level} title={isSpelt ? undefined : said}>
      <Icon size={12} aria-hidden />
      {isSpelt ? (
        <span>{said}</span>
      ) : (
        <>
          <span aria-hidden>{isStill ? '' : time}</span>
          <VisuallyHidden>{said}</VisuallyHidden>
        </>
      )}
    </span>
  );
}
