import { type ChatConfig, type ChatSettingKey, chatSettingKeys, defaultChatConfig, type Me } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { SettingsPage } from './settings-page.tsx';

const get = 'GET /e/enterprise/configuration';
const post = 'POST /e/enterprise/configuration';
const [sales, support] = [idOf(11), idOf(12)];
const department = (id: string, name: string) => ({
  id,
  name,
  desc: '',
  manager: null,
  fallback: null,
  calendar: null,
  userCount: 0,
  channelCount: 0,
  openChats: 0,
  version: 1,
});

/** Own values of each scope, as the server keeps them. */
let own: Record<string, Partial<ChatConfig>>;
let versions: Record<string, number>;
const scoped = (deptId: string) => {
  const [whole, part] = [own[''] ?? {}, deptId === '' ? {} : (own[deptId] ?? {})];
  const sources = chatSettingKeys.map((key) => [key, key in part ? 'department' : key in whole ? 'enterprise' : 'default']);
  return good({ chat: { ...defaultChatConfig, ...whole, ...part }, sources: Object.fromEntries(sources), version: versions[deptId] ?? 0 });
};
type Save = { deptId: string; chat: Partial<ChatConfig>; reset: ChatSettingKey[]; version: number };
const write = ({ deptId, chat, reset }: Save) => {
  const kept = Object.entries(own[deptId] ?? {}).filter(([key]) => !reset.includes(key as ChatSettingKey));
  own[deptId] = { ...Object.fromEntries(kept), ...chat };
  versions[deptId] = (versions[deptId] ?? 0) + 1;
};
const server = stubServer(() => {
  own = { '': { maxOpenChats: 8 }, [sales]: { maxOpenChats: 3 } };
  versions = { '': 1, [sales]: 4 };
  return {
    'GET /e/enterprise/departments': () => ({
      ...good(null),
      response: { departments: [department(sales, 'Sales'), department(support, 'Support')], more: false },
    }),
    [get]: ({ query }) => scoped(query.deptId ?? ''),
    [post]: ({ body }) => {
      write(body as Save);
      return scoped((body as Save).deptId);
    },
  };
});

const path = '/admin/chatConfig/chat-config';
const open = (search = '', part: Partial<Me> = {}) =>
  openScreens(`${path}${search}`, (root) => [screenAt(root, path, SettingsPage), screenAt(root, '/elsewhere', () => <p>Elsewhere</p>)], {
    ...sampleMe,
    permissions: ['CHAT.CHAT_CONFIG'],
    dataScope: 'enterprise',
    deptIds: [],
    ...part,
  });
const row = (name: string) => within(screen.getByRole('group', { name }));
const limit = 'Open chats of an agent at most';
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('MENU-016 screens 2.2 a department’s value is shown as its own or as inherited, and when it holds', async () => {
  open('?section=limits');
  expect(((await screen.findByRole('textbox', { name: limit })) as HTMLInputElement).value).toBe('8');
  expect([row(limit).getByText('Own value'), row(limit).getByText('Holds at once')]).toHaveLength(2);
  expect(row('Time to accept, in seconds').getByText('Default')).toBeTruthy();
  expect(row('Wait before a chat is missed, in seconds').getByText('Holds for new chats')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Support' }));
  await waitFor(() => expect(row(limit).getByText('Inherited from Enterprise')).toBeTruthy());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: limit }).value).toBe('8');
  expect(screen.getByRole('button', { name: 'Support' }).getAttribute('aria-current')).toBe('page');
});

test('ADMIN-067 own values are saved with the version that was read, and a reset inherits again', async () => {
  open(`?section=limits&dept=${support}`);
  const field = await screen.findByRole('textbox', { name: limit });
  await userEvent.clear(field);
  await userEvent.type(field, '2');
  await save();
  await waitFor(() => expect(toastTexts()).toEqual(['Saved.']));
  expect(server.bodyOf(post)).toEqual({
    deptId: support,
    chat: { maxOpenChats: 2 },
    reset: ['departmentMaxChats', 'missedAfterSeconds', 'acceptWithinSeconds', 'revealContact'],
    version: 0,
  });

  await userEvent.click(row(limit).getByRole('button', { name: `Reset: ${limit}` }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: limit }).value).toBe('8');
  await save();
  await waitFor(() => expect(own[support]).toEqual({}));
  expect(server.bodyOf(post)).toMatchObject({ chat: {}, version: 1 });
});

test('a value out of its bounds is said at its field, and nothing is sent', async () => {
  open('?section=limits');
  const field = await screen.findByRole('textbox', { name: limit });
  await userEvent.clear(field);
  await userEvent.type(field, '500');
  await save();
  expect(await row(limit).findByText(/200/)).toBeTruthy();
  expect(server.countOf(post)).toBe(0);
});

