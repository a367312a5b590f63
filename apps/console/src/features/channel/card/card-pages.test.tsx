import type { CardPreview, RichCard } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { CardListSearch } from './card.search.ts';
import { CardListPage } from './card-list-page.tsx';
import { CardPage } from './card-page.tsx';

const api = '/chatbird/api/richcard';
const path = '/admin/richcard';
const make = (more: Partial<RichCard> = {}): RichCard => ({
  id: idOf(7),
  name: 'Visit',
  kind: 'card',
  height: 'medium',
  layout: 'vertical',
  title: { en: 'Your visit' },
  description: {},
  media: null,
  suggestions: [{ id: 'accept01', title: { en: 'I come' }, action: { kind: 'reply', payload: '' } }],
  cards: [],
  variables: [],
  smsText: { en: 'Your visit is on Friday.' },
  usedIn: [],
  olderIn: 0,
  updatedAt: '2026-11-30T06:00:00.000Z',
  updatedBy: 'Ada',
  version: 1,
  ...more,
});
const preview = (channelType: number, more: Partial<CardPreview> = {}): CardPreview => ({
  channelType,
  level: 'native',
  contents: [{ kind: 'text', text: `On ${channelType}` }],
  lost: [],
  ...more,
});
let shown = make();
const server = stubServer(() => {
  shown = make();
  return {
    [`GET ${api}/list`]: () => good({ cards: [shown], more: false }),
    [`GET ${api}/get/${idOf(7)}`]: () => good(shown),
    [`POST ${api}/preview`]: () =>
      good({
        previews: [preview(10), preview(0, { level: 'text', lost: [{ card: 0, what: 'suggestion', how: 'numbers', title: 'I come' }] })],
        faults: [],
      }),
    [`POST ${api}/create`]: ({ body }) => good(make(body as Partial<RichCard>), 'The rich card is saved.'),
    [`PUT ${api}/update/${idOf(7)}`]: ({ body }) => good(make({ ...(body as Partial<RichCard>), version: 2 }), 'The rich card is saved.'),
    [`DELETE ${api}/delete/${idOf(7)}`]: () => good(null, 'The rich card is deleted.'),
    [`POST /e/enterprise/journey/cards/${idOf(7)}/drafts`]: () => good({ updated: 1, held: ['Loans'] }, 'The drafts are updated.'),
  };
});
const all = ['RICHCARDS.CREATE', 'RICHCARDS.EDIT', 'RICHCARDS.VIEW', 'RICHCARDS.DELETE', 'JOURNEYS.EDIT'];
const open = (at = '', permissions = all) =>
  openScreens(
    `${path}${at}`,
    (root) => [screenAt(root, path, CardListPage, { validateSearch: CardListSearch }), screenAt(root, `${path}/$cardId`, CardPage)],
    { ...sampleMe, permissions } as never,
  );
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('the list has name, kind, channels, uses and the last change, its filters in the address', async () => {
  shown = make({ usedIn: [{ id: idOf(8), name: 'Loans', kind: 'stream', isOlder: true }], olderIn: 1 });
  const router = open('?name=vi');
  const row = within((await screen.findByRole('link', { name: 'Visit' })).closest('tr') as HTMLElement);
  for (const text of ['Card', '1 stream', 'older in 1 stream']) expect(row.getByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Kind' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Row of cards' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ name: 'vi', kind: 'carousel' }));
  expect(server.queriesOf(`GET ${api}/list`).at(-1)).toMatchObject({ name: 'vi', kind: 'carousel', from: '0', perPage: '25' });
});

test('a card that is used is not deleted, and the refusal says where', async () => {
  server.replies[`DELETE ${api}/delete/${idOf(7)}`] = () =>
    refused('rich_card.in_use', 'This card is used in: Loans.', { uses: ['Loans'] });
  open();
  await screen.findByRole('link', { name: 'Visit' });
  await press('Actions for Visit');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['This card is used in: Loans.']));
});

test('a new card is written with its suggestions, previews tell what each channel loses, and faults stand at their fields', async () => {
  open('/create');
  const sms = within(await screen.findByRole('listitem', { name: 'SMS' }));
  expect(sms.getByText('Text')).toBeTruthy();
  expect(sms.getByText('“I come” is a line with a number.')).toBeTruthy();
  await press('Save');
  expect(await screen.findByText('Write a name.')).toBeTruthy();
  expect(screen.getByText('A card needs media, a title or a text.')).toBeTruthy();
  expect(screen.getByText('Write the text for channels that carry words alone.')).toBeTruthy();
  type(await field(/^Name/), 'Visit');
  type(await field('Title'), 'Your visit');
  type(await field('Words for other channels'), 'Your visit is on Friday.');
  await press('Add a suggestion');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Put into the calendar' }));
  type(await field('Title of suggestion 1'), 'Into my calendar');
  type(await field('Event of suggestion 1'), 'Visit');
  await press('Save');
  await waitFor(() => expect(toastTexts().join()).toContain('saved'));
  expect(server.bodyOf(`POST ${api}/create`)).toMatchObject({
    name: 'Visit',
    kind: 'card',
    title: { en: 'Your visit' },
    smsText: { en: 'Your visit is on Friday.' },
    suggestions: [
      { id: expect.stringMatching(/^(?=[a-z]*\d)[a-z0-9]{8}$/), title: { en: 'Into my calendar' }, action: { kind: 'calendar' } },
    ],
  });
  expect(server.bodyOf(`POST ${api}/preview`)).toMatchObject({ title: { en: 'Your visit' }, language: 'en' });
});

test('a card that streams have older says so, and their drafts are updated', async () => {
  shown = make({ usedIn: [{ id: idOf(8), name: 'Loans', kind: 'stream', isOlder: true }], olderIn: 1 });
  open(`/${idOf(7)}`);
  expect(await screen.findByText('older in 1 stream')).toBeTruthy();
  await press('Update drafts');
  await waitFor(() => expect(toastTexts().join()).toContain('Somebody edits these drafts, so they stay as they are: Loans'));
});

test('a user who may only look changes nothing', async () => {
  open(`/${idOf(7)}`, ['RICHCARDS.VIEW']);
  expect(await screen.findByText('You may look at this card and change nothing.')).toBeTruthy();
  expect((await field(/^Name/)).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
