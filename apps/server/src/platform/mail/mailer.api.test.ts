import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { startSmtp } from '../../../test/mails.ts';
import { createMailer } from './mailer.ts';

const mail = { to: 'ada@example.com', subject: 'Today', text: 'Figures', html: '<p>Figures</p>', fromName: 'Shop' };

/** Headers of a mail as lines, unfolded. */
const headersOf = (raw: string): string[] => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

test('a mail that can be left carries the address for the mail program’s own button (RFC 8058), and no other does', async () => {
  const { port, mails } = await startSmtp();
  const mailer = createMailer(`smtp://127.0.0.1:${port}`, 'parley@example.com', '');
  const unsubscribeUrl = `https://parley.example.com/e/mails/out?key=${'x'.repeat(260)}`;
  await mailer.send({ ...mail, unsubscribeUrl });
  await mailer.send(mail);
  const [left, plain] = mails.map(({ raw }) => headersOf(raw));
  expect(left).toEqual(
    expect.arrayContaining([`List-Unsubscribe: <${unsubscribeUrl}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']),
  );
  expect(plain?.filter((line) => line.startsWith('List-'))).toEqual([]);
});

test('a picture lies within the mail, by the id that its HTML names', async () => {
  const { port, mails } = await startSmtp();
  const mailer = createMailer(`smtp://127.0.0.1:${port}`, 'parley@example.com', '');
  const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
  const attachments = [{ name: 'figures.csv', type: 'text/csv; charset=utf-8', text: 'a,b' }];
  await mailer.send({ ...mail, html: '<img src="cid:days@board">', pictures: [{ id: 'days@board', name: 'days.png', png }], attachments });
  const { attachments: found } = await simpleParser(mails[0]?.raw ?? '', { keepCidLinks: true });
  expect(found.map(({ cid, contentDisposition, contentType, filename }) => [cid, contentDisposition, contentType, filename])).toEqual([
    ['days@board', 'inline', 'image/png', 'days.png'],
    [undefined, 'attachment', 'text/csv', 'figures.csv'],
  ]);
  expect(found[0]?.content.toString('base64')).toBe(png);
});
