import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { EntryMail, MailPerson } from '@parley/contract';
import { IconAlertTriangle, IconChevronDown, IconDots, IconFileText, IconRobot, IconShieldQuestion } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMailWords } from '../../../locales/chat-mail.ts';
import classes from './mail-message.module.css';
import { showPerson } from './mail-of.ts';

const MailPage = late(() => import('./mail-page.tsx').then((module) => module.MailPage));

const shortOf = ({ name, address }: MailPerson): string => name || address;

type HeadProps = {
  mail: EntryMail;
  /** The mail before it has another subject. */
  showsSubject: boolean;
};

/** The part of a mail above its words: its subject where that changes, who wrote it to whom, and whether its sender is proven. */
export function MailHead({ mail, showsSubject }: HeadProps) {
  const t = useWords(chatMailWords.mail);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [first] = mail.to;
  const others = mail.to.length + mail.cc.length + mail.bcc.length - 1;
  const lines = (['to', 'cc', 'bcc'] as const).filter((line) => mail[line].length > 0);
  return (
    <div className={classes.head}>
      {showsSubject ? (
        <div className={classes.subject} dir="auto">
          {mail.subject || t('noSubject')}
        </div>
      ) : null}
      <div className={classes.people}>
        <bdi>{t('people', { from: shortOf(mail.from), to: first ? shortOf(first) : '–', interpolation: { escapeValue: false } })}</bdi>
        {others > 0 ? <span>{t('andMore', { count: others })}</span> : null}
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={t('details')}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={13} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
        </ActionIcon>
      </div>
      {isOpen ? (
        <dl id={id} className={classes.lines}>
          <dt>{t('from')}</dt>
          <dd dir="auto">{showPerson(mail.from)}</dd>
          {lines.map((line) => (
            <LineOf key={line} label={t(line)} people={mail[line]} />
          ))}
        </dl>
      ) : null}
      {mail.sender === 'proven' ? null : (
        <Tooltip
          label={mail.sender === 'failed' ? t('failedHint') : t('unknownHint')}
          multiline
          w={280}
          events={{ hover: true, focus: true, touch: true }}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it means is read by keyboard too */}
          <span className={classes.mark} data-sender={mail.sender} tabIndex={0}>
            {mail.sender === 'failed' ? <IconAlertTriangle size={13} aria-hidden /> : <IconShieldQuestion size={13} aria-hidden />}
            {mail.sender === 'failed' ? t('failed') : t('unknown')}
          </span>
        </Tooltip>
      )}
      {mail.isAutomatic ? (
        <span className={classes.mark}>
          <IconRobot size={13} aria-hidden /> {t('automatic')}
        </span>
      ) : null}
    </div>
  );
}

function LineOf({ label, people }: { label: string; people: readonly MailPerson[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{people.map(showPerson).join(', ')}</dd>
    </>
  );
}

type RestProps = { chatId: string; number: number; mail: EntryMail; quoted: string };

/** The part of a mail below its words: what it answers, folded, and its page. */
export function MailRest({ chatId, number, mail, quoted }: RestProps) {
  const t = useWords(chatMailWords.mail);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isPage, setPage] = useState(false);
  if (quoted === '' && !mail.hasPage) return null;
  return (
    <div className={classes.rest}>
      {quoted === '' ? null : (
        <ActionIcon
          variant="default"
          size="sm"
          className={classes.dots}
          aria-label={t(isOpen ? 'quotedHide' : 'quoted')}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      )}
      {mail.hasPage ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconFileText size={13} aria-hidden />}
          onClick={() => setPage(true)}
        >
          {t('page')}
        </Button>
      ) : null}
      {isOpen ? (
        <blockquote id={id} className={classes.quoted} dir="auto">
          {quoted}
        </blockquote>
      ) : null}
      {isPage ? (
        <Suspense>
          <MailPage chatId={chatId} number={number} subject={mail.subject} onClose={() => setPage(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
