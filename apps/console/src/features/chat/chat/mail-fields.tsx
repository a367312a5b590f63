import { ActionIcon, Button, Checkbox, TagsInput, TextInput } from '@mantine/core';
import { emailPattern, type MailPerson, mailSubjectLimit, mostMailPeople } from '@parley/contract';
import { IconArrowBackUp, IconArrowBackUpDouble, IconChevronDown, IconSignature } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatMailWords } from '../../../locales/chat-mail.ts';
import classes from './mail-fields.module.css';
import { readPerson, showPerson } from './mail-of.ts';
import type { WrittenMail } from './use-mail-reply.ts';

type Props = { mail: WrittenMail };

/** The lines above a reply by mail: whom it goes to in one row, and on a press subject and recipients to be changed. */
export function MailFields({ mail }: Props) {
  const t = useWords(chatMailWords.mail);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { current, hidden, hasReader, hasOthers, isToAll } = mail;
  const nameHidden = (name: string, place: number) => name || t('hiddenAddress', { number: place + 1 });
  const all = hidden
    ? [...hidden.to, ...hidden.cc].map(nameHidden)
    : [...current.to, ...current.cc, ...current.bcc].map(({ name, address }) => name || address);
  const isShown = isOpen || !hasReader;
  return (
    <section className={classes.fields} aria-label={t('lines')}>
      <div className={classes.bar}>
        {hasOthers ? (
          <Button.Group>
            <Button
              size="compact-xs"
              variant={isToAll ? 'default' : 'light'}
              aria-pressed={!isToAll}
              leftSection={<IconArrowBackUp size={13} aria-hidden />}
              onClick={() => mail.replyTo(false)}
            >
              {t('reply')}
            </Button>
            <Button
              size="compact-xs"
              variant={isToAll ? 'light' : 'default'}
              aria-pressed={isToAll}
              leftSection={<IconArrowBackUpDouble size={13} aria-hidden />}
              onClick={() => mail.replyTo(true)}
            >
              {t('replyAll')}
            </Button>
          </Button.Group>
        ) : null}
        <span className={classes.summary} dir="auto">
          <span className={classes.label}>{t('to')}</span> {all.join(', ')}
          {current.subject ? <span className={classes.label}> · {current.subject}</span> : null}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('change')}
          aria-expanded={isShown}
          aria-controls={id}
          disabled={!hasReader}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={15} aria-hidden className={classes.chevron} data-open={isShown || undefined} />
        </ActionIcon>
      </div>
      {isShown ? (
        <fieldset id={id} className={classes.lines} aria-label={t('lines')} onKeyDown={keepFromSending}>
          <TextInput
            size="xs"
            label={t('subject')}
            dir="auto"
            value={current.subject}
            maxLength={mailSubjectLimit}
            onChange={(event) => mail.change({ subject: event.currentTarget.value })}
            classNames={{ root: classes.line, label: classes.lineLabel }}
          />
          {hidden ? (
            <p className={classes.hidden}>{t(hasReader ? 'hiddenHint' : 'hiddenNobody')}</p>
          ) : (
            (['to', 'cc', 'bcc'] as const).map((line) => (
              <PeopleLine
                key={line}
                label={t(line)}
                people={current[line]}
                known={mail.people}
                error={line === 'to' && !hasReader ? t('nobody') : undefined}
                onChange={(people) => mail.change({ [line]: people })}
              />
            ))
          )}
        </fieldset>
      ) : null}
    </section>
  );
}

/** Enter ends a field here. It sends the words from their own field alone. */
function keepFromSending(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}

type LineProps = {
  label: string;
  people: readonly MailPerson[];
  known: readonly MailPerson[];
  error: string | undefined;
  onChange: (people: MailPerson[]) => void;
};

function PeopleLine({ label, people, known, error, onChange }: LineProps) {
  const t = useWords(chatMailWords.mail);
  const [search, setSearch] = useState('');
  const [fault, setFault] = useState('');
  const take = (values: readonly string[]) => {
    const read = values.map((value) => people.find((person) => showPerson(person) === value) ?? readPerson(value));
    const wrong = read.find(({ address }) => !emailPattern.test(address));
    const right = read.filter((person) => person !== wrong && emailPattern.test(person.address));
    // A text that is no address stays in the field, where it can be mended.
    if (wrong) requestAnimationFrame(() => setSearch(wrong.address));
    setFault(
      wrong
        ? t('badAddress', { address: wrong.address, interpolation: { escapeValue: false } })
        : right.length > mostMailPeople
          ? t('tooMany', { most: mostMailPeople })
          : '',
    );
    onChange(right.slice(0, mostMailPeople));
  };
  return (
    <TagsInput
      size="xs"
      label={label}
      value={people.map(showPerson)}
      data={known.map(showPerson)}
      searchValue={search}
      onSearchChange={(value) => {
        setSearch(value);
        if (value !== '') setFault('');
      }}
      onChange={take}
      splitChars={[',', ';']}
      acceptValueOnBlur
      placeholder={people.length === 0 ? t('addPerson') : ''}
      error={fault || error}
      inputMode="email"
      classNames={{ root: classes.line, label: classes.lineLabel }}
    />
  );
}

/** The part below the words of a reply by mail: whether it repeats the answered one, and its signature. */
export function MailFoot({ mail }: Props) {
  const t = useWords(chatMailWords.mail);
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={classes.foot}>
      <Checkbox
        size="xs"
        label={t('quote')}
        title={t('quoteHint')}
        checked={mail.current.isQuoting}
        onChange={(event) => mail.change({ isQuoting: event.currentTarget.checked })}
      />
      {mail.signature ? (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconSignature size={14} aria-hidden />}
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {t('signature')}
          </Button>
          {isShown ? (
            <pre id={id} className={classes.signature} dir="auto">
              {mail.signature}
            </pre>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
