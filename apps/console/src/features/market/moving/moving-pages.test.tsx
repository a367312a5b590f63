import { endpoints, type Move, MoveItem } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { MovingListSearch, MovingSearch } from './moving.search.ts';
import { MovingListPage } from './moving-list-page.tsx';
import { MovingPage } from './moving-page.tsx';

const { moves } = endpoints;
const id = idOf(71);
const call = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(':moveId', id)}`;

const makeMove = (more: Partial<Move> = {}): Move => ({
  ...{
    id,
    source: 'chatwoot',
    phase: 'planned',
    files: ['export.zip'],
    apiUrl: '',
    createdBy: 'Priya',
    createdOn: '2026-03-01T10:00:00.000Z',
  },
  ...{ doneOn: null, undoneOn: null, reason: '', version: 3, readRecords: 9, stage: '', doneRecords: 0, totalRecords: 0, waitsUntil: null },
  warnings: [{ file: 'contacts.json', reason: 'cut_off', line: 2 }],
  plan: {
    kinds: [
      { kind: 'contact', come: 2, here: 1, dropped: 1 },
      { kind: 'conversation', come: 1200, here: 0, dropped: 0 },
    ],
    drops: [{ kind: 'contact', reason: 'no_address', count: 1 }],
    firstAt: '2024-03-01T10:00:00.000Z',
    lastAt: '2025-03-01T10:00:00.000Z',
  },
  report: null,
  mapping: [{ kind: 'agent', key: '7', name: 'Asha', detail: 'asha@old.example', to: '' }],
  choices: { agent: [{ id: idOf(5), name: 'Asha Rao' }], inbox: [], team: [], attribute: [] },
  ...more,
});
const uploads = stubUploads();
const server = stubServer(() => ({
  [call(moves.list)]: () => good({ moves: [MoveItem.parse(makeMove())], more: false }),
  [call(moves.get)]: () => good(makeMove()),
  [call(moves.records)]: () =>
    good({
      records: [
        {
          kind: 'contact',
          key: '3',
          name: 'Contact 3',
          ref: 'contacts.json:3',
          outcome: 'drop',
          reason: 'no_address',
          recordId: '',
          sample: '',
        },
      ],
      more: true,
    }),
  [call(moves.map)]: () => good(makeMove({ version: 4 }), 'The mapping is saved.'),
  [call(moves.run)]: () => good(makeMove({ phase: 'running' }), 'It is being taken in.'),
  [call(moves.start)]: () => good(makeMove({ phase: 'reading', plan: null, mapping: [] }), 'The export is being read.'),
  [call(moves.remove)]: () => good(null, 'The move is discarded.'),
}));
const open = (address: string) =>
  openScreens(address, (root) => [
    screenAt(root, '/admin/moving-in', MovingListPage, { validateSearch: MovingListSearch }),
    screenAt(root, '/admin/moving-in/$moveId', MovingPage, { validateSearch: MovingSearch }),
  ]);
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('moves are listed and filtered by product and state', async () => {
  open('/admin/moving-in');
  expect(await screen.findByRole('link', { name: /Open the move from Chatwoot/ })).toBeTruthy();
  await choose('Product', 'Zendesk');
  await choose('State', 'Planned');
  await waitFor(() => expect(server.queriesOf(call(moves.list)).at(-1)).toMatchObject({ source: 'zendesk', phase: 'planned' }));
});

test('an export is sent and read, and its move is opened', async () => {
  uploads.answer = () => good({ id: idOf(9), name: 'contacts.json', size: 2 });
  open('/admin/moving-in');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Move in' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Move in' });
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['[]'], 'contacts.json', { type: 'application/json' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Read it' }));
  await waitFor(() =>
    expect(server.bodyOf(call(moves.start))).toEqual({ source: 'chatwoot', fileIds: [idOf(9)], apiUrl: '', apiAccount: '', apiToken: '' }),
  );
});

test('the plan says what comes, what is here and what is dropped, with its reasons and the faults of files', async () => {
  open(`/admin/moving-in/${id}`);
  const plan = await screen.findByRole('table', { name: 'Plan' });
  expect(within(plan).getByRole('row', { name: /Conversations 1,200 0 0/ })).toBeTruthy();
  expect(screen.getByText('contacts.json: is cut off')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Contacts: 1 has neither number nor e-mail address' }));
  await waitFor(() =>
    expect(server.queriesOf(call(moves.records)).at(-1)).toMatchObject({ kind: 'contact', outcome: 'drop', reason: 'no_address' }),
  );
  expect(await screen.findByText('Contact 3')).toBeTruthy();
});

test('a mapping is saved at once, and a run is asked for once more before it begins', async () => {
  open(`/admin/moving-in/${id}`);
  await choose('Agents Asha', 'Asha Rao');
  await waitFor(() => expect(server.bodyOf(call(moves.map))).toEqual({ mapping: [{ kind: 'agent', key: '7', to: idOf(5) }], version: 3 }));
  await userEvent.click(screen.getByRole('button', { name: 'Take it in' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take this in?' });
  server.replies[call(moves.run)] = () => refused('move.phase', 'This cannot be done while the move is running.', { phase: 'running' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take it in' }));
  expect(await within(dialog).findByText(/cannot be done/)).toBeTruthy();
});

test('a move that is done tells what was made and leads to the history, and one that was undone names what stays', async () => {
  server.replies[call(moves.get)] = () =>
    good(makeMove({ phase: 'undone', report: { made: [], undone: [{ kind: 'contact', count: 2 }], kept: [{ kind: 'label', count: 1 }] } }));
  open(`/admin/moving-in/${id}`);
  const report = await screen.findByRole('region', { name: 'Report' });
  expect(within(report).getByText('Undone: Contacts 2')).toBeTruthy();
  expect(within(report).getByText('Kept: Labels 1')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo again' })).toBeTruthy();
});
