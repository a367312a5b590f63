import type { ChatView } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { ConversationPage } from './conversation-page.tsx';

const me = { ...sampleMe, permissions: ['CHAT.HANDLE', 'CHAT.CHAT_CONFIG'], dataScope: 'enterprise' } as typeof sampleMe;
const noFilter = { text: '', channel: null, label: '', department: '', priority: null, unread: false, waiting: false };
const viewOf = (number: number, name: string, more: Partial<ChatView> = {}): ChatView => ({
  id: idOf(number),
  ...{ scope: 'own', deptId: '', name, goneLabel: '', isDepartmentGone: false, isChangeable: true, order: number, version: 1 },
  filter: { ...noFilter, tab: 'closed', sort: 'longest', channel: 12, label: 'Refund' },
  ...more,
});
const department = { id: idOf(9), name: 'Sales', desc: '', manager: null, fallback: null, calendar: null };
const page = { chats: [], next: null, asOf: '2026-05-01T10:00:00Z' };
let views: ChatView[] = [];
const server = stubServer(() => ({
  'GET /e/enterprise/chat_views': () => good(views),
  'GET /e/enterprise/chat/summary': () => good([]),
  'GET /e/enterprise/get_agent_status': () => good({ agentStatus: 1, reason: '', ownStatus: null, since: null, load: 0, limit: 5 }),
  'GET /e/enterprise/chat/inbox': () => good(page),
  'GET /e/enterprise/departments': () => ({
    ...good(null),
    response: { departments: [{ ...department, userCount: 0, channelCount: 0, openChats: 0, version: 1 }], more: false },
  }),
}));

const list = 'GET /e/enterprise/chat/inbox';
const create = 'POST /e/enterprise/chat_views';
async function open(of: ChatView[], query = '') {
  views = of;
  const router = openScreens(
    `/chat/conversation${query}`,
    (root) => [screenAt(root, '/chat/conversation', () => <ConversationPage />)],
    me,
  );
  const box = within(await screen.findByRole('navigation', { name: 'Saved views' }));
  return { router, box };
}
const menu = async (item: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Save and change views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

test('a view puts its filters into the address, keys reach it, and a tab leaves it', async () => {
  const { router, box } = await open([viewOf(1, 'Refunds'), viewOf(2, 'Others', { isChangeable: false })]);
  await box.findByRole('button', { name: 'Refunds' });
  await userEvent.keyboard('v');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Refunds'));
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: idOf(1), tab: 'closed', channel: 12, label: 'Refund' }));
  await waitFor(() =>
    expect(server.queriesOf(list)).toEqual([{ tab: 'closed', sort: 'longest', channel: '12', label: 'Refund', department: '' }]),
  );
  expect(box.getByRole('button', { name: 'Refunds' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(screen.getByRole('button', { name: /^Closed/ }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('view'));
});

test('the filters of the address become a view of a department, and then stand under its name', async () => {
  const saved = viewOf(3, 'Late ones', { scope: 'department', deptId: idOf(9) });
  server.replies[create] = () => {
    views = [saved];
    return good(saved);
  };
  const { router } = await open([], '?tab=waiting&sort=longest&label=Refund');
  await menu('Save these filters as a view');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save a view' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Late ones');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Who sees it' }));
  await userEvent.click(await screen.findByRole('option', { name: 'A department' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Choose a department.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: /Department/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: idOf(3), tab: 'waiting', label: 'Refund' }));
  expect(server.asked.find(({ call }) => call === create)?.body).toEqual({
    ...{ name: 'Late ones', scope: 'department', deptId: idOf(9) },
    filter: { ...noFilter, tab: 'waiting', sort: 'longest', label: 'Refund' },
  });
});

test('a chosen view takes other filters, another name and place, and is deleted; one of others offers none of it', async () => {
  const one = viewOf(1, 'Refunds');
  const path = `/e/enterprise/chat_views/${idOf(1)}`;
  server.replies[`PUT ${path}`] = () => good(one);
  server.replies['PUT /e/enterprise/chat_views/order'] = () => good([]);
  server.replies[`DELETE ${path}`] = () => good(null);
  const { router } = await open(
    [one, viewOf(2, 'Mine'), viewOf(3, 'All', { isChangeable: false, scope: 'enterprise' })],
    `?view=${idOf(1)}&tab=missed`,
  );
  await screen.findByRole('button', { name: 'Refunds', current: 'page' });
  const bodyOf = (call: string) => server.asked.findLast((asked) => asked.call === call)?.body;
  await menu('Save these filters in Refunds');
  await waitFor(() =>
    expect(bodyOf(`PUT ${path}`)).toMatchObject({ name: 'Refunds', version: 1, filter: { tab: 'missed', channel: null } }),
  );
  await menu('Move Refunds back');
  await waitFor(() => expect(bodyOf('PUT /e/enterprise/chat_views/order')).toEqual({ scope: 'own', deptId: '', ids: [idOf(2), idOf(1)] }));
  await menu('Rename Refunds');
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Money back');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodyOf(`PUT ${path}`)).toMatchObject({ name: 'Money back', filter: one.filter }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await menu('Delete Refunds');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.countOf(`DELETE ${path}`)).toBe(1));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('view'));
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save and change views' }));
  await screen.findByRole('menuitem', { name: 'Save these filters as a view' });
  expect(screen.queryByRole('menuitem', { name: /All/ })).toBeNull();
});

test('a view whose label has gone says so', async () => {
  const gone = viewOf(1, 'Refunds', { goneLabel: 'Refund' });
  const { box } = await open([{ ...gone, filter: { ...gone.filter, label: '' } }]);
  await userEvent.click(await box.findByRole('button', { name: 'Refunds' }));
  expect(await screen.findByText(/^The label Refund does not exist any more/)).toBeTruthy();
  await waitFor(() =>
    expect(server.queriesOf(list).at(-1)).toEqual({ tab: 'closed', sort: 'longest', channel: '12', label: '', department: '' }),
  );
});

test('department and priority of the list stand in the address and go with a view, which says so when its department has gone', async () => {
  const { router, box } = await open([viewOf(1, 'Sales', { isDepartmentGone: true })], '?tab=waiting');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Department' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Priority' }));
  await userEvent.click(await screen.findByRole('option', { name: '8 and above' }));
  const asked = { tab: 'waiting', sort: 'newest', label: '', department: idOf(9), priority: '8' };
  await waitFor(() => expect(server.queriesOf(list).at(-1)).toEqual(asked));
  expect(router.state.location.search).toMatchObject({ department: idOf(9), priority: 8 });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ department: '' }));
  await userEvent.click(await box.findByRole('button', { name: 'Sales' }));
  expect(await screen.findByText(/^The department of this view does not exist any more/)).toBeTruthy();
});
