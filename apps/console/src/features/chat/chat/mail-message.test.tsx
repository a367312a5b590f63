import type { EntryMail } from '@parley/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { MailHead, MailRest } from './mail-message.tsx';
import { answeredMail, peopleOf, readPerson, showPerson, subjectChanges, wordsOfMail } from './mail-of.ts';
import { toFrame } from './mail-page.rules.ts';
import { hideAddress, MailedLine } from './mailed-line.tsx';

const mail: EntryMail = {
  subject: 'My order 17',
  from: { name: 'Meera', address: 'meera@mail.example' },
  to: [{ name: 'Shop', address: 'help@shop.example' }],
  cc: [{ name: '', address: 'omar@mail.example' }],
  bcc: [],
  messageId: 'a@mail.example',
  sender: 'failed',
  quotedAt: 5,
  hasPage: false,
  isAutomatic: false,
};
const entry = (number: number, more: Partial<EntryMail>) => ({ number, detail: { mail: { ...mail, ...more } } }) as never;

test('a mail says its subject, from whom to whom it went, and that its sender is not proven; the others are folded', async () => {
  draw(<MailHead mail={mail} showsSubject />);
  expect(screen.getByText('My order 17')).toBeTruthy();
  expect(screen.getByText('Meera to Shop')).toBeTruthy();
  expect(screen.getByText('The sender is not proven')).toBeTruthy();
  expect(screen.queryByText('omar@mail.example')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sender and recipients', expanded: false }));
  expect(screen.getByText('omar@mail.example')).toBeTruthy();
  expect(screen.getByText('Meera <meera@mail.example>')).toBeTruthy();
});

test('the mail that another one answers is folded behind dots', async () => {
  draw(<MailRest chatId="chat" number={3} mail={mail} quoted="> Where is it?" />);
  expect(screen.queryByText('> Where is it?')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show what it answers' }));
  expect(screen.getByText('> Where is it?')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show as page' })).toBeNull();
});

test('the page of a mail stands under a policy of its own: no script, and nothing from elsewhere', () => {
  expect(toFrame('<p>Hi</p>', 'https://parley.example')).toContain(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https://parley.example; font-src data:",
  );
});

test('a reply answers the newest mail of a person; the subject is shown where it changes', () => {
  const messages = [
    entry(2, {}),
    entry(3, { subject: 'Re: My order 17' }),
    entry(4, { subject: 'Invoice' }),
    entry(5, { subject: 'Away', isAutomatic: true }),
  ];
  expect(answeredMail(messages)?.number).toBe(4);
  expect([...subjectChanges(messages)]).toEqual([2, 4, 5]);
  expect(peopleOf(messages).map(showPerson)).toEqual(['omar@mail.example', 'Shop <help@shop.example>', 'Meera <meera@mail.example>']);
  expect([readPerson('"Meera N" <m@x.example>'), readPerson(' m@x.example ')]).toEqual([
    { name: 'Meera N', address: 'm@x.example' },
    { name: '', address: 'm@x.example' },
  ]);
});

test('an answer that went by e-mail says so without the whole address', () => {
  expect(hideAddress('meera@mail.example')).toBe('m…@m…');
  const detail = { mailed: { address: 'meera@mail.example', at: '', messageId: '', reason: '' } };
  const { unmount } = draw(<MailedLine detail={detail} status={1} deliveryStatus={0} />);
  expect(screen.getByText('Sent by e-mail to m…@m…')).toBeTruthy();
  unmount();
  draw(<MailedLine detail={detail} status={1} deliveryStatus={3} />);
  expect(screen.getByText('The e-mail to m…@m… did not arrive. It is not sent again; a new answer is a new e-mail.')).toBeTruthy();
});

test('an answer that went by WhatsApp, or waits there, says so without the whole number', () => {
  const mailed = { address: '+91•••001', at: '', messageId: '', reason: '', by: 'whatsApp' };
  const { unmount } = draw(<MailedLine detail={{ mailed }} status={1} deliveryStatus={0} />);
  expect(screen.getByText('Sent by WhatsApp to +91•••001')).toBeTruthy();
  unmount();
  draw(<MailedLine detail={{ mailed: { ...mailed, waits: true } }} status={1} deliveryStatus={0} />);
  expect(screen.getByText('Waits at +91•••001: WhatsApp has told the visitor, and the words follow their first message')).toBeTruthy();
});

test('the words of a mail stand without the subject above them and without what they answer', () => {
  const message = 'Order\n\nWhere is it?\n\n> It has left.';
  expect(wordsOfMail({ ...mail, subject: 'Order', quotedAt: message.indexOf('>') }, message)).toEqual({
    own: 'Where is it?',
    quoted: '> It has left.',
  });
  expect(wordsOfMail({ ...mail, subject: 'Order', quotedAt: -1 }, 'Order')).toEqual({ own: 'Order', quoted: '' });
});

test('people whose addresses the reader may not see are shown by their names', () => {
  const hidden = { name: 'Meera', address: '' };
  expect(showPerson(hidden)).toBe('Meera');
  expect(hideAddress('')).toBe('…@…');
});
