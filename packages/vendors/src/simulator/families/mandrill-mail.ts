import type { SandboxAct, SandboxMail, SandboxMessage } from '@parley/contract';
import type { Phone, SimulatedChannel } from '../state.ts';

type Person = { email: string; name?: string | undefined };
type MailAct = Extract<SandboxAct, { kind: 'mail' }>;
type SentMessage = {
  from_email: string;
  from_name?: string | undefined;
  to: readonly (Person & { type?: 'to' | 'cc' | 'bcc' | undefined })[];
  html?: string | undefined;
  headers?: Record<string, string> | undefined;
  attachments?: readonly { type: string; name: string; content: string }[] | undefined;
};

const named = ({ email, name }: Person): string => (name ? `${name} <${email}>` : email);
const sizeOf = (base64: string): number => Buffer.byteLength(base64, 'base64');
const listHeaders = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }));

/** A mail of ours as its recipients see it. */
export function sentMail({ from_email: email, from_name: name, to, html, headers = {}, attachments = [] }: SentMessage): SandboxMail {
  const line = (wanted: 'to' | 'cc' | 'bcc') => to.filter(({ type = 'to' }) => type === wanted).map(named);
  return {
    from: named({ email, name }),
    to: line('to'),
    cc: line('cc'),
    bcc: line('bcc'),
    headers: listHeaders(headers),
    files: attachments.map((file) => ({ name: file.name, type: file.type, size: sizeOf(file.content) })),
    hasPage: Boolean(html),
  };
}

const addressOf = ({ config, contactId }: SimulatedChannel): string => config.fromEmail || contactId;

/** Headers by which a mail client finds the thread of an answer (RFC 5322 3.6.4). */
function threadOf(answered: SandboxMessage | undefined): Record<string, string> {
  const headerOf = (name: string) => answered?.mail?.headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
  const parent = headerOf('message-id');
  if (parent === '') return {};
  return { 'In-Reply-To': parent, References: [headerOf('references') || headerOf('in-reply-to'), parent].filter(Boolean).join(' ') };
}

const answeredBy = (phone: Phone, { answers }: MailAct): SandboxMessage | undefined =>
  phone.messages.find((message) => message.id === answers && message.mail);

const headersOf = (phone: Phone, act: MailAct, id: string): Record<string, string> => ({
  'Message-Id': id,
  ...threadOf(answeredBy(phone, act)),
  ...(act.isAutomatic ? { 'Auto-Submitted': 'auto-replied' } : {}),
});

/** The customer's own mail as it stands in their program. @param id its Message-ID */
export const writtenMail = (channel: SimulatedChannel, phone: Phone, act: MailAct, id: string): SandboxMail => ({
  from: named({ email: phone.address, name: phone.name }),
  to: [addressOf(channel)],
  cc: act.cc,
  bcc: [],
  headers: listHeaders(headersOf(phone, act, id)),
  files: act.files.map(({ name, type, base64 }) => ({ name, type, size: sizeOf(base64) })),
  hasPage: act.html !== '',
});

/** Files lie under their names: a second file of a name gets one of its own. */
function attachmentsOf(files: MailAct['files']) {
  const names = new Set<string>();
  return Object.fromEntries(
    files.map(({ name, type, base64 }, place) => {
      const own = names.has(name) ? `${place}-${name}` : name;
      names.add(own);
      return [own, { name: own, type, content: base64, base64: true }];
    }),
  );
}

/**
 * The message of Mailchimp's `inbound` event.
 * @returns undefined where the act is no mail, or answers one that the phone does not have
 */
export function inboundOf(channel: SimulatedChannel, phone: Phone, act: SandboxAct, id: string) {
  const email = addressOf(channel);
  const base = {
    from_email: phone.address,
    from_name: phone.name,
    email,
    to: [[email, null]],
    // The customer's server vouches for them: the envelope's sender is theirs.
    spf: { result: 'pass', detail: '' },
  };
  const headersWith = (headers: Record<string, string>) => ({ ...headers, 'Return-Path': `<${phone.address}>` });
  if (act.kind === 'text') return { ...base, subject: '', text: act.text, headers: headersWith({ 'Message-Id': id }) };
  if (act.kind !== 'mail' || (act.answers !== '' && !answeredBy(phone, act))) return undefined;
  return {
    ...base,
    cc: act.cc.map((address) => [address, null]),
    subject: act.subject,
    text: act.text,
    html: act.html,
    headers: headersWith(headersOf(phone, act, id)),
    attachments: attachmentsOf(act.files),
  };
}
