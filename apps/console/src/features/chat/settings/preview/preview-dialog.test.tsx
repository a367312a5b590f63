import { type ChatPreview, chatMessageLanguages, chatMessages, chatSettingKeys, defaultChatConfig } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../../test-screens.tsx';
import { SettingsPage } from '../settings-page.tsx';

const call = 'GET /e/enterprise/configuration/preview';
const sales = idOf(11);
const department = { id: sales, name: 'Sales', desc: '', userCount: 0, channelCount: 0, openChats: 0, version: 1 };
const sources = Object.fromEntries(
  chatSettingKeys.map((key) => [key, key === 'maxOpenChats' ? 'department' : key === 'routingMode' ? 'enterprise' : 'default']),
);
const preview: ChatPreview = {
  at: '2026-03-01T15:00:00.000Z',
  hours: { isOpen: false, until: '2026-03-02T03:30:00.000Z', timeZone: 'Asia/Kolkata' },
  chat: { ...defaultChatConfig, maxOpenChats: 3, routingMode: 'automatic' },
  sources: sources as ChatPreview['sources'],
  keys: chatSettingKeys.filter((key) => !key.startsWith('weight') || key === 'weightWhatsapp'),
  messages: chatMessages.flatMap((name) =>
    chatMessageLanguages.map((language) => ({
      ...{ name, language, text: name === 'joined' ? '' : `${name} ${language}` },
      way: name === 'joined' ? ('empty' as const) : name === 'welcome' ? ('notNow' as const) : ('message' as const),
    })),
  ),
};
const server = stubServer(() => ({
  'GET /e/enterprise/departments': () => ({
    ...good(null),
    response: { departments: [{ ...department, manager: null, fallback: null, calendar: null }], more: false },
  }),
  'GET /e/enterprise/configuration': () => good({ chat: defaultChatConfig, sources, version: 0 }),
  [call]: () => good(preview),
}));
const path = '/admin/chatConfig/chat-config';
afterEach(() => setEnterpriseZone('UTC'));
const open = (search = '') =>
  openScreens(`${path}${search}`, (root) => [screenAt(root, path, SettingsPage)], {
    ...sampleMe,
    permissions: ['CHAT.CHAT_CONFIG'],
    dataScope: 'enterprise',
    deptIds: [],
  });

test('MENU-016 screens 2.2 a preview shows which value applies, where it comes from, and the messages of that time', async () => {
  setEnterpriseZone('Asia/Kolkata');
  open(`?dept=${sales}&preview=true&channel=4&at=2026-03-01T20:30`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview of the settings' }));
  expect(await dialog.findByText('Closed')).toBeTruthy();
  expect(dialog.getByText(/^Until .*Asia\/Kolkata/)).toBeTruthy();
  const lineOf = (name: string) =>
    within(dialog.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(lineOf('Open chats of an agent at most')).toEqual(['3', 'Sales']);
  expect(lineOf('WhatsApp')).toEqual(['100', 'Default']);
  expect(dialog.queryByText('SMS, in percent')).toBeNull();
  const welcome = dialog.getByRole('figure', { name: 'Welcome (English)' });
  expect(welcome.textContent).toBe('welcome enEnglish · Not sent at this time · Default');
  expect(dialog.getByRole('figure', { name: /Agent joined.*English|.*joined.*English/i }).textContent).toContain('it is empty');
  expect(server.queriesOf(call).at(-1)).toEqual({ deptId: sales, channelType: '4', at: '2026-03-01T15:00:00.000Z' });
});

test('a preview opens by its button, asks for what is chosen, which the address holds, and says a fault', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview of the settings' }));
  await dialog.findByText('Closed');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Channel' }));
  await userEvent.click(await screen.findByRole('option', { name: 'SMS' }));
  await waitFor(() => expect(server.queriesOf(call).at(-1)).toMatchObject({ deptId: '', channelType: '0' }));
  server.replies[call] = () => refused('department.not_found', 'No such department.');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Department' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('No such department');
  expect(router.state.location.search).toMatchObject({ dept: sales, channel: 0, preview: true });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ preview: false }));
});
