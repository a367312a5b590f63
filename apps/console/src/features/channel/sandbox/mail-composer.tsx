import { ActionIcon, Button, Checkbox, CloseButton, FileButton, Group, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { SandboxAct, SandboxMessage, z } from '@parley/contract';
import { emailPattern } from '@parley/contract';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';

type Act = z.input<typeof SandboxAct>;
type Draft = { name: string; subject: string; cc: string[]; text: string; html: string; answers: boolean; isAutomatic: boolean };
type Props = {
  isSending: boolean;
  /** A customer who has no name yet is asked for one with the first mail. */
  knownName: string;
  isOptedOut: boolean;
  lastFromUs: SandboxMessage | undefined;
  onAct: (act: Act, customer: string) => Promise<unknown>;
};

/** Bytes of a file, which Base64 makes a third longer. */
const mostBytes = 5 * 1024 * 1024;
const empty = { subject: '', cc: [], text: '', html: '', answers: true, isAutomatic: false };
const answerTo = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, 250);

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Writes a mail as the customer: a new one, or an answer to the last mail of ours. */
export function MailComposer({ isSending, knownName, isOptedOut, lastFromUs, onAct }: Props) {
  const say = useWords(channelWords.sandbox);
  const [file, setFile] = useState<File | null>(null);
  const form = useForm<Draft>({
    initial: () => ({ name: '', ...empty }),
    check: ({ text, html, cc }) => ({
      text: text.trim() === '' && html.trim() === '' && !file && say('mailEmpty'),
      cc: cc.some((address) => !emailPattern.test(address)) && say('mailBadAddress'),
    }),
  });
  const { draft } = form;
  const parent = draft.answers ? lastFromUs : undefined;

  async function send() {
    const { name, answers: _, ...mail } = draft;
    const files = file ? [{ name: file.name, type: file.type || 'application/octet-stream', base64: await toBase64(file) }] : [];
    const subject = mail.subject.trim() || (parent ? answerTo(parent.subject) : '');
    await onAct({ kind: 'mail', ...mail, subject, files, answers: parent?.id ?? '' }, name.trim());
    form.change({ ...empty });
    setFile(null);
  }
  const choose = (chosen: File | null) => {
    if (chosen && chosen.size > mostBytes) showToast('error', say('mailTooLarge'));
    else setFile(chosen);
  };

  return (
    <form
      className={classes.mailComposer}
      aria-label={say('writeMail')}
      // A refusal is told by the toast of the call; the words stay to be sent again.
      onSubmit={form.submit(() => send().catch(() => {}))}
    >
      {knownName === '' ? <TextInput size="xs" label={say('customerName')} maxLength={100} {...form.field('name')} /> : null}
      {lastFromUs ? (
        <Checkbox
          size="xs"
          label={say('answersLast', { subject: lastFromUs.subject, interpolation: { escapeValue: false } })}
          {...form.box('answers')}
        />
      ) : null}
      <TextInput
        size="xs"
        label={say('mailSubject')}
        placeholder={parent ? answerTo(parent.subject) : undefined}
        maxLength={250}
        dir="auto"
        {...form.field('subject')}
      />
      <Textarea size="xs" label={say('mailText')} autosize minRows={2} maxRows={6} maxLength={20_000} dir="auto" {...form.field('text')} />
      <details className={classes.headers}>
        <summary>{say('mailMore')}</summary>
        <div className={classes.mailMore}>
          <TagsInput
            size="xs"
            label={say('mail_cc')}
            placeholder={draft.cc.length === 0 ? say('mailCcHint') : ''}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
            maxTags={20}
            {...form.field('cc')}
          />
          <Textarea
            size="xs"
            label={say('mailHtml')}
            placeholder="<p>…</p>"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={200_000}
            dir="ltr"
            {...form.field('html')}
          />
          <Checkbox size="xs" label={say('isAutomatic')} {...form.box('isAutomatic')} />
        </div>
      </details>
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          {file ? (
            <span className={classes.line}>
              <IconPaperclip size={15} aria-hidden />
              <bdi className={classes.fileName}>{file.name}</bdi>
              <CloseButton
                size="sm"
                aria-label={say('removeFile', { name: file.name, interpolation: { escapeValue: false } })}
                onClick={() => setFile(null)}
              />
            </span>
          ) : (
            <FileButton onChange={choose}>
              {(props) => (
                <ActionIcon {...props} variant="default" size={36} aria-label={say('attachFile')}>
                  <IconPaperclip size={17} />
                </ActionIcon>
              )}
            </FileButton>
          )}
          {/* A mail's vendor tells of no coming back. */}
          {isOptedOut ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => void onAct({ kind: 'optOut' }, draft.name.trim()).catch(() => {})}
            >
              {say('optOut')}
            </Button>
          )}
        </Group>
        <Button type="submit" size="xs" color="brand" loading={isSending} leftSection={<IconSend2 size={15} aria-hidden />}>
          {say('send')}
        </Button>
      </Group>
    </form>
  );
}
