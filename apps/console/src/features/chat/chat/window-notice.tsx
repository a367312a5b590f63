import { Button, Modal } from '@mantine/core';
import type { ChatSummary } from '@parley/contract';
import { IconTemplate } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './conversation.module.css';

const SendForm = late(() => import('../../outreach/shared/send-form.tsx').then((module) => module.SendForm));
/** Often enough for a countdown in minutes, and for a window that closes while the chat is open. */
const tickMs = 15_000;

function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Tells whether only a template may be sent: the window has ended, or the vendor has said so (code 470). */
export function useWindowClosed({ isJITRequired, windowEndsAt }: Pick<ChatSummary, 'isJITRequired' | 'windowEndsAt'>): boolean {
  const now = useNow(windowEndsAt !== null);
  return isJITRequired || (windowEndsAt !== null && new Date(windowEndsAt).getTime() <= Math.max(now, Date.now()));
}

/** '23 h 5 min', '4 min' */
export function timeLeft(endsAt: string, now: number): string {
  const minutes = Math.max(0, Math.ceil((new Date(endsAt).getTime() - now) / 60_000));
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
}

/** Time left in which free text may be sent. */
export function WindowNotice({ endsAt }: { endsAt: string }) {
  const t = useWords(chatWords.conversation);
  const now = useNow(true);
  return <p className={classes.notice}>{t('windowLeft', { left: timeLeft(endsAt, now) })}</p>;
}

type LockedChat = Pick<ChatSummary, 'chatId' | 'customerName' | 'customerNumber' | 'channelId' | 'channelName' | 'channelType'>;

/** Replaces the composer while only a template may be sent. */
export function LockedComposer({ chat }: { chat: LockedChat }) {
  const t = useWords(chatWords.conversation);
  return (
    <div className={classes.locked}>
      <p role="status">{t('windowClosed')}</p>
      <TemplateButton chat={chat} />
    </div>
  );
}

/** Opens the form of templates for the customer of a chat. @param isQuiet beside a message, as small as its other buttons */
export function TemplateButton({ chat, isQuiet = false }: { chat: LockedChat; isQuiet?: boolean }) {
  const t = useWords(chatWords.conversation);
  const [isOpen, setOpen] = useState(false);
  const { chatId, customerName, customerNumber, channelId, channelName, channelType } = chat;
  return (
    <>
      <Button
        {...(isQuiet ? { size: 'compact-xs', variant: 'subtle' } : { size: 'sm', leftSection: <IconTemplate size={16} aria-hidden /> })}
        onClick={() => setOpen(true)}
      >
        {t('sendTemplate')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} size="80rem" title={t('sendTemplateTo', { name: customerName })}>
        <Suspense>
          <SendForm
            embedded
            resourceType="CHAT"
            resourceId={chatId}
            recipientName={customerName}
            phoneNumbers={[customerNumber]}
            channel={{ id: channelId, name: channelName, type: channelType }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      </Modal>
    </>
  );
}
