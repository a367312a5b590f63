import type { SqlAccess } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../../test-screens.tsx';
import { CompanyPage } from '../company-page.tsx';

const path = '/e/enterprise/reports/sql';
const off: SqlAccess = { obstacle: null, remedy: '', host: 'db.example.com', port: 6432, database: 'parley', logins: [] };
const login = { login: 'parley_r_abcdefghijkl', createdOn: '2026-11-01T10:00:00.000Z', createdBy: 'Priya', validUntil: null };
const on: SqlAccess = { ...off, logins: [login] };
const statement = (number: number, outcome: string) => ({
  id: idOf(number),
  login: login.login,
  beganAt: '2026-11-02T10:00:00.000Z',
  application: 'Metabase',
  address: '203.0.113.9',
  statement: `select count(*) from chats where transfers > ? -- ${number}`,
  tookMs: 30_250,
  outcome,
});
let access: SqlAccess;
const server = stubServer(() => {
  access = off;
  return {
    [`GET ${path}`]: () => good(access),
    [`POST ${path}`]: () => {
      access = on;
      return good({ ...on, password: 'Secret1234' });
    },
    [`POST ${path}/password`]: () => {
      const next = { ...login, login: 'parley_r_zzzzzzzzzzzz' };
      access = { ...on, logins: [next, { ...login, validUntil: '2026-11-03T10:00:00.000Z' }] };
      return good({ ...access, password: 'Secret5678' });
    },
    [`DELETE ${path}`]: () => {
      access = off;
      return good(off);
    },
    [`GET ${path}/log`]: ({ query }) =>
      query.after
        ? good({ statements: [statement(2, 'ended')], more: false })
        : good({ statements: [statement(3, 'cancelled')], more: true }),
  };
});
const open = (permissions = ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT']) =>
  openScreens('/admin/details?tab=sql', (root) => [screenAt(root, '/admin/details', CompanyPage)], { ...sampleMe, permissions });
const button = (name: string) => screen.findByRole('button', { name });

test('the password is shown once, and address, examples and statements follow it', async () => {
  open();
  await userEvent.click(await button('Switch on'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Password of parley_r_abcdefghijkl' }));
  expect(dialog.getByText('Secret1234')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'I have kept it' }));
  expect(await screen.findByText('db.example.com')).toBeTruthy();
  expect(screen.getByText('psql "host=db.example.com port=6432 dbname=parley user=parley_r_abcdefghijkl sslmode=require"')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Power BI' }));
  expect(await screen.findByText(/Server: db\.example\.com:6432/)).toBeTruthy();
  expect(screen.queryByText('Secret1234')).toBeNull();
});

test('statements are listed with their end, page by page', async () => {
  access = on;
  server.replies[`GET ${path}`] = () => good(on);
  open();
  const table = within(await screen.findByRole('table', { name: 'Statements' }));
  expect(await table.findByText('Cancelled')).toBeTruthy();
  expect(table.getByText('30.3 s')).toBeTruthy();
  await userEvent.click(await button('Show more'));
  expect(await table.findByText('Ended')).toBeTruthy();
  expect(server.queriesOf(`GET ${path}/log`).at(-1)).toEqual({ after: idOf(3) });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a new password is asked about first, and says how long the former login works', async () => {
  server.replies[`GET ${path}`] = () => good(access.logins.length > 1 ? access : on);
  open();
  await userEvent.click(await button('New password'));
  const question = within(await screen.findByRole('dialog', { name: 'New login and password?' }));
  await userEvent.click(question.getByRole('button', { name: 'New password' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: /zzzz/ })).getByRole('button', { name: 'I have kept it' }));
  expect(await screen.findByText(/^parley_r_abcdefghijkl works until/)).toBeTruthy();
});

test('it is switched off after a question; a failure is told', async () => {
  let isOff = false;
  server.replies[`GET ${path}`] = () => good(isOff ? off : on);
  server.replies[`DELETE ${path}`] = () => refused('sql.is_off', 'Reading by SQL is off.');
  open();
  const turnOff = async () => {
    await userEvent.click(await button('Switch off'));
    const question = within(await screen.findByRole('dialog', { name: 'Switch off reading by SQL?' }));
    await userEvent.click(question.getByRole('button', { name: 'Switch off' }));
  };
  await turnOff();
  await waitFor(() => expect(toastTexts()).toContain('Reading by SQL is off.'));
  server.replies[`DELETE ${path}`] = () => {
    isOff = true;
    return good(off);
  };
  await turnOff();
  expect(await screen.findByText('No login yet')).toBeTruthy();
});

test('an installation without an address says what its operator sets, and offers no login', async () => {
  access = { ...off, obstacle: 'address', remedy: 'SQL_ADDRESS=<host>:<port>', host: '', port: 0 };
  server.replies[`GET ${path}`] = () => good(access);
  open();
  expect(await screen.findByText('SQL_ADDRESS=<host>:<port>')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull();
});

test('somebody who may only look has no such tab', async () => {
  open(['ENTERPRISE.VIEW']);
  expect(await screen.findByRole('tab', { name: 'API keys' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'SQL' })).toBeNull();
});
