import { noteLimit } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, idOf, stubServer } from '../../../test-screens.tsx';
import { getDraft } from './drafts.ts';
import { NoteComposer } from './note-composer.tsx';
import { getNoteDraft } from './note-draft.ts';

const chatId = idOf(6);
const people = [
  { uId: idOf(1), name: 'Ada Lovelace' },
  { uId: idOf(2), name: 'Adam' },
];
const mentionable = `GET /e/enterprise/chat/${chatId}/mentionable`;
stubServer(() => ({ [mentionable]: () => good(people) }));

function open() {
  setOwner({ eId: 'e1', uId: 'asha' });
  const line = openLine();
  line.accept('asha');
  draw(<NoteComposer chatId={chatId} onLeave={() => {}} ref={null} />);
  const field = screen.getByRole<HTMLTextAreaElement>('combobox', { name: /Note for colleagues/ });
  const sent = () =>
    line.sent.filter(({ type }) => type === 'chatNote').map(({ data }) => data as { key: string; text: string; mentions: string[] });
  return { line, field, sent };
}

test('a colleague is mentioned by keyboard alone, and the note goes with their id', async () => {
  const { field, sent } = open();
  await userEvent.type(field, 'Ask @ad');
  const option = await screen.findByRole('option', { name: 'Ada Lovelace' });
  await waitFor(() =>
    expect([option.id, option.getAttribute('aria-selected')]).toEqual([field.getAttribute('aria-activedescendant'), 'true']),
  );
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('Ask @Adam ');
  await userEvent.type(field, 'about it{Enter}');
  expect(sent()).toMatchObject([{ text: 'Ask @Adam about it', mentions: [idOf(2)] }]);
});

test('Escape closes the list and keeps the words; the draft of a note is not that of the reply', async () => {
  const { field } = open();
  await userEvent.type(field, 'To @a');
  await screen.findByRole('option', { name: 'Adam' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
  expect(field.value).toBe('To @a');
  expect([getNoteDraft(chatId).text, getDraft(chatId)]).toEqual(['To @a', '']);
});

test('a note that is too long says by how much, keeps its words, and is not sent', async () => {
  const { field, sent } = open();
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(noteLimit + 3));
  expect(screen.getByText(/^Too long by 3\. A note has at most 20,?000 characters/)).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(sent()).toEqual([]);
  expect(field.value.length).toBe(noteLimit + 3);
});

test('a note that could not be sent keeps its words, and another try is the same note', async () => {
  const { line, field, sent } = open();
  await userEvent.type(field, 'Again');
  const { key } = getNoteDraft(chatId);
  line.lose();
  await userEvent.type(field, '{Enter}');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect([field.value, sent(), getNoteDraft(chatId)]).toEqual(['Again', [], { key, text: 'Again', mentions: [] }]);
});
