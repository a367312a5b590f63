import { type ChatAction, type ChatDetail, EntryMail, type MailPerson, plainSubject } from '@parley/contract';

/** The mail whose words an entry holds; undefined: it is none. */
export const mailOf = ({ detail }: Pick<ChatAction, 'detail'>): EntryMail | undefined =>
  typeof detail.mail === 'object' && detail.mail !== null ? EntryMail.safeParse(detail.mail).data : undefined;

/**
 * The words of a mail in two parts: its own, without the subject that other readers find above them, and those that it answers.
 * @property quoted '': it answers none
 */
export function wordsOfMail({ subject, quotedAt }: EntryMail, message: string): { own: string; quoted: string } {
  const [own, quoted] = quotedAt < 0 ? [message, ''] : [message.slice(0, quotedAt), message.slice(quotedAt)];
  const above = `${subject}\n\n`;
  const words = subject !== '' && own.startsWith(above) ? own.slice(above.length) : own;
  return { own: words.trimEnd(), quoted: quoted.trim() };
}

/** The newest mail of a chat that no program has written, which a reply answers. */
export function answeredMail(messages: ChatDetail['messages']): { number: number; mail: EntryMail } | undefined {
  for (const action of messages.toReversed()) {
    const mail = action.detail.revoked ? undefined : mailOf(action);
    if (mail && !mail.isAutomatic) return { number: action.number, mail };
  }
  return undefined;
}

/** Numbers of the mails with another subject than the mail before them. */
export function subjectChanges(messages: ChatDetail['messages']): ReadonlySet<number> {
  const changes = new Set<number>();
  let before: string | undefined;
  for (const action of messages) {
    const mail = mailOf(action);
    if (!mail) continue;
    const subject = plainSubject(mail.subject).toLowerCase();
    if (subject !== before) changes.add(action.number);
    before = subject;
  }
  return changes;
}

/** People of a chat's mails, each once under the newest name, for the choice of recipients. */
export function peopleOf(messages: ChatDetail['messages']): MailPerson[] {
  const people = new Map<string, MailPerson>();
  for (const mail of messages.flatMap((action) => mailOf(action) ?? []))
    for (const person of [...mail.bcc, ...mail.cc, ...mail.to, mail.from]) {
      const key = person.address.toLowerCase();
      if (key !== '') people.set(key, { ...person, name: person.name || people.get(key)?.name || '' });
    }
  return [...people.values()];
}

/** A person by name and address; the address is '' where the reader's roles hide it. */
export const showPerson = ({ name, address }: MailPerson): string => (name && address ? `${name} <${address}>` : name || address);

/** Reads what was typed or pasted for a person: 'Name <address>' or an address. */
export function readPerson(typed: string): MailPerson {
  const [, name = '', address = ''] = /^\s*"?([^"<]*?)"?\s*<([^<>]*)>\s*$/.exec(typed) ?? [];
  return address ? { name, address: address.trim() } : { name: '', address: typed.trim() };
}
