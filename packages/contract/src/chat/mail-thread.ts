import { type EntryMail, type MailPerson, mailSubjectLimit, mostMailPeople, mostReferences } from './mail.ts';

/** Rules of mails that answer each other, for the server and for the field in which a reply is written. */

/** Marks before a subject by which programs say in their language that a mail answers another one. */
const answerMark = /^(?:re|aw|antw|sv|vs|ref|rif|odp|ynt|उत्तर)\s{0,3}(?:\[\d{1,4}\]|\(\d{1,4}\))?\s{0,3}[:：]\s{0,20}/i;
const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim();

/** A subject without the marks of answers before it. */
export function plainSubject(subject: string): string {
  let plain = oneLine(subject);
  for (let found = answerMark.exec(plain); found; found = answerMark.exec(plain)) plain = plain.slice(found[0].length);
  return plain;
}

/** Returns the subject of an answer, which is marked once; '' where the answered mail has none. */
export function replySubject(subject: string): string {
  const plain = plainSubject(subject);
  return plain === '' ? '' : cutWords(`Re: ${plain}`, mailSubjectLimit);
}

/** The beginning of words: at most so many UTF-16 units, and no half of a character at the end. */
const cutWords = (words: string, longest: number): string =>
  words.length > longest && !words.slice(0, longest).isWellFormed() ? words.slice(0, longest - 1) : words.slice(0, longest);

export const sameAddress = (one: string): string => one.trim().toLowerCase();

export type MailLines = { to: MailPerson[]; cc: MailPerson[]; bcc: MailPerson[] };

/** People of a mail's lines, each once in the first line that names them, and none of the channel's own addresses. */
export function withoutRepeats({ to, cc, bcc }: MailLines, own: readonly string[]): MailLines {
  const seen = new Set(own.map(sameAddress));
  const take = (people: readonly MailPerson[]) =>
    people
      .filter(({ address }) => {
        const key = sameAddress(address);
        if (key === '' || seen.has(key)) return false;
        seen.add(key);
        return true;
      })
      .slice(0, mostMailPeople);
  return { to: take(to), cc: take(cc), bcc: take(bcc) };
}

type Answered = Pick<EntryMail, 'from' | 'to' | 'cc' | 'via'>;

/**
 * Returns the people whom the answer to a mail goes to: its sender, and with `isToAll` everybody else whom it names. The answer to a mail of ours goes to those
 * it went to. An address that forwards to the channel is the channel's own.
 */
export function replyLines(mail: Answered, own: readonly string[], isToAll: boolean): MailLines {
  const isOurs = own.map(sameAddress).includes(sameAddress(mail.from.address));
  const to = isOurs ? mail.to : [mail.from, ...(isToAll ? mail.to : [])];
  return withoutRepeats({ to, cc: isToAll ? mail.cc : [], bcc: [] }, [...own, ...(mail.via ?? [])]);
}

/** Message-IDs of the mails before an answer: those before its parent and the parent. Of many the first one and the newest stay (RFC 5322 3.6.4). */
export function referencesTo(parent: { messageId: string; before: readonly string[] }): string[] {
  const all = [...new Set([...parent.before.filter((id) => id !== parent.messageId), parent.messageId])].filter((id) => id !== '');
  return all.length <= mostReferences ? all : [all[0] as string, ...all.slice(1 - mostReferences)];
}

/** Words as a mail repeats them: each line marked. */
export const quoteText = (words: string): string =>
  words
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');
