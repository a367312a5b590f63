import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import type { ChatDetail } from '@parley/contract';
import { IconEye, IconEyeOff, IconPencil, IconX } from '@tabler/icons-react';
import { memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { StarRating } from '../../../components/star-rating.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatRoutingWords } from '../../../locales/chat-routing.ts';
import { previewOf } from '../shared/chat.rules.ts';
import { AttachmentView } from './attachment-view.tsx';
import { useUpdateCustomer } from './chat.mutations.ts';
import { ChatFields } from './chat-fields.tsx';
import { ChatMarks, ChatNumber, type PanelQuestion } from './chat-marks.tsx';
import classes from './customer-panel.module.css';
import { RoutingWhy } from './routing-why.tsx';
import { useReveal } from './use-reveal.ts';
import { useSwipeBack } from './use-swipe-back.ts';

const CallHistory = late(() => import('./call-history.tsx').then((module) => module.CallHistory));

type Props = {
  chat: ChatDetail;
  canEdit: boolean;
  isOwner: boolean;
  /** Labels may be changed by those who took part, too. */
  canMark: boolean;
  /** It lies over the page, where two chats leave no room for it. */
  isOver: boolean;
  /** It is the screen of a phone, drawn back to the thread. */
  isScreen?: boolean;
  asked: PanelQuestion | undefined;
  onAnswered: () => void;
  onOpen: (chatId: string) => void;
  onClose: () => void;
};

/** Data about the customer, and their earlier chats. */
export const CustomerPanel = memo(function CustomerPanel({
  chat,
  canEdit,
  isOwner,
  canMark,
  isOver,
  isScreen = false,
  asked,
  onAnswered,
  onOpen,
  onClose,
}: Props) {
  const t = useWords(chatWords.conversation);
  const { customer } = chat;
  const box = useRef<HTMLElement>(null);
  useSwipeBack(box, isScreen ? onClose : undefined);
  const files = chat.messages.flatMap((action) => action.attachment ?? []);
  return (
    <aside ref={box} className={classes.panel} data-over={isOver || undefined} aria-label={t('profile')}>
      <div className={classes.panelHead}>
        <h2>{t('profile')}</h2>
        <ChatNumber number={chat.chatNumber} />
        <ActionIcon size={30} aria-label={t('hideDetails')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <CustomerFacts key={customer.customerId} chat={chat} canEdit={canEdit} isOwner={isOwner} />
      <ChatMarks chat={chat} canMark={canMark} asked={asked} onAnswered={onAnswered} />
      <ChatFields key={`fields ${chat.chatId}`} chat={chat} canMark={canMark} />
      {chat.note ? (
        <Section title={t('note')}>
          <p className={classes.panelText}>{chat.note}</p>
        </Section>
      ) : null}
      <Section title={t('visit')}>
        <Facts
          rows={[
            [t('visitPage'), customer.visit.pageTitle || customer.visit.pageUrl],
            [t('visitLanguage'), customer.visit.language],
            [t('visitBrowser'), browserName(customer.visit.userAgent)],
            [t('visitSince'), formatReportDate(customer.firstSeenAt)],
            [t('visitGreeting'), customer.visit.greeting ?? ''],
            [t('visitEmail'), customer.visit.email ?? ''],
            [t('visitPhone'), customer.visit.phone ?? ''],
            // Nobody has proved these.
            ...Object.entries(customer.visit.told ?? {}).map(([name, value]): [string, string] => [t('visitTold', { name }), value]),
          ]}
        />
      </Section>
      <RoutingSection chatId={chat.chatId} state={chat.state} isAsked={asked === 'why'} onAnswered={onAnswered} />
      <CallsSection key={`calls ${chat.chatId}`} chatId={chat.chatId} />
      <Section title={t('participants')}>
        <ul className={classes.panelList}>
          {chat.users.map((user) => (
            <li key={user.uId}>
              <span>{user.name}</span>
              <span className={classes.panelSoft}>{t(user.type)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('previousChats')}>
        {customer.previousChats.length === 0 ? <p className={classes.panelSoft}>{t('noPrevious')}</p> : null}
        <ul className={classes.panelList}>
          {customer.previousChats.map((previous) => (
            <li key={previous.chatId}>
              <button type="button" className={classes.previous} onClick={() => onOpen(previous.chatId)}>
                <span className={classes.panelSoft}>
                  {formatReportDate(previous.createdAt)} · {t(`state${previous.state as 0 | 1 | 2 | 3 | 4 | 5}`)}
                </span>
                <span className={classes.previousText}>{previewOf(previous, t)}</span>
                {previous.rating ? <StarRating value={previous.rating} label={t('rated', { stars: previous.rating })} /> : null}
              </button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('sharedFiles')}>
        {files.length === 0 ? <p className={classes.panelSoft}>{t('noFiles')}</p> : null}
        <Stack gap={6}>
          {files.map((file) => (
            <AttachmentView key={file.id} attachment={file} />
          ))}
        </Stack>
      </Section>
    </aside>
  );
});

type RoutingProps = { chatId: string; state: number; isAsked: boolean; onAnswered: () => void };

function RoutingSection({ isAsked, onAnswered, ...props }: RoutingProps) {
  const t = useWords(chatRoutingWords.why);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    title.current?.focus();
    onAnswered();
  }, [isAsked, onAnswered]);
  return (
    <section className={classes.panelSection}>
      <h3 ref={title} tabIndex={-1}>
        {t('title')}
      </h3>
      <RoutingWhy {...props} />
    </section>
  );
}

/** Read when somebody wants to see them: most chats have no call. */
function CallsSection({ chatId }: { chatId: string }) {
  const t = useWords(chatWords.conversation);
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t('videoCalls')}>
      {isOpen ? (
        <Suspense>
          <CallHistory chatId={chatId} />
        </Suspense>
      ) : (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('showVideoCalls')}
        </Button>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.panelSection}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: [string, string][] }) {
  return (
    <dl className={classes.facts}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function CustomerFacts({ chat, canEdit, isOwner }: { chat: ChatDetail; canEdit: boolean; isOwner: boolean }) {
  const t = useWords(chatWords.conversation);
  const { customer } = chat;
  const [isEditing, setEditing] = useState(false);
  const reveal = useReveal(chat, isOwner);
  if (isEditing) return <CustomerForm chat={chat} onClose={() => setEditing(false)} />;
  return (
    <section className={classes.panelSection}>
      <Facts
        rows={[
          [t('name'), customer.name],
          [t('number'), reveal.shown?.number ?? customer.number],
          [t('email'), reveal.shown?.emailId ?? customer.emailId],
        ]}
      />
      <Group gap="xs">
        {canEdit ? (
          <Button size="compact-xs" variant="default" leftSection={<IconPencil size={13} aria-hidden />} onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        ) : null}
        {reveal.isOffered ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={reveal.shown ? <IconEyeOff size={13} aria-hidden /> : <IconEye size={13} aria-hidden />}
            loading={reveal.isBusy}
            onClick={reveal.toggle}
          >
            {reveal.shown ? t('hideNumber') : t('showNumber')}
          </Button>
        ) : null}
      </Group>
      {reveal.error ? (
        <span className={classes.failed} role="alert">
          {describeFailure(reveal.error).message}
        </span>
      ) : null}
    </section>
  );
}

function CustomerForm({ chat: { chatId, customer }, onClose }: { chat: ChatDetail; onClose: () => void }) {
  const t = useWords(chatWords.conversation);
  const save = useUpdateCustomer(chatId);
  const form = useForm({ initial: () => ({ name: customer.name, number: customer.number, emailId: customer.emailId }) });
  const { field, saved } = form;
  const handleSubmit = (sent: typeof form.draft) => {
    // Only what was changed: a masked number must not be saved over the real one.
    const changed = Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== saved[name as keyof typeof saved]));
    // More may have been typed while the save was under way: it stays, and is not saved yet.
    const handleSaved = () => (form.getDraft() === sent ? onClose() : form.markSaved(sent));
    save.mutate({ body: { customerId: customer.customerId, ...changed } }, { onSuccess: handleSaved });
  };
  return (
    <form className={classes.panelSection} onSubmit={form.submit(handleSubmit)}>
      <Stack gap="xs">
        <TextInput size="xs" label={t('name')} required maxLength={120} {...field('name')} />
        <TextInput size="xs" label={t('number')} maxLength={32} {...field('number')} />
        <TextInput size="xs" type="email" label={t('email')} maxLength={254} {...field('emailId')} />
        {save.error ? (
          <span className={classes.failed} role="alert">
            {describeFailure(save.error).message}
          </span>
        ) : null}
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="compact-sm" type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

/** The browser's common name out of what it says of itself; its whole line would fill the panel. */
export const browserName = (userAgent: string): string =>
  browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? userAgent.slice(0, 40);
