import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ChannelEvent, parseMailbox } from '@parley/vendors';
import { afterAll, expect, test } from 'vitest';
import read from './mail.read.ts';
import { bracketed, toMailboxMail } from './mail.shape.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-shapes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
type Shape = string | (string | number[])[];
const bytesOf = (shape: Shape): Buffer =>
  Buffer.concat(
    [shape].flat().map((part) => (typeof part === 'string' ? Buffer.from(part.replace(/\r?\n/g, '\r\n')) : Buffer.from(part as number[]))),
  );

/** A mail from its bytes to the events of its channel, on the road that a mailbox's mails take. */
async function eventsOf(shape: Shape): Promise<ChannelEvent[]> {
  made += 1;
  const file = path.join(folder, `mail-${made}`);
  writeFileSync(file, bytesOf(shape));
  for await (const one of read({ paths: [file] })) {
    if ('refused' in one) throw new Error(one.refused);
    const kept = one.mail.files.map(({ name, mimeType }) => ({ id: name, name, type: mimeType, size: 1 }));
    const id = bracketed(one.mail.headers['message-id']?.[0] ?? '') || '<its-content@no-id>';
    const place = { id, at: new Date('2026-03-01T10:00:00Z'), own: ['help@shop.example'], servers: ['mx.shop.example'] };
    return parseMailbox({ body: Buffer.from(JSON.stringify(toMailboxMail(one.mail, place, kept as never))) }, {} as never);
  }
  throw new Error('nothing was read');
}

/** The parts of a first message that differ from shape to shape: those that are as usual are left out. */
async function outcome(shape: Shape): Promise<Record<string, unknown>> {
  const events = await eventsOf(shape);
  const [first] = events;
  if (first?.type === 'message.status') {
    const { status, recipient, vendorMessageId, error } = first;
    return { status, recipient, of: vendorMessageId, error: error?.vendorMessage };
  }
  if (first?.type !== 'message.received') throw new Error(JSON.stringify(events));
  const { mail, content } = first;
  const text = content.kind === 'text' ? content.text : content.kind === 'media' ? content.caption : '';
  const { quotedAt = -1, page = '', isAutomatic, messageId, answers = [], to = [], sender, via = [] } = mail ?? {};
  const files = events.flatMap((event) =>
    event.type === 'message.received' && event.content.kind === 'media' ? [event.content.fileName] : [],
  );
  return {
    from: [first.fromName, first.from].filter(Boolean).join(' '),
    said: (quotedAt === -1 ? text : text.slice(0, quotedAt)).trim(),
    ...(quotedAt === -1 ? {} : { folded: text.slice(quotedAt).trim().split('\n')[0]?.trim() }),
    ...(files.length > 0 ? { files } : {}),
    ...(isAutomatic ? { isAutomatic } : {}),
    ...(page === '' ? {} : { page: page.replace(/\s+/g, ' ').trim() }),
    ...(messageId === 'm1@mail.example' ? {} : { messageId }),
    ...(answers.length > 0 ? { answers } : {}),
    ...(to.length === 1 && to[0]?.address === 'help@shop.example' ? {} : { to: to.map(({ address }) => address) }),
    ...(sender === 'unknown' ? {} : { sender }),
    ...(via.length > 0 ? { via } : {}),
  };
}

const head = (more = '', subject = 'Re: Order 7') =>
  `Message-ID: <m1@mail.example>\nFrom: Meera <meera@mail.example>\nTo: help@shop.example\nSubject: ${subject}\nDate: Sun, 01 Mar 2026 10:00:00 +0000\nMIME-Version: 1.0\n${more}`;
const usual = { from: 'Meera meera@mail.example' };
const plain = (body: string, more = '') => `${head(`${more}Content-Type: text/plain; charset=utf-8\n`)}\n${body}\n`;
const parts = (type: string, bodies: string[], more = '') =>
  `${head(`${more}Content-Type: ${type}; boundary="=_b"\n`)}\n${bodies.map((body) => `--=_b\n${body}\n`).join('')}--=_b--\n`;
