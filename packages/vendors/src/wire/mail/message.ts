import { fillVariables, type MailPerson, quoteText } from '@parley/contract';
import { keyOf } from '../../connection.ts';
import { missingOf, plainTextOf } from '../../text-of.ts';
import type { Connection, OutgoingContent, OutgoingMail, OutgoingMessage } from '../../types.ts';

/** @property to the person whom the message is for; the lines of a mail in a thread may name others as well, and need not name them */
export type Mail = {
  from: { email: string; name: string };
  to: string;
  lines: { to: MailPerson[]; cc: MailPerson[]; bcc: MailPerson[] };
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  messageId: string;
  inReplyTo: string;
  references: string[];
  files: MailFile[];
};
export type MailFile = { name: string; type: string; bytes: Uint8Array };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);
/** Plain words as HTML: line breaks stay, addresses become links. */
const paragraphs = (text: string): string =>
  `<p>${escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    .replace(/\r?\n\r?\n/g, '</p><p>')
    .replace(/\r?\n/g, '<br>')}</p>`;
const quoteStyle = 'margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex';

/** The words with what stands below them, both ways; a signature is marked as one (RFC 3676 4.3). */
function bodyParts(words: string, { signature, quoted }: Pick<OutgoingMail, 'signature' | 'quoted'>): { text: string; html: string } {
  const text = [words, signature && `-- \n${signature}`, quoted && `${quoted.line}\n${quoteText(quoted.text)}`]
    .filter(Boolean)
    .join('\n\n');
  const html = [
    words && paragraphs(words),
    signature && `<div>-- <br>${paragraphs(signature)}</div>`,
    quoted && `<div>${escapeHtml(quoted.line)}<blockquote type="cite" style="${quoteStyle}">${paragraphs(quoted.text)}</blockquote></div>`,
  ];
  return { text, html: `<!doctype html><html><body>${html.filter(Boolean).join('')}</body></html>` };
}

/** A line of a header takes no line break: what follows one would be a header of its own. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim();

/** Ids of other programs' mails stand in headers: one that is no id is left out. */
const isMailId = (id: string): boolean => /^[^\s<>]{1,500}$/.test(id);

const toPerson = ({ name, address }: MailPerson): MailPerson => ({ name: oneLine(name), address: oneLine(address) });

/** The subject that a message has by itself, as a template and a card do; '': it takes that of its thread, or the sender's name. */
export function ownSubjectOf(content: OutgoingContent): string {
  if (content.kind === 'text') return content.subject ?? '';
  if (content.kind === 'template') {
    const header = content.components.find((part) => part.type === 'HEADER');
    const values = content.header && 'values' in content.header ? content.header.values : {};
    return (header?.format === 'TEXT' ? fillVariables(header.text, values) : '') || content.name;
  }
  return content.kind === 'card' ? content.card.title : '';
}

function subjectOf({ content, mail }: OutgoingMessage, connection: Connection): string {
  const own = ownSubjectOf(content) || mail?.subject;
  if (own) return own;
  return keyOf(connection, 'fromName') || keyOf(connection, 'fromEmail');
}

/** Asks other programs for no answer (RFC 3834 5); Exchange reads a header of its own. */
const automaticHeaders = (kind: 'replied' | 'generated'): Record<string, string> => ({
  'Auto-Submitted': `auto-${kind}`,
  'X-Auto-Response-Suppress': 'All',
});

const megabyte = 1024 * 1024;
/** Limit of a file that a mail carries by itself; for a larger one its address stands. */
export const mostFileBytes = 25 * megabyte;

/**
 * A message as a mail; a text says why it cannot be one.
 * @param most bytes of a file that the wire takes within a mail
 */
export function toMail(message: OutgoingMessage, connection: Connection, most = mostFileBytes): Mail | string {
  const { to, mail } = message;
  const content = withinLimit(message.content, most);
  const email = keyOf(connection, 'fromEmail') || connection.contactId;
  if (!email.includes('@')) return 'The channel has no address to write from.';
  if (!to.includes('@')) return 'The recipient has no mail address.';
  if (content.kind === 'template') {
    const missing = missingOf(content.components.find((part) => part.type === 'BODY')?.text ?? '', content.body);
    if (missing) return `The body has no value for {{${missing}}}.`;
  }
  const words = plainTextOf(content);
  const files = filesOf(content);
  if (words === '' && files.length === 0) return `A mail carries no ${content.kind}.`;
  const isMarketing = content.kind === 'template' && content.category === 'MARKETING';
  return {
    from: { email, name: oneLine(keyOf(connection, 'fromName')) },
    to,
    lines: {
      to: mail && mail.to.length > 0 ? mail.to.map(toPerson) : [{ name: '', address: to }],
      cc: mail?.cc.map(toPerson) ?? [],
      bcc: mail?.bcc.map(toPerson) ?? [],
    },
    subject: oneLine(subjectOf(message, connection)).slice(0, 250),
    ...bodyParts(words, mail ?? { signature: '', quoted: null }),
    headers: {
      ...(isMarketing ? { 'List-Unsubscribe': `<mailto:${email}?subject=unsubscribe>` } : {}),
      ...(message.automatic ? automaticHeaders(message.automatic) : {}),
    },
    messageId: mail && isMailId(mail.messageId) ? mail.messageId : '',
    inReplyTo: mail && isMailId(mail.inReplyTo) ? mail.inReplyTo : '',
    references: mail?.references.filter(isMailId) ?? [],
    files,
  };
}

/** A file that is too large for the wire is none of the mail's. */
function withinLimit(content: OutgoingContent, most: number): OutgoingContent {
  if (content.kind !== 'media' || !content.media.bytes || content.media.bytes.byteLength <= most) return content;
  const { bytes: _large, ...media } = content.media;
  return { ...content, media };
}

function filesOf(content: OutgoingContent): MailFile[] {
  if (content.kind !== 'media' || !content.media.bytes) return [];
  const { bytes, fileName, mimeType } = content.media;
  return [{ name: oneLine(fileName) || 'file', type: oneLine(mimeType) || 'application/octet-stream', bytes }];
}

const inBrackets = (id: string): string => `<${id}>`;

/** The headers by which a mail stands in its thread, for wires that take headers alone. */
export const threadHeaders = ({ messageId, inReplyTo, references }: Mail): Record<string, string> => ({
  ...(messageId ? { 'Message-ID': inBrackets(messageId) } : {}),
  ...(inReplyTo ? { 'In-Reply-To': inBrackets(inReplyTo) } : {}),
  ...(references.length > 0 ? { References: references.map(inBrackets).join(' ') } : {}),
});
