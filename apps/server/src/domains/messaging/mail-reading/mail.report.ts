import type { ParsedMail, Reported } from './mail.limits.ts';

const mostRecipients = 20;
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;

/** Fields of one block, unfolded, by their names in lower case. */
function fieldsOf(block: string): Map<string, string> {
  const lines = block
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : [];
    }),
  );
}

/** The address behind its type: 'rfc822; someone@mail.example'. */
const addressOf = (value: string): string =>
  value
    .slice(value.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '');

/**
 * Reads a delivery report (RFC 3464).
 * @param status the part message/delivery-status
 * @param returned our mail that it returns, or its headers
 * @returns null where it tells of nobody, or not of which mail
 */
export function readReport(status: string, returned: string): ParsedMail['report'] {
  const recipients = status
    .slice(0, 100_000)
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
    .flatMap((fields): Reported[] => {
      const address = addressOf(fields.get('final-recipient') ?? fields.get('original-recipient') ?? '');
      if (!address.includes('@')) return [];
      return [
        {
          address: addressOf(fields.get('original-recipient') ?? '') || address,
          action: (fields.get('action') ?? '').toLowerCase(),
          status: /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
          text: addressOf(fields.get('diagnostic-code') ?? '').slice(0, 300),
        },
      ];
    })
    .slice(0, mostRecipients);
  const headers = fieldsOf((returned.slice(0, 100_000).split(/\r?\n\r?\n/)[0] ?? '').trimStart());
  const own = fieldsOf(status.slice(0, 100_000));
  const messageId = /<([^<>\s]{1,500})>/.exec(headers.get('message-id') ?? own.get('original-message-id') ?? '')?.[1] ?? '';
  const ourId = uuid.exec(headers.get('x-parley-message') ?? '')?.[0] ?? '';
  return recipients.length > 0 && (messageId !== '' || ourId !== '') ? { messageId, ourId, recipients } : null;
}
