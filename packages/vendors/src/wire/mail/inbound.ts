import type { MailPerson } from '@parley/contract';
import { asInstant, asList, asObject, asText, dig, type JsonObject } from '../../json.ts';
import type { ArrivedMail, ChannelEvent, InboundContent, KeptFile } from '../../types.ts';
import { proofOfSpf, type SenderProof } from './authentication.ts';
import { headerOf, isAutomaticMail } from './automatic.ts';
import { forwardersOf } from './forwarding.ts';
import { htmlToText } from './html-text.ts';
import { idsOf } from './message-ids.ts';
import { quotedAt } from './quoted.ts';

type Received = Extract<ChannelEvent, { type: 'message.received' }>;
type SentFile = { fileName: string; mimeType: string; bytes: Uint8Array };
export type MailFile = SentFile | { kept: KeptFile };

/**
 * A mail that has arrived, whoever has brought it.
 * @property id by which it is recognised when it comes again
 * @property own addresses that the channel writes from and receives at
 * @property page its cleaned page, where that is made already; then `html` is ''
 */
export type ReceivedMail = {
  id: string;
  at: Date;
  own: readonly string[];
  from: MailPerson;
  to: readonly MailPerson[];
  cc: readonly MailPerson[];
  subject: string;
  text: string;
  html: string;
  page: string;
  headers: JsonObject;
  files: readonly MailFile[];
  sender: SenderProof;
};

const mostFiles = 20;
/** Longer texts come as a file too: a message of a chat has 4096 characters. */
const mostWords = 4000;
const mostPeople = 50;
const mostAnswers = 20;
/** The subject of an answer says nothing that its words do not. */
const isAnswer = (subject: string): boolean => /^\s*(re|aw|antw|sv|vs|fwd?|wg)\s*(\[\d+\])?\s*:/i.test(subject);

const kindOf = (mimeType: string) =>
  (['image', 'audio', 'video'] as const).find((kind) => mimeType.startsWith(`${kind}/`)) ?? ('document' as const);

function toContent(file: MailFile, caption: string): InboundContent {
  const { fileName, mimeType } = 'kept' in file ? { fileName: file.kept.name, mimeType: file.kept.type } : file;
  const base = { kind: 'media' as const, media: kindOf(mimeType), url: '', mediaId: '', mimeType, caption, fileName };
  return 'kept' in file ? { ...base, kept: file.kept } : { ...base, bytes: file.bytes };
}

/** A mail as messages: the first with its words and its first file, each further file as one of its own. */
export function receivedMails(mail: ReceivedMail): Received[] {
  const { id, at, from, headers } = mail;
  const subject = mail.subject.trim();
  const text = mail.text.trim() || htmlToText(mail.html);
  const words = text === '' ? subject : [isAnswer(subject) ? '' : subject, text].filter(Boolean).join('\n\n');
  const whole: SentFile[] = words.length > mostWords ? [{ fileName: 'mail.txt', mimeType: 'text/plain', bytes: Buffer.from(words) }] : [];
  const files = [...mail.files, ...whole].slice(0, mostFiles);
  const left = mail.files.length + whole.length - files.length;
  const said = [words.length > mostWords ? `${words.slice(0, mostWords)}…` : words, left > 0 ? `[${left} more files were left out.]` : '']
    .filter(Boolean)
    .join('\n\n');
  const [first, ...others] = files;
  const contents = [first ? toContent(first, said) : ({ kind: 'text', text: said } as const), ...others.map((file) => toContent(file, ''))];
  const isAutomatic = isAutomaticMail({ from: from.address, headers, own: mail.own });
  return contents.map((content, place) => ({
    type: 'message.received',
    vendorMessageId: place === 0 ? id : `${id}#${place}`,
    from: from.address,
    fromName: from.name,
    at,
    content,
    answers: headerOf(headers, 'in-reply-to'),
    // Wishes are whole messages: the words alone, without the subject above them.
    ...(text !== '' && text !== words ? { words: text } : {}),
    ...(isAutomatic ? { isAutomatic: true } : {}),
    // A file of its own is no mail, and stands where the mail does.
    ...(place === 0 ? { mail: arrivedOf(mail, { subject, said, isAutomatic }) } : { partOf: id }),
  }));
}

function arrivedOf(
  mail: ReceivedMail,
  { subject, said, isAutomatic }: { subject: string; said: string; isAutomatic: boolean },
): ArrivedMail {
  const { from, to, cc, sender, html, page, headers, id } = mail;
  const via = forwardersOf([...to, ...cc], headers, mail.own);
  const named = [...idsOf(headerOf(headers, 'in-reply-to')), ...idsOf(headerOf(headers, 'references')).reverse()];
  return {
    subject: subject.slice(0, 1000),
    from,
    to: to.slice(0, mostPeople),
    cc: cc.slice(0, mostPeople),
    messageId: idsOf(headerOf(headers, 'message-id'))[0] ?? idsOf(id)[0] ?? '',
    sender,
    quotedAt: quotedAt(said),
    isAutomatic,
    answers: [...new Set(named)].slice(0, mostAnswers),
    ...(via.length > 0 ? { via } : {}),
    html,
    page,
  };
}

export const idOfMail = (message: JsonObject): string => headerOf(asObject(message.headers), 'message-id');

function fileOf(name: string, part: JsonObject): SentFile {
  const content = asText(part.content);
  return {
    fileName: asText(part.name) || name,
    mimeType: asText(part.type),
    // Mailchimp says where the content is no text; of pictures in the body it does not.
    bytes: Buffer.from(content, part.base64 === false ? 'utf8' : 'base64'),
  };
}
const filesOf = (parts: unknown): SentFile[] => Object.entries(asObject(parts)).map(([name, part]) => fileOf(name, asObject(part)));
/** Mailchimp writes a person as a pair: address and name. */
const peopleOf = (pairs: unknown): MailPerson[] =>
  asList(pairs).map((pair) => ({ address: asText(dig(pair, 0)), name: asText(dig(pair, 1)) }));

/** A mail as Mailchimp Transactional passes it on. @param own addresses that the channel writes from */
export function mandrillMail(message: JsonObject, { id, ts, own }: { id: string; ts: unknown; own: readonly string[] }): ReceivedMail {
  const headers = asObject(message.headers);
  const from = { address: asText(message.from_email), name: asText(message.from_name) };
  const envelope = /<([^<>]+)>/.exec(headerOf(headers, 'return-path'))?.[1] ?? '';
  return {
    id: idOfMail(message) || id,
    at: asInstant(ts),
    own: [...own, asText(message.email)],
    from,
    to: peopleOf(message.to),
    cc: peopleOf(message.cc),
    subject: asText(message.subject),
    text: asText(message.text),
    html: asText(message.html),
    page: '',
    headers,
    files: [...filesOf(message.attachments), ...filesOf(message.images)],
    sender: proofOfSpf(asText(dig(message.spf, 'result')), envelope, from.address),
  };
}
