import type { Me, Webhook } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { WebhookPage } from './webhook-page.tsx';

const base = '/e/enterprise/webhooks';
const hook: Webhook = {
  id: idOf(1),
  name: 'Stock',
  url: 'https://stock.example.com/hook',
  sandboxUrl: '',
  events: ['chat.started'],
  channelIds: [],
  deptIds: [],
  headerNames: ['X-Key'],
  secretEnding: 'abcd',
  formerUntil: null,
  state: 'active',
  waiting: 0,
  lastSuccessAt: null,
  lastError: '',
  updatedAt: '2026-11-01T10:00:00.000Z',
  version: 4,
};
const listed = (response: object) => ({ ...good(null), response: { ...response, more: false } });
const server = stubServer(() => ({
  [`GET ${base}`]: () => good({ webhooks: [hook] }),
  'GET /e/enterprise/channels': () => listed({ channelConfig: [] }),
  'GET /e/enterprise/departments': () => listed({ departments: [] }),
}));
const admin: Me = { ...sampleMe, permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW', 'CHAT.CHAT_CONFIG'] };
const open = async (button: string) => {
  openScreens('/webhooks', (root) => [screenAt(root, '/webhooks', WebhookPage)], admin);
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: button }));
};

test('a new webhook is sent as it is typed, and its secret is shown', async () => {
  server.replies[`POST ${base}`] = () => good({ ...hook, id: idOf(2), name: 'Till', secret: 'whsec_once' });
  const form = await open('Add webhook');
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Till');
  await userEvent.type(form.getByRole('textbox', { name: 'Address' }), 'https://till.example.com/');
  await userEvent.click(form.getByRole('checkbox', { name: 'Chat closed' }));
  await userEvent.click(form.getByRole('switch', { name: 'Active' }));
  await userEvent.click(form.getByRole('button', { name: 'Add' }));
  expect((await screen.findByRole('dialog', { name: 'Secret of Till' })).textContent).toContain('whsec_once');
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    name: 'Till',
    url: 'https://till.example.com/',
    events: ['chat.closed'],
    headers: [],
    isActive: false,
  });
});

test('a refused header is named at its field, stays with what is typed, and is sent with the version once it is mended', async () => {
  const update = `PUT ${base}/${idOf(1)}`;
  const message = 'A header has one line.';
  server.replies[update] = () =>
    refused('webhook.invalid', message, { errors: [{ field: 'headers.0.value', code: 'value.invalid', values: {}, message }] });
  const form = await open('Edit Stock');
  const value = form.getByRole('textbox', { name: 'Value of header 1' });
  await userEvent.type(value, 'wrong');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(value.getAttribute('aria-invalid')).toBe('true'));
  expect(toastTexts()).toEqual([]);
  server.replies[update] = () => good({ ...hook, version: 5 });
  await userEvent.type(value, '!');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The webhook is saved.']));
  expect(server.bodyOf(update)).toMatchObject({ version: 4, headers: [{ name: 'X-Key', value: 'wrong!' }] });
});
