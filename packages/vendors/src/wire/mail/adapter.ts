import { channelTypes, type VendorName } from '@parley/contract';
import { noChoices } from '../../choices.ts';
import { keyOf } from '../../connection.ts';
import { refused } from '../../errors.ts';
import type { Connection, OutgoingMessage, VendorAdapter } from '../../types.ts';
import { mailServerOf } from './mail-server.ts';
import { mandrillRequest, mostMandrillFileBytes, parseMandrill, probeMandrill, sendMandrill, verifyMandrill } from './mandrill.ts';
import { mostFileBytes, toMail } from './message.ts';
import { probeSmtp, sendSmtp, smtpRequest, smtpUrlOf } from './smtp.ts';

/**
 * True when mail goes out by SMTP: the channel's mailbox names a server, or the installation names one and the channel has no key. Otherwise it
 * goes by Mailchimp Transactional.
 */
const isSmtp = (connection: Connection): boolean =>
  mailServerOf(connection) !== undefined ||
  (connection.environment === 'production' && keyOf(connection, 'apiKey') === '' && smtpUrlOf(connection) !== '');

const mailFor = (message: OutgoingMessage, connection: Connection) =>
  toMail(message, connection, isSmtp(connection) ? mostFileBytes : mostMandrillFileBytes);

export const mailOf = (vendor: VendorName): VendorAdapter => ({
  vendor,
  types: [channelTypes.EMAIL],
  evidence: { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed', signature: 'confirmed', handshake: 'assumed' },
  capabilities: () => ({
    contents: ['text', 'media', 'buttons', 'card', 'carousel', 'template'],
    receipts: ['sent', 'delivered', 'read', 'failed'],
    windowHours: 0,
    choices: noChoices,
    speedPerSecond: 10,
    dedupes: false,
    textLimit: 100_000,
    templates: 'manual',
  }),
  render: (message, connection) => {
    const mail = mailFor(message, connection);
    if (typeof mail === 'string') return refused(mail, message.content.kind === 'template' ? 'TEMPLATE' : 'REQUEST');
    return { kind: 'request', request: (isSmtp(connection) ? smtpRequest : mandrillRequest)(mail, message.ourId, connection) };
  },
  send: (io, connection, request, message) => {
    if (!isSmtp(connection)) return sendMandrill(io, request, message.to);
    const mail = mailFor(message, connection);
    return sendSmtp(io, connection, request, typeof mail === 'string' ? [] : mail.files);
  },
  // Mailchimp asks with HEAD, or with an empty list of events, before it takes an address.
  handshake: (request) =>
    request.method === 'HEAD' || request.method === 'GET' ? { status: 200, contentType: 'text/plain', body: '' } : undefined,
  verifyHook: (request, connection) => verifyMandrill(request, connection),
  parseHook: (request, connection) => parseMandrill(request, connection),
  probe: (io, connection) => (isSmtp(connection) ? probeSmtp(io, connection) : probeMandrill(io, connection)),
});