test('a reminder that would come too late is said at its field, with what is inherited', async () => {
  own[''] = { agentRemindSeconds: 300 };
  open(`?section=clocks&dept=${sales}`);
  const name = 'Back to the queue after seconds without an answer';
  const field = await screen.findByRole('textbox', { name });
  await userEvent.clear(field);
  await userEvent.type(field, '300');
  await save();
  expect(await row(name).findByText('This time comes after the one before it.')).toBeTruthy();
  expect(server.countOf(post)).toBe(0);
  await userEvent.clear(field);
  await userEvent.type(field, '301');
  await save();
  await waitFor(() => expect(own[sales]).toEqual({ maxOpenChats: 3, agentRequeueSeconds: 301 }));
});

test('texts stand side by side with what customers read, and take variables', async () => {
  open(`?section=messages&dept=${sales}`);
  const english = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Welcome (English)' });
  expect(screen.getByRole('textbox', { name: 'Welcome (हिन्दी)' }).getAttribute('lang')).toBe('hi');
  await userEvent.clear(english);
  await userEvent.type(english, 'Welcome, ');
  await userEvent.click(screen.getByRole('button', { name: 'Insert a variable: Welcome (English)' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: "Customer's name" }));
  expect(english.value).toBe('Welcome, {{customer.name}}');
  expect(document.activeElement).toBe(english);
  expect(screen.getByRole('figure', { name: 'As customers read it: Welcome (English)' }).textContent).toBe('Welcome, Meera');
  await save();
  await waitFor(() => expect(own[sales]).toEqual({ maxOpenChats: 3, welcomeMessage: 'Welcome, {{customer.name}}' }));
});

test('a placeholder that nothing fills is refused at its text', async () => {
  server.replies[post] = () =>
    refused('request.invalid', 'Invalid.', {
      issues: [
        {
          field: 'chat.welcomeMessage',
          code: 'text.placeholder',
          values: { placeholder: 'customer.age', variables: 'customer.name' },
          reason: 'This cannot be filled: customer.age. There are customer.name.',
        },
      ],
    });
  open('?section=messages');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Welcome (English)' }), ' {{{{customer.age}}');
  await save();
  expect(await screen.findByText('This cannot be filled: customer.age. There are customer.name.')).toBeTruthy();
});

test('screens 0.1 somebody else was quicker: the fields that both changed are asked for, the others are kept', async () => {
  open(`?section=limits&dept=${sales}`);
  const field = await screen.findByRole('textbox', { name: limit });
  await userEvent.clear(field);
  await userEvent.type(field, '6');
  write({ deptId: sales, chat: { maxOpenChats: 4, acceptWithinSeconds: 30 }, reset: [], version: 4 });
  const accept = server.replies[post];
  server.replies[post] = () => {
    server.replies[post] = accept as never;
    return refused('record.changed', 'Changed.', { changedBy: 'Asha', changedAt: '2026-03-01T10:00:00.000Z', version: 5, current: {} });
  };
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual([limit, 'Time to accept, in seconds']);
  expect(within(table).getAllByText('Inherited from Enterprise')).toHaveLength(2);
  await userEvent.click(within(table).getByRole('radio', { name: `${limit}: Yours` }));
  await userEvent.click(screen.getByRole('button', { name: 'Save what I chose' }));
  await waitFor(() => expect(own[sales]).toEqual({ maxOpenChats: 6, acceptWithinSeconds: 30 }));
});

test('screens 0.1 another section or scope asks first while something is not saved', async () => {
  const router = open('?section=limits');
  const field = await screen.findByRole('textbox', { name: limit });
  await userEvent.clear(field);
  await userEvent.type(field, '6');
  await userEvent.click(screen.getByRole('tab', { name: 'Rating' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: limit }).value).toBe('6');
  await userEvent.click(screen.getByRole('button', { name: 'Sales' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: limit }).value).toBe('3'));
  expect(router.state.location.search).toMatchObject({ dept: sales, section: 'limits' });
});

test('a role whose data reaches departments finds its own, and reads what they inherit', async () => {
  open('?section=limits', { dataScope: 'department', deptIds: [support] });
  expect(await screen.findByText('Your role changes the settings of your departments. They inherit these.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect((screen.getByRole('textbox', { name: limit }) as HTMLInputElement).matches(':disabled')).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Support' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sales' })).toBeNull();
});

test('a department that is not there is said, with a way to try again', async () => {
  server.replies[get] = ({ query }) => (query.deptId ? refused('department.not_found', 'No such department.') : scoped(''));
  open(`?dept=${idOf(99)}`);
  expect(await screen.findByText('No such department.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
