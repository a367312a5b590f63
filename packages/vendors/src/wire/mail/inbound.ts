import { asObject, asText, type JsonObject } from '../../json.ts';
import type { ChannelEvent, InboundContent } from '../../types.ts';
import { headerOf, isAutomaticMail } from './automatic.ts';
import { htmlToText } from './html-text.ts';

type Received = Extract<ChannelEvent, { type: 'message.received' }>;
type MailFile = { fileName: string; mimeType: string; bytes: Uint8Array };

const mostFiles = 20;
/** Longer texts come as a file too: a message of a chat has 4096 characters. */
const mostWords = 4000;
/** The subject of an answer says nothing that its words do not. */
const isAnswer = (subject: string): boolean => /^\s*(re|aw|antw|sv|vs|fwd?|wg)\s*(\[\d+\])?\s*:/i.test(subject);

function fileOf(name: string, part: JsonObject): MailFile {
  const content = asText(part.content);
  return {
    fileName: asText(part.name) || name,
    mimeType: asText(part.type),
    // Mailchimp says where the content is no text; of pictures in the body it does not.
    bytes: Buffer.from(content, part.base64 === false ? 'utf8' : 'base64'),
  };
}
const filesOf = (parts: unknown): MailFile[] => Object.entries(asObject(parts)).map(([name, part]) => fileOf(name, asObject(part)));

const kindOf = (mimeType: string) => (['image', 'audio', 'video'] as const).find((kind) => mimeType.startsWith(`${kind}/`)) ?? 'document';
const toContent = ({ fileName, mimeType, bytes }: MailFile, caption: string): InboundContent => ({
  kind: 'media',
  media: kindOf(mimeType),
  url: '',
  mediaId: '',
  mimeType,
  caption,
  fileName,
  bytes,
});

/** Returns the words of a mail: its subject, unless it answers, and its text, or the words of its page. */
function wordsOf(message: JsonObject): { subject: string; text: string } {
  const subject = asText(message.subject).trim();
  const plain = asText(message.text).trim();
  return { subject, text: plain || htmlToText(asText(message.html)) };
}

/**
 * A mail as messages: the first with its words and its first file, each further file as one of its own.
 * @param own addresses that the channel writes from
 */
export function receivedMails(message: JsonObject, { id, at, own }: { id: string; at: Date; own: readonly string[] }): Received[] {
  const from = asText(message.from_email);
  const headers = asObject(message.headers);
  const { subject, text } = wordsOf(message);
  const words = text === '' ? subject : [isAnswer(subject) ? '' : subject, text].filter(Boolean).join('\n\n');
  const attached = [...filesOf(message.attachments), ...filesOf(message.images)];
  const whole: MailFile[] = words.length > mostWords ? [{ fileName: 'mail.txt', mimeType: 'text/plain', bytes: Buffer.from(words) }] : [];
  const files = [...attached, ...whole].slice(0, mostFiles);
  const left = attached.length + whole.length - files.length;
  const said = [words.length > mostWords ? `${words.slice(0, mostWords)}…` : words, left > 0 ? `[${left} more files were left out.]` : '']
    .filter(Boolean)
    .join('\n\n');
  const [first, ...others] = files;
  const contents = [first ? toContent(first, said) : ({ kind: 'text', text: said } as const), ...others.map((file) => toContent(file, ''))];
  const isAutomatic = isAutomaticMail({ from, headers, own: [...own, asText(message.email)] });
  return contents.map((content, place) => ({
    type: 'message.received',
    vendorMessageId: place === 0 ? id : `${id}#${place}`,
    from,
    fromName: asText(message.from_name),
    at,
    content,
    answers: headerOf(headers, 'in-reply-to'),
    // Wishes are whole messages: the words alone, without the subject above them.
    ...(text !== '' && text !== words ? { words: text } : {}),
    ...(isAutomatic ? { isAutomatic: true } : {}),
  }));
}

export const idOfMail = (message: JsonObject): string => headerOf(asObject(message.headers), 'message-id');
