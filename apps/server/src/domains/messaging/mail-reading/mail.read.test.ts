import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ParsedMail } from './mail.limits.ts';
import read from './mail.read.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-mails-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
async function readRaw(raw: string | Buffer): Promise<{ mail: ParsedMail } | { refused: string }> {
  made += 1;
  const file = path.join(folder, `mail-${made}`);
  writeFileSync(file, typeof raw === 'string' ? raw.replace(/\r?\n/g, '\r\n') : raw);
  for await (const one of read({ paths: [file] })) return one;
  throw new Error('nothing was read');
}
const shown = async (raw: string | Buffer) => {
  const one = await readRaw(raw);
  if ('refused' in one) return one.refused;
  const { from, subject, text, files } = one.mail;
  return [from.name, from.address, subject, text.trim(), ...files.map(({ name }) => name)];
};
const head = (more = '') => `From: Meera <m@mail.example>\nSubject: Hello\nMIME-Version: 1.0\n${more}`;
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part.replace(/\n/g, '\r\n')) : Buffer.from(part))));

const nested = (depth: number): string =>
  depth === 0
    ? 'Content-Type: text/plain\n\ndeep\n'
    : `Content-Type: multipart/mixed; boundary=n${depth}\n\n--n${depth}\n${nested(depth - 1)}\n--n${depth}--\n`;

test.each<[string, string | Buffer, unknown]>([
  ['plain words', `${head()}\nHi\n`, ['Meera', 'm@mail.example', 'Hello', 'Hi']],
  ['nothing at all', '', ['', '', '', '']],
  ['no body', head(), ['Meera', 'm@mail.example', 'Hello', '']],
  [
    'quoted-printable',
    `${head('Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n')}\nGr=C3=BC=\n=C3=9Fe\n`,
    ['Meera', 'm@mail.example', 'Hello', 'Grüße'],
  ],
  [
    'base64',
    `${head('Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n')}\n4KS54KWI\n`,
    ['Meera', 'm@mail.example', 'Hello', 'है'],
  ],
  [
    'ISO-2022-JP in subject and body',
    bytes(
      'From: a@b.example\nSubject: =?ISO-2022-JP?B?GyRCJDMkcxsoQg==?=\nContent-Type: text/plain; charset=ISO-2022-JP\n\n',
      [0x1b, 0x24, 0x42, 0x24, 0x33, 0x24, 0x73, 0x1b, 0x28, 0x42],
    ),
    ['', 'a@b.example', 'こん', 'こん'],
  ],
  [
    'GB18030',
    bytes('From: a@b.example\nContent-Type: text/plain; charset=GB18030\n\n', [0xc4, 0xe3, 0xba, 0xc3]),
    ['', 'a@b.example', '', '你好'],
  ],
  [
    'ISO-8859-1 in 8 bit',
    bytes('From: a@b.example\nContent-Type: text/plain; charset=iso-8859-1\n\n', [0x67, 0x72, 0xfc, 0x6e]),
    ['', 'a@b.example', '', 'grün'],
  ],
  [
    'folded headers',
    'From: "Meera\n Rao" <m@mail.example>\nSubject: a\n long\n\tone\n\nx\n',
    ['Meera Rao', 'm@mail.example', 'a long one', 'x'],
  ],
  ['a broken date', `${head('Date: yesterday, or so\n')}\nHi\n`, ['Meera', 'm@mail.example', 'Hello', 'Hi']],
  [
    'a mail within a mail, kept as a file',
    `${head('Content-Type: multipart/mixed; boundary=b\n')}\n--b\nContent-Type: text/plain\n\nsee\n--b\nContent-Type: message/rfc822\n\nFrom: x@y.example\nSubject: inner\n\nsecret\n--b--\n`,
    ['Meera', 'm@mail.example', 'Hello', 'see', 'mail-1.eml'],
  ],
  [
    'winmail.dat, kept and not opened',
    `${head('Content-Type: multipart/mixed; boundary=b\n')}\n--b\nContent-Type: text/plain\n\nsee\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\neJ8+Ig==\n--b--\n`,
    ['Meera', 'm@mail.example', 'Hello', 'see', 'winmail.dat'],
  ],
  ['20 levels', `${head()}${nested(20)}`, ['Meera', 'm@mail.example', 'Hello', 'deep']],
  ['30 levels', `${head()}${nested(30)}`, 'It is nested more than 20 times.'],
  [
    '2,001 parts',
    `${head('Content-Type: multipart/mixed; boundary=b\n')}\n${'--b\n\nx\n'.repeat(2001)}--b--\n`,
    'It has more than 2000 parts.',
  ],
])('a mail of %s', async (_name, raw, expected) => {
  expect(await shown(raw)).toEqual(expected);
});

test('a very long line, two From lines and a page alone', async () => {
  const long = await readRaw(`${head()}\n${'a'.repeat(2_000_000)}\n`);
  expect('mail' in long && long.mail.text.length).toBe(1_000_000);
  const two = await readRaw(`From: ceo@shop.example\n${head()}\nHi\n`);
  expect('mail' in two && two.mail.fromCount).toBe(2);
  const page = await readRaw(`${head('Content-Type: text/html\n')}\n<p onclick="x()">Hi <b>you</b></p><script>x</script>\n`);
  expect('mail' in page && [page.mail.text, page.mail.page.trim()]).toEqual(['Hi you', '<p>Hi <b>you</b></p>']);
});
