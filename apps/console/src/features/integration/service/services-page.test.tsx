import type { Integration, Me } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { ServicesPage } from './services-page.tsx';

const base = '/e/enterprise/appiyo_authconfig';
const common = {
  apikeyEnding: '',
  hasSecret: true,
  usedBy: [],
  lastSuccessAt: null,
  lastError: '',
  updatedAt: '2026-11-01T10:00:00.000Z',
  version: 2,
};
const orders: Integration = {
  ...common,
  _id: idOf(1),
  name: 'Orders',
  authType: 4,
  state: 'failing',
  lastError: 'Access denied',
  databaseType: 'MySQL',
  host: 'db.example.com',
  port: 3306,
  database: 'shop',
  user: 'reader',
  isTlsRequired: true,
  certificate: '',
  isReadOnly: true,
  rowLimit: 50,
};
const model: Integration = {
  ...common,
  _id: idOf(2),
  name: 'Model',
  authType: 5,
  state: 'working',
  usedBy: [{ id: idOf(9), name: 'Shop helper' }],
  apikeyEnding: 'wxyz',
  llm: 1,
  baseUrl: 'https://llm.example.com/v1',
  sandboxUrl: '',
  model: 'large',
  embeddingModel: '',
};
const hook: Integration = { ...common, _id: idOf(3), name: 'Hook', authType: 2, state: 'paused', url: 'https://hooks.example.com/' };

const answer = <T,>(response: T, message: unknown = 'Success') => ({ ...good(null), response, message }) as never;
const server = stubServer(() => ({
  [`GET ${base}`]: () => answer({ integrations: [hook, model, orders], more: false }),
  [`GET ${base}/${idOf(1)}`]: () => answer(orders),
  [`POST ${base}/test`]: () => answer({ isWorking: true, reason: '', tookMs: 12, reply: '10.11-MariaDB', embedding: null }),
}));
const admin: Me = { ...sampleMe, permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW', 'CHAT.CHAT_CONFIG'] };
const open = (me: Me = admin, address = '/services') =>
  openScreens(
    address,
    (root) => [screenAt(root, '/services', ServicesPage), screenAt(root, '/admin/chatConfig/webhook', () => <p>The webhooks</p>)],
    me,
  );
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

test('screens 11.2 the list tells type, state, use and the last error of each, and a webhook leads to its own screen', async () => {
  open();
  expect((await row('Orders')).getByText('Access denied').textContent).toBe('Access denied');
  expect((await row('Orders')).getByText('db.example.com:3306/shop')).toBeTruthy();
  expect((await row('Model')).getByText('Shop helper')).toBeTruthy();
  expect((await row('Model')).getByText('Language model')).toBeTruthy();
  expect((await row('Hook')).getByText('Paused')).toBeTruthy();
  expect((await row('Hook')).queryByRole('button')).toBeNull();
  await userEvent.click((await row('Hook')).getByRole('link', { name: 'Hook' }));
  expect((await screen.findByText('The webhooks')).tagName).toBe('P');
});

test('a form is tried without being saved, keeps the stored password, and shows what the server found at its field', async () => {
  const update = `PUT ${base}/${idOf(1)}`;
  server.replies[update] = () => answer({ _id: idOf(1), name: 'Orders' }, { message: 'Saved' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orders' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Orders' }));
  expect(form.getByText('Leave it empty to keep the stored one.')).toBeTruthy();
  const host = form.getByRole('textbox', { name: 'Host' });
  await userEvent.clear(host);
  await userEvent.type(host, 'db2.example.com');
  await userEvent.click(form.getByRole('button', { name: 'Test' }));
  expect((await form.findByText('It works (12 ms). It said: 10.11-MariaDB')).getAttribute('role') ?? 'inside').toBeTruthy();
  expect(server.bodyOf(`POST ${base}/test`)).toMatchObject({
    id: idOf(1),
    authType: '4',
    host: 'db2.example.com',
    password: '',
    rowLimit: '50',
  });
  server.replies[update] = () =>
    refused('integration.invalid', 'Enter the key again.', {
      errors: [{ field: 'password', code: 'integration.key_again', values: {}, message: 'Enter the key again.' }],
    });
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getAllByText(/Enter the key again/).length).toBeGreaterThan(0));
  server.replies[update] = () => answer({ _id: idOf(1), name: 'Orders' }, { message: 'Saved' });
  await userEvent.type(form.getByLabelText(/^Password/), 'Another-1');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Orders is saved.']));
  expect(server.bodyOf(update)).toMatchObject({ version: '2', password: 'Another-1', isTlsRequired: 'true' });
});

test('a service has an address for the sandbox, and what is wrong with it stands at its field', async () => {
  const update = `PUT ${base}/${idOf(2)}`;
  server.replies[`GET ${base}/${idOf(2)}`] = () => answer(model);
  server.replies[update] = () =>
    refused('integration.invalid', 'Enter an address that begins with https://.', {
      errors: [{ field: 'sandboxUrl', code: 'integration.https', values: {}, message: 'Enter an address that begins with https://.' }],
    });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Model' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Model' }));
  const address = form.getByRole('textbox', { name: 'Sandbox address' });
  await userEvent.type(address, 'http://llm');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  server.replies[update] = () => answer({ _id: idOf(2), name: 'Model' }, { message: 'Saved' });
  await userEvent.clear(address);
  await userEvent.type(address, 'https://sandbox.example.com/v1');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Model is saved.']));
  expect(server.bodyOf(update)).toMatchObject({ baseUrl: model.baseUrl, sandboxUrl: 'https://sandbox.example.com/v1' });
});

test('a query is asked with its values, and its rows stand in a table', async () => {
  const ask = `POST ${base}/${idOf(1)}/query`;
  server.replies[ask] = () => answer({ columns: ['id', 'note'], rows: [['1', null]], more: true, tookMs: 3 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orders' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Orders' }));
  await userEvent.type(form.getByRole('textbox', { name: 'SQL' }), 'select id, note from orders where id > ?');
  await userEvent.type(form.getByRole('textbox', { name: 'Values for the question marks' }), '0');
  await userEvent.click(form.getByRole('button', { name: 'Run' }));
  const table = within(await form.findByRole('table', { name: 'Result' }));
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1', 'NULL']);
  expect(form.getByText('The first row, in 3 ms; there are more')).toBeTruthy();
  expect(server.bodyOf(ask)).toEqual({ sql: 'select id, note from orders where id > ?', params: ['0'] });
  server.replies[ask] = () =>
    refused('integration.failed', 'The database refused: no such table', { reason: 'The database refused: no such table' });
  await userEvent.click(form.getByRole('button', { name: 'Run' }));
  expect((await form.findByRole('alert')).textContent).toBe('The database refused: no such table');
});

test('one that is used is not deleted, and the refusal names who uses it', async () => {
  server.replies[`DELETE ${base}/${idOf(2)}`] = () =>
    refused('integration.in_use', 'Model is in use: Shop helper.', { uses: ['Shop helper'] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Model' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Model is in use: Shop helper.']));
});

test('a user who may only look changes nothing', async () => {
  open({ ...sampleMe, permissions: ['ENTERPRISE.VIEW'] });
  expect((await row('Orders')).getByText('Database')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit Orders' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add service' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions for Orders' })).toBeNull();
});
