import { Badge } from '@mantine/core';
import type { SandboxMail } from '@parley/contract';
import { IconPaperclip } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';

const lines = ['to', 'cc', 'bcc'] as const;

/** The part of a mail above its words, as a program of mails shows it; its headers are folded. */
export function MailLines({ mail, subject }: { mail: SandboxMail; subject: string }) {
  const say = useWords(channelWords.sandbox);
  const parent = mail.headers.find(({ name }) => name.toLowerCase() === 'in-reply-to')?.value;
  return (
    <header className={classes.mailHead}>
      <strong dir="auto">{subject || say('noSubject')}</strong>
      <dl className={classes.mailLines}>
        <Line label={say('mailFrom')} value={mail.from} />
        {lines.map((line) =>
          mail[line].length > 0 ? <Line key={line} label={say(`mail_${line}`)} value={mail[line].join(', ')} /> : null,
        )}
        {parent ? <Line label="In-Reply-To" value={parent} isId /> : null}
      </dl>
      {mail.headers.length > 0 ? (
        <details className={classes.headers}>
          <summary>{say('headers', { count: mail.headers.length })}</summary>
          <dl className={classes.mailLines}>
            {mail.headers.map(({ name, value }) => (
              <Line key={name} label={name} value={value} />
            ))}
          </dl>
        </details>
      ) : null}
    </header>
  );
}

function Line({ label, value, isId = false }: { label: string; value: string; isId?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto" className={isId ? classes.id : undefined}>
        {value}
      </dd>
    </div>
  );
}

/** Names of the files that came with a mail, and whether it has a page beside its words. */
export function MailFiles({ mail: { files, hasPage } }: { mail: SandboxMail }) {
  const say = useWords(channelWords.sandbox);
  if (files.length === 0 && !hasPage) return null;
  return (
    <ul className={classes.files} aria-label={say('files')}>
      {hasPage ? (
        <li>
          <Badge size="sm" variant="default">
            {say('hasPage')}
          </Badge>
        </li>
      ) : null}
      {files.map(({ name, size }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a mail never change their places
        <li key={place} className={classes.line}>
          <IconPaperclip size={15} aria-hidden />
          <bdi>{name}</bdi>
          <span className={classes.dim}>{formatBytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}
