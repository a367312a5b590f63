import { asList, asText, type JsonObject } from '../../json.ts';

/** A header by its name in any case, with the values of repeated ones joined; '' where there is none. */
export function headerOf(headers: JsonObject, name: string): string {
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  if (key === undefined) return '';
  const value = headers[key];
  return Array.isArray(value) ? asList(value).map(asText).join(', ') : asText(value);
}

const robots = /^(mailer-daemon|postmaster)@/i;
/** Headers that only programs write, whatever their value. */
const marks = /^(list-.+|x-autoreply|x-autorespond|x-auto-reply|x-auto-respond|x-autoresponder)$/i;

/**
 * Tells whether a program has written a mail: an absence notice, a bounce, a list, or our own words that came back. RFC 3834 2: such a mail gets
 * no automatic answer, since two programs would answer each other without end.
 * @param own addresses that the channel itself writes from and receives at
 */
export function isAutomaticMail({ from, headers, own }: { from: string; headers: JsonObject; own: readonly string[] }): boolean {
  const sender = from.trim().toLowerCase();
  if (sender === '' || robots.test(sender) || own.some((address) => address.trim().toLowerCase() === sender)) return true;
  const submitted = headerOf(headers, 'auto-submitted').split(';')[0]?.trim().toLowerCase() ?? '';
  if (submitted !== '' && submitted !== 'no') return true;
  if (/\b(bulk|list|junk|auto_reply)\b/i.test(headerOf(headers, 'precedence'))) return true;
  // The other values ask for no receipts, which people set as well.
  if (/\b(all|oof|autoreply)\b/i.test(headerOf(headers, 'x-auto-response-suppress'))) return true;
  if (/^\s*<\s*>/.test(headerOf(headers, 'return-path'))) return true;
  if (/^\s*multipart\/report\b/i.test(headerOf(headers, 'content-type'))) return true;
  return Object.keys(headers).some((name) => marks.test(name));
}