const part = (type: string, body: string, more = '') => `Content-Type: ${type}\n${more}\n${body}`;

/** A mail of ours, as reports name it. */
const ours = '<c.019a0000-0000-7000-8000-0000000000aa.17.aaaaaaaaaaaaaaaaaaaaaaaa@shop.example>';

/** Mails of real programs by their shape; people, words and ids are made up. */
const shapes: [string, Shape, Record<string, unknown>][] = [
  [
    'Outlook in German: its heading',
    plain(
      'Danke, passt.\n\nVon: Shop <help@shop.example>\nGesendet: Montag, 2. März 2026 09:12\nAn: Meera <meera@mail.example>\nBetreff: Bestellung 7\n\nIst sie da?',
    ),
    { said: 'Danke, passt.', folded: 'Von: Shop <help@shop.example>' },
  ],
  [
    'Outlook in French: its heading below a line',
    plain(
      'Merci bien.\n\n________________________________\nDe : Shop <help@shop.example>\nEnvoyé : lundi 2 mars 2026 09:12\nÀ : Meera\nObjet : Commande 7\n\nEst-elle là ?',
    ),
    { said: 'Merci bien.', folded: '________________________________' },
  ],
  [
    'Gmail: a folded attribution, and a quote in the page',
    parts('multipart/alternative', [
      part(
        'text/plain; charset="UTF-8"',
        'It has come.\n\nOn Mon, Mar 2, 2026 at 9:12 AM Shop Desk With A Long Name <help@shop.example>\nwrote:\n\n> Has it come?\n',
      ),
      part(
        'text/html; charset="UTF-8"',
        '<div dir="ltr">It has come.</div><br><div class="gmail_quote"><blockquote class="gmail_quote" style="margin:0">Has it come?</blockquote></div>',
      ),
    ]),
    {
      said: 'It has come.',
      folded: 'On Mon, Mar 2, 2026 at 9:12 AM Shop Desk With A Long Name <help@shop.example>',
      page: '<div dir="ltr">It has come.</div><br /><div><blockquote style="margin:0">Has it come?</blockquote></div>',
    },
  ],
  [
    'Apple Mail: its attribution and a quote by marks',
    plain('It has come.\n\n> On 2 Mar 2026, at 09:12, Shop <help@shop.example> wrote:\n> \n> Has it come?\n'),
    { said: 'It has come.', folded: '> On 2 Mar 2026, at 09:12, Shop <help@shop.example> wrote:' },
  ],
  [
    'iOS: the line below the words stays, the quote is folded',
    plain('Not yet\n\nSent from my iPhone\n\n> On 2 Mar 2026, at 09:12, Shop <help@shop.example> wrote:\n> Has it come?'),
    { said: 'Not yet\n\nSent from my iPhone', folded: '> On 2 Mar 2026, at 09:12, Shop <help@shop.example> wrote:' },
  ],
  [
    'Yahoo: an attribution of its own spelling, without marks',
    plain('Not yet.\n\n    On Monday, March 2, 2026 at 09:12:00 AM GMT+1, Shop <help@shop.example> wrote:  \n \n  Has it come?'),
    { said: 'Not yet.', folded: 'On Monday, March 2, 2026 at 09:12:00 AM GMT+1, Shop <help@shop.example> wrote:' },
  ],
  [
    'ProtonMail: a heading of dashes',
    plain(
      'Not yet.\n\nSent with Proton Mail secure email.\n\n------- Original Message -------\nOn Monday, March 2nd, 2026 at 9:12 AM, Shop <help@shop.example> wrote:\n\n> Has it come?',
    ),
    { said: 'Not yet.\n\nSent with Proton Mail secure email.', folded: '------- Original Message -------' },
  ],
  [
    'Thunderbird: an answer below the quote folds nothing',
    plain('On 02.03.26 09:12, Shop wrote:\n> Has it come?\n\nNot yet.', 'User-Agent: Mozilla Thunderbird\n'),
    { said: 'On 02.03.26 09:12, Shop wrote:\n> Has it come?\n\nNot yet.' },
  ],
  [
    'Thunderbird: an answer above the cite',
    parts('multipart/alternative', [
      part('text/plain; charset=UTF-8; format=flowed', 'Not yet.\n\nAm 02.03.26 um 09:12 schrieb Shop:\n> Has it come?'),
      part(
        'text/html; charset=UTF-8',
        '<p>Not yet.</p><div class="moz-cite-prefix">Am 02.03.26 um 09:12 schrieb Shop:</div><blockquote type="cite" cite="mid:x@shop.example">Has it come?</blockquote>',
      ),
    ]),
    {
      said: 'Not yet.',
      folded: 'Am 02.03.26 um 09:12 schrieb Shop:',
      page: '<p>Not yet.</p><div>Am 02.03.26 um 09:12 schrieb Shop:</div><blockquote>Has it come?</blockquote>',
    },
  ],
  [
    'Outlook in its own format: winmail.dat beside an empty text',
    parts('multipart/mixed', [
      part('text/plain; charset=us-ascii', ''),
      part(
        'application/ms-tnef; name="winmail.dat"',
        'eJ8+IgAA',
        'Content-Disposition: attachment; filename="winmail.dat"\nContent-Transfer-Encoding: base64\n',
      ),
    ]),
    { said: 'Re: Order 7', files: ['winmail.dat'] },
  ],
  [
    'an invitation to a meeting',
    parts('multipart/alternative', [
      part('text/plain; charset=utf-8', 'Pick-up on Friday'),
      part(
        'text/calendar; charset=utf-8; method=REQUEST',
        'BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1@mail.example\nSUMMARY:Pick-up\nEND:VEVENT\nEND:VCALENDAR',
      ),
    ]),
    { said: 'Pick-up on Friday', files: ['file-1.ics'] },
  ],
  [
    'a forwarded mail as a part, whose words and sender are not those of the mail',
    parts('multipart/mixed', [
      part('text/plain', 'See below.'),
      part(
        'message/rfc822',
        'From: ceo@shop.example\nSubject: Wage\nMessage-ID: <inner@shop.example>\n\nPay them all.',
        'Content-Disposition: attachment; filename="Wage.eml"\n',
      ),
    ]),
    { said: 'See below.', files: ['Wage.eml'] },
  ],
  [
    'S/MIME: signed, the signature a file',
    parts('multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256', [
      part('text/plain; charset=utf-8', 'Signed words.'),
      part(
        'application/pkcs7-signature; name=smime.p7s',
        'MIIB',
        'Content-Disposition: attachment; filename=smime.p7s\nContent-Transfer-Encoding: base64\n',
      ),
    ]),
    { said: 'Signed words.', files: ['smime.p7s'] },
  ],
  [
    'PGP within the words, which stay as they are',
    plain(
      '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIt is me.\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----',
    ),
    {
      said: '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIt is me.\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----',
    },
  ],
  [
    'format=flowed: lines that end in a space go on',
    `${head('Content-Type: text/plain; charset=utf-8; format=flowed\n')}\nOne sentence that \ngoes on here.\nAnother one.\n`,
    { said: 'One sentence that goes on here.\nAnother one.' },
  ],
  [
    'quoted-printable: a soft break within a character, a space at the end of a line, and a wrong code',
    `${head('Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n')}\nGr=C3=\n=BC=C3=9Fe=20\nfrom =ZZ 50=25\n`,
    { said: 'Grüße \nfrom =ZZ 50%' },
  ],
  [
    'base64 whose length is no multiple of four',
    `${head('Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n')}\nSXQgaGFz\nIGNvbWUh\nIQ\n`,
    { said: 'It has come!!' },
  ],
  [
    'windows-1252 that calls itself ISO-8859-1',
    [
      head('Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n'),
      '\n',
      [0x93],
      'It',
      [0x92],
      's 5 ',
      [0x80],
      [0x94],
      '\n',
    ],
    { said: '“It’s 5 €”' },
  ],
  ['bytes of UTF-8 without a word about it', [head(), '\n', [0xe0, 0xa4, 0xb9, 0xe0, 0xa5, 0x88], '\n'], { said: 'है' }],
  [
    'a name of a file in RFC 2231, in parts and in its own characters',
    parts('multipart/mixed', [
      part('text/plain', 'The bill.'),
      part(
        'application/pdf',
        'JVBERi0=',
        "Content-Disposition: attachment;\n filename*0*=UTF-8''Rechnung%20f%C3%BCr%20;\n filename*1*=M%C3%A4rz.pdf\nContent-Transfer-Encoding: base64\n",
      ),
    ]),
    { said: 'The bill.', files: ['Rechnung für März.pdf'] },
  ],
  [
    'an encoded word that ends in the middle of a character',
    `${head('Content-Type: text/plain\n', '=?UTF-8?B?R3LD?=\n =?UTF-8?B?vMOfZQ==?=')}\nHello\n`,
    { said: 'Grüße\n\nHello' },
  ],
  [
    'a group in To, and one without members',
    `${head().replace('To: help@shop.example', 'To: Desk: help@shop.example, "Rao, R." <rao@mail.example>;, undisclosed-recipients:;')}\nHello\n`,
    { said: 'Hello', to: ['help@shop.example', 'rao@mail.example'] },
  ],
  [
    'a file and nothing else',
    `${head('Content-Type: application/pdf; name=bill.pdf\nContent-Disposition: attachment; filename=bill.pdf\nContent-Transfer-Encoding: base64\n')}\nJVBERi0=\n`,
    { said: 'Re: Order 7', files: ['bill.pdf'] },
  ],
  [
    'a page alone, with a picture by its id and one in base64',
    parts('multipart/related', [
      part('text/html; charset=utf-8', '<p>Look: <img src="cid:a@x"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>'),
      part('image/png; name=a.png', 'iVBORw0KGgo=', 'Content-ID: <a@x>\nContent-Transfer-Encoding: base64\n'),
    ]),
    {
      said: 'Look:',
      files: ['a.png'],
      page: '<p>Look: <img data-file="a.png" /><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" /></p>',
    },
  ],
  ['no Message-ID', plain('Hello').replace('Message-ID: <m1@mail.example>\n', ''), { said: 'Hello', messageId: 'its-content@no-id' }],
  ['two Message-IDs: the first one counts', plain('Hello', 'Message-ID: <second@mail.example>\n'), { said: 'Hello' }],
  ['no Date', plain('Hello').replace(/Date: .*\n/, ''), { said: 'Hello' }],
  ['a date in the year 2099', plain('Hello').replace('2026', '2099'), { said: 'Hello' }],
  [
    'References over many lines, the newest first among what it answers',
    plain(
      'Hello',
      `References:${Array.from({ length: 40 }, (_, place) => `\n\t<r${place}@mail.example>`).join('')}\nIn-Reply-To: <r39@mail.example>\n`,
    ),
    { said: 'Hello', answers: Array.from({ length: 20 }, (_, place) => `r${39 - place}@mail.example`) },
  ],
  [
    'a report of Postfix',
    parts(
      'multipart/report; report-type=delivery-status',
      [
        part('text/plain; charset=us-ascii', 'This is the mail system at host mx.mail.example.'),
        part(
          'message/delivery-status',
          'Reporting-MTA: dns; mx.mail.example\nX-Postfix-Queue-ID: 4ABC\n\nFinal-Recipient: rfc822; gone@mail.example\nOriginal-Recipient: rfc822;gone@mail.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <gone@mail.example>: unknown',
        ),
        part('message/rfc822', `Message-ID: ${ours}\nFrom: help@shop.example\nTo: gone@mail.example\n\nHello`),
      ],
      'Return-Path: <>\n',
    ).replace('Meera <meera@mail.example>', 'MAILER-DAEMON@mx.mail.example (Mail Delivery System)'),
    { status: 'failed', recipient: 'gone@mail.example', of: ours, error: '5.1.1 550 5.1.1 <gone@mail.example>: unknown' },
  ],
  [
    'a report of Exchange, with the headers alone of what it returns',
    parts('multipart/report; report-type=delivery-status', [
      part('text/html; charset=utf-8', '<p>Your message could not be delivered.</p>'),
      part(
        'message/delivery-status',
        'Reporting-MTA: dns;EX1.mail.example\nReceived-From-MTA: dns;mx.shop.example\nArrival-Date: Mon, 2 Mar 2026 09:12:00 +0000\n\nOriginal-Recipient: rfc822;gone@mail.example\nFinal-Recipient: rfc822;gone@mail.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound;\n Recipient not found by SMTP address lookup\nRemote-MTA: dns;EX1.mail.example',
      ),
      part('text/rfc822-headers', `Message-ID:\n ${ours}\nTo: gone@mail.example`),
    ]),
    {
      status: 'failed',
      recipient: 'gone@mail.example',
      of: ours,
      error: '5.1.10 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    },
  ],
  [
    'a report of Gmail, which is nested and marks its recipient as failed',
    parts('multipart/report; report-type=delivery-status', [
      `Content-Type: multipart/related; boundary="in"\n\n--in\nContent-Type: text/plain; charset=UTF-8\n\n** Address not found **\n--in--`,
      part(
        'message/delivery-status',
        `Reporting-MTA: dns; googlemail.example\nX-Original-Message-ID: ${ours}\n\nFinal-Recipient: rfc822; gone@mail.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.`,
      ),
      part('message/rfc822', `Message-ID: ${ours}\nTo: gone@mail.example\n\nHello`),
    ]),
    {
      status: 'failed',
      recipient: 'gone@mail.example',
      of: ours,
      error: '5.1.1 550-5.1.1 The email account that you tried to reach does not exist.',
    },
  ],
  [
    'a mail that an address of the own domain has forwarded: Delivered-To, X-Forwarded-To and X-Forwarded-For name it',
    plain(
      'Hello',
      'Delivered-To: help@shop.example\nX-Forwarded-To: help@shop.example\nX-Forwarded-For: Info@shop.example help@shop.example\nDelivered-To: info@shop.example\n',
    ).replace('To: help@shop.example', 'To: Info <info@shop.example>, omar@mail.example'),
    { said: 'Hello', to: ['info@shop.example', 'omar@mail.example'], via: ['info@shop.example'] },
  ],
  [
    'a mail that names its other reader as forwarded by: of another domain, so it forwards nothing',
    plain('Hello', 'Envelope-To: omar@mail.example\n').replace('To: help@shop.example', 'To: help@shop.example, omar@mail.example'),
    { said: 'Hello', to: ['help@shop.example', 'omar@mail.example'] },
  ],
  [
    'an absence notice by Auto-Submitted',
    plain('I am away.', 'Auto-Submitted: auto-replied (vacation)\n'),
    { said: 'I am away.', isAutomatic: true },
  ],
  ['an absence notice by X-Autoreply', plain('I am away.', 'X-Autoreply: yes\n'), { said: 'I am away.', isAutomatic: true }],
  ['an absence notice by Precedence', plain('I am away.', 'Precedence: auto_reply\n'), { said: 'I am away.', isAutomatic: true }],
  [
    'a forged From, of which the receiving server says so',
    plain(
      'Hello',
      'Authentication-Results: mx.shop.example; dmarc=fail header.from=mail.example\nAuthentication-Results: mx.shop.example; dmarc=pass header.from=mail.example\n',
    ),
    { said: 'Hello', sender: 'failed' },
  ],
];

test.each(shapes)('a mail of the shape: %s', async (_name, shape, expected) => {
  const { from, ...found } = await outcome(shape);
  expect({ ...(from === undefined ? {} : { from }), ...found }).toEqual('status' in expected ? expected : { ...usual, ...expected });
});
