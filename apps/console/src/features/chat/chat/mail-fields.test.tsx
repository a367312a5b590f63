import type { EntryMail } from '@parley/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { good, stubServer } from '../../../test-screens.tsx';
import { getDraftMail, setDraftMail, tellField } from './drafts.ts';
import { MailFields, MailFoot } from './mail-fields.tsx';
import { type AnsweredMail, useMailReply, type WrittenMail } from './use-mail-reply.ts';

const server = stubServer();
const meera = { name: 'Meera', address: 'meera@mail.example' };
const omar = { name: '', address: 'omar@mail.example' };
const mail: EntryMail = {
  subject: 'My order 17',
  from: meera,
  to: [omar],
  cc: [],
  bcc: [],
  messageId: 'a@mail.example',
  sender: 'proven',
  quotedAt: -1,
  hasPage: false,
  isAutomatic: false,
};
const answered: AnsweredMail = { number: 4, mail, people: [meera, omar] };
let written: WrittenMail | undefined;
let hiddenMail: EntryMail | undefined;

function Lines() {
  written = useMailReply('chat', hiddenMail ? { ...answered, mail: hiddenMail, people: [], isHidden: true } : answered);
  return written ? (
    <>
      <MailFields mail={written} />
      <MailFoot mail={written} />
    </>
  ) : null;
}

beforeEach(() => {
  localStorage.clear();
  hiddenMail = undefined;
  setOwner(undefined);
  setOwner({ eId: 'e1', uId: 'asha' });
});

test('a reply goes to the sender, on a press to all; what is chosen is kept, followed from another tab, and taken once', async () => {
  draw(<Lines />);
  expect(getDraftMail('chat')).toBeUndefined();
  expect(screen.getByRole('button', { name: 'Reply', pressed: true })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reply to all' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Repeat the mail' }));
  const all = { subject: 'Re: My order 17', to: [meera, omar], cc: [], bcc: [], answers: 4, isQuoting: true };
  expect(getDraftMail('chat')).toEqual(all);
  act(() => {
    setDraftMail('chat', { ...all, subject: 'From the other tab' });
    tellField('chat');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('From the other tab');
  let taken: unknown;
  act(() => {
    taken = written?.take();
  });
  expect(taken).toEqual({ ...all, subject: 'From the other tab' });
  expect(getDraftMail('chat')).toBeUndefined();
});

test('a line takes addresses by the keyboard, and says of what is none that it is none', async () => {
  draw(<Lines />);
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  // The list of proposals has the same name.
  const cc = screen.getAllByLabelText('Cc').find((element) => element.tagName === 'INPUT') as HTMLElement;
  await userEvent.type(cc, 'lea@mail.example{Enter}');
  expect(getDraftMail('chat')?.cc).toEqual([{ name: '', address: 'lea@mail.example' }]);
  await userEvent.type(cc, 'nobody{Enter}');
  expect(await screen.findByText('“nobody” is no e-mail address.')).toBeTruthy();
  expect(getDraftMail('chat')?.cc).toEqual([{ name: '', address: 'lea@mail.example' }]);
});

test('people whose addresses are hidden are named by name or number, and the server is asked to write to them', async () => {
  const noAddress = (name: string) => ({ name, address: '' });
  hiddenMail = { ...mail, from: noAddress('Meera'), to: [noAddress('•••')], cc: [noAddress('Lea')] };
  server.replies['GET /e/enterprise/chat/chat/mail'] = () =>
    good({
      from: noAddress('Shop'),
      own: [],
      signature: '',
      lines: { sender: { to: ['Meera'], cc: [] }, all: { to: ['Meera', ''], cc: ['Lea'] } },
    });
  draw(<Lines />);
  const reply = { subject: 'Re: My order 17', to: [], cc: [], bcc: [], answers: 4, isQuoting: false };
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to all' }));
  expect(getDraftMail('chat')).toEqual({ ...reply, goesTo: 'all' });
  expect(screen.getByRole('region', { name: 'Subject and recipients' }).textContent).toContain('Meera, hidden address 2, Lea');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByText('Your role hides addresses. The mail goes to the people above.')).toBeTruthy();
  expect(screen.queryByLabelText('Cc')).toBeNull();
  let taken: unknown;
  act(() => {
    taken = written?.take();
  });
  expect(taken).toEqual({ ...reply, goesTo: 'all' });
  expect(screen.getByRole('button', { name: 'Reply', pressed: true })).toBeTruthy();
});
