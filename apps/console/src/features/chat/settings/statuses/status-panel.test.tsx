import type { AgentStatusKind } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../../test-screens.tsx';
import { StatusPanel } from './status-panel.tsx';

const base = '/e/enterprise/agent_statuses';
const one = (number: number) => `${base}/${idOf(number)}`;
const kind = (number: number, name: string, part: Partial<AgentStatusKind> = {}): AgentStatusKind => ({
  id: idOf(number),
  name,
  nameHi: '',
  colour: '#1f6f78',
  base: 2,
  isRouted: false,
  deptIds: [],
  isOffered: true,
  order: number,
  isActive: true,
  isUsed: false,
  version: 1,
  ...part,
});

const sales = {
  ...{ id: idOf(9), name: 'Sales', desc: '', manager: null, fallback: null, calendar: null },
  ...{ userCount: 0, channelCount: 0, openChats: 0, version: 1 },
};
let stored: AgentStatusKind[];
const server = stubServer(() => {
  stored = [kind(1, 'Lunch', { isUsed: true, version: 3 }), kind(2, 'Training', { base: 1 }), kind(3, 'Old', { isActive: false })];
  return {
    [`GET ${base}`]: () => good(stored),
    'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [sales], more: false } }),
    [`PUT ${base}/order`]: ({ body }) => {
      stored = (body as { ids: string[] }).ids.flatMap((id) => stored.find((known) => known.id === id) ?? []);
      return good(stored);
    },
  };
});
const open = (isReadOnly = false) =>
  openScreens('/statuses', (root) => [screenAt(root, '/statuses', () => <StatusPanel isReadOnly={isReadOnly} />)]);
const shown = () => screen.getAllByRole('button', { name: /^Move / }).map((handle) => handle.getAttribute('aria-label')?.slice(5));
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

test('a status moves by the keyboard, and it is said', async () => {
  open();
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move Training' }), { key: 'ArrowUp', altKey: true });
  expect(await screen.findByText('Training is now number 1 of 3')).toBeTruthy();
  await waitFor(() => expect(shown()).toEqual(['Training', 'Lunch', 'Old']));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/order`)).toEqual({ ids: [idOf(2), idOf(1), idOf(3)] }));
});

test('a status is created with its effect; a name that is taken is said in the form', async () => {
  stored = [];
  server.replies[`POST ${base}`] = () => refused('agent_status.name_taken', 'Another status has this name.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create status' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a status' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(dialog.getByText('Give the status a name.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Training');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name in Hindi' }), 'प्रशिक्षण');
  await userEvent.click(dialog.getByRole('radio', { name: 'Online, and the program gives chats' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Another status has this name.')).toBeTruthy();
  server.replies[`POST ${base}`] = () => good(kind(4, 'Training', { base: 1, isRouted: true }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    name: 'Training',
    nameHi: 'प्रशिक्षण',
    colour: '#868e96',
    base: 1,
    isRouted: true,
    deptIds: [],
  });
});

test('a status that agents have is retired and offered again, one that nobody has is deleted; its effect is shown alone', async () => {
  server.replies[`PUT ${one(1)}`] = () => good(kind(1, 'Lunch', { isActive: false, version: 4 }));
  server.replies[`DELETE ${one(2)}`] = () => good({ isRetired: true });
  open();
  await act('Lunch', 'Retire');
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${one(1)}`)).toEqual({
      name: 'Lunch',
      nameHi: '',
      colour: '#1f6f78',
      deptIds: [],
      isActive: false,
      version: 3,
    }),
  );
  await act('Lunch', 'Change');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Lunch' }));
  for (const choice of dialog.getAllByRole('radio')) expect(choice).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await act('Training', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  // An agent chose the status in this moment.
  await waitFor(() => expect(toastTexts()).toContain('Agents have the status, so it is retired.'));
});

test('a status is of departments, and one of them that has gone is said and taken off', async () => {
  stored = [kind(1, 'Lunch', { deptIds: [idOf(9), idOf(8)] })];
  server.replies[`PUT ${one(1)}`] = () => good(kind(1, 'Lunch', { version: 2 }));
  open();
  expect(await screen.findByText('Sales, Department that has gone')).toBeTruthy();
  await act('Lunch', 'Change');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Lunch' }));
  const box = dialog.getByRole('combobox', { name: 'Departments' });
  await userEvent.type(box, '{Backspace}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${one(1)}`)).toMatchObject({ deptIds: [idOf(9)] }));
});

test('statuses that the user may not change are read alone', async () => {
  open(true);
  expect(await screen.findByText('Lunch')).toBeTruthy();
  expect(screen.getByText('Online, but the program gives no chats')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
