import { fillVariables } from '@parley/contract';
import { keyOf } from '../../connection.ts';
import { missingOf, plainTextOf } from '../../text-of.ts';
import type { Connection, OutgoingMessage } from '../../types.ts';

export type Mail = {
  from: { email: string; name: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);
/** Plain words as HTML: line breaks stay, addresses become links. */
const toHtml = (text: string): string =>
  `<!doctype html><html><body><p>${escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    .replace(/\r?\n\r?\n/g, '</p><p>')
    .replace(/\r?\n/g, '<br>')}</p></body></html>`;

/** A line of a header takes no line break: what follows one would be a header of its own. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim();

function subjectOf(message: OutgoingMessage, connection: Connection): string {
  const { content } = message;
  if (content.kind === 'text' && content.subject) return content.subject;
  if (content.kind === 'template') {
    const header = content.components.find((part) => part.type === 'HEADER');
    const values = content.header && 'values' in content.header ? content.header.values : {};
    return (header?.format === 'TEXT' ? fillVariables(header.text, values) : '') || content.name;
  }
  if (content.kind === 'card') return content.card.title;
  return keyOf(connection, 'fromName') || keyOf(connection, 'fromEmail');
}

/** Asks other programs for no answer (RFC 3834 5); Exchange reads a header of its own. */
const automaticHeaders = (kind: 'replied' | 'generated'): Record<string, string> => ({
  'Auto-Submitted': `auto-${kind}`,
  'X-Auto-Response-Suppress': 'All',
});

/** A message as a mail; a text says why it cannot be one. */
export function toMail(message: OutgoingMessage, connection: Connection): Mail | string {
  const { content, to } = message;
  const email = keyOf(connection, 'fromEmail') || connection.contactId;
  if (!email.includes('@')) return 'The channel has no address to write from.';
  if (!to.includes('@')) return 'The recipient has no mail address.';
  if (content.kind === 'template') {
    const missing = missingOf(content.components.find((part) => part.type === 'BODY')?.text ?? '', content.body);
    if (missing) return `The body has no value for {{${missing}}}.`;
  }
  const text = plainTextOf(content);
  if (text === '') return `A mail carries no ${content.kind}.`;
  const isMarketing = content.kind === 'template' && content.category === 'MARKETING';
  return {
    from: { email, name: oneLine(keyOf(connection, 'fromName')) },
    to,
    subject: oneLine(subjectOf(message, connection)).slice(0, 250),
    text,
    html: toHtml(text),
    headers: {
      ...(isMarketing ? { 'List-Unsubscribe': `<mailto:${email}?subject=unsubscribe>` } : {}),
      ...(message.automatic ? automaticHeaders(message.automatic) : {}),
    },
  };
}
