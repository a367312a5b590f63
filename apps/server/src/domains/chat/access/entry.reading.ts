import { type ChatAction, EntryMail, type MailDraft, type MailPerson } from '@parley/contract';
import { hiddenName, shownWords, withoutAddresses } from '../mail-thread/addresses.ts';
import type { Viewer } from '../record/chat.present.ts';

type Reader = Pick<Viewer, 'canSeeEmails'>;

/** Names that people give themselves may be their address. */
const hidePerson = (person: MailPerson): MailPerson => ({ name: nameWithoutAddress(person) || hiddenName, address: '' });

/** Hides the addresses of a mail. Message-IDs stay: they are names of mails, and keys of entries. */
const hideMail = ({ from, to, cc, bcc, via: _via, ...mail }: EntryMail, message: string): EntryMail => ({
  ...mail,
  subject: withoutAddresses(mail.subject),
  quotedAt: mail.quotedAt < 0 ? mail.quotedAt : withoutAddresses(message.slice(0, mail.quotedAt)).length,
  from: hidePerson(from),
  to: to.map(hidePerson),
  cc: cc.map(hidePerson),
  bcc: bcc.map(hidePerson),
});

/** The name of a person for a user who may not see addresses; '': it is an address, or there is none. */
export const nameWithoutAddress = ({ name }: MailPerson): string => (name.includes('@') ? '' : name);

/** A begun reply as its writer reads it: people who were named while their roles showed addresses are named no more. */
export const shownDraftMail = (mail: MailDraft | null, { canSeeEmails }: Reader): MailDraft | null =>
  canSeeEmails || !mail ? mail : { ...mail, to: [], cc: [], bcc: [], goesTo: mail.goesTo ?? 'sender' };

/** Each of the two parts by itself, so that the place between them is known. */
const wordsOf = (message: string, { quotedAt }: EntryMail): string =>
  quotedAt < 0 ? withoutAddresses(message) : withoutAddresses(message.slice(0, quotedAt)) + withoutAddresses(message.slice(quotedAt));

/** Words of a mail's server, such as why it was refused, name whom it was for. */
const hideFailure = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'text' in failure && typeof failure.text === 'string'
    ? { ...failure, text: withoutAddresses(failure.text) }
    : failure;

/**
 * An entry as a user reads it: without the addresses of mails where their roles hide addresses. Nobody has told them those in the words of a mail:
 * they stand in what is quoted, in signatures and in reports of servers.
 */
export function shownAction(action: ChatAction, { canSeeEmails }: Reader): ChatAction {
  const { mail, mailed, failure, ...detail } = action.detail;
  if (canSeeEmails || (mail === undefined && mailed === undefined)) return action;
  const read = EntryMail.safeParse(mail);
  return {
    ...action,
    ...(read.success ? { message: wordsOf(action.message, read.data) } : {}),
    channelErrorDesc: withoutAddresses(action.channelErrorDesc),
    detail: {
      ...detail,
      ...(read.success ? { mail: hideMail(read.data, action.message) } : {}),
      ...(failure === undefined ? {} : { failure: hideFailure(failure) }),
      // A number stands masked there.
      ...(typeof mailed === 'object' && mailed !== null ? { mailed: 'by' in mailed ? mailed : { ...mailed, address: '' } } : {}),
    },
  };
}

/** The same for whatever carries an entry, or its failure, to a socket: an event, or what a request is answered with. */
export function shownFrame<T>(data: T, reader: Reader): T {
  if (reader.canSeeEmails || typeof data !== 'object' || data === null) return data;
  if ('channelErrorDesc' in data && typeof data.channelErrorDesc === 'string')
    return { ...data, channelErrorDesc: withoutAddresses(data.channelErrorDesc) };
  if ('lastMessage' in data && typeof data.lastMessage === 'string' && 'channelType' in data && typeof data.channelType === 'number')
    return { ...data, lastMessage: shownWords(data.lastMessage, data.channelType, reader) };
  if (!('action' in data)) return data;
  const { action } = data as { action: unknown };
  const isEntry = typeof action === 'object' && action !== null && 'detail' in action;
  return isEntry ? { ...data, action: shownAction(action as ChatAction, reader) } : data;
}
