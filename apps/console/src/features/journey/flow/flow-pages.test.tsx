import { endpoints, type FlowItem, type FlowKeys } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { FlowSearch } from './flow.search.ts';
import { FlowListPage } from './flow-list-page.tsx';

const { flows } = endpoints;
const [formId, channelId, other] = [idOf(61), idOf(81), idOf(82)];
const at = '2026-03-05T10:30:00.000Z';
const call = ({ method, path }: { method: string; path: string }, of = channelId) =>
  `${method} ${path.replace(':formId', formId).replace(':channelId', of)}`;
const makeFlow = (change: Partial<FlowItem> = {}): FlowItem => ({
  ...{ formId, name: 'Loan', number: 2, newest: 2, channelId, channelName: 'Shop', environment: 'sandbox', screens: 3 },
  ...{ mode: 'endpoint', state: 'PUBLISHED', reason: '', errors: [], usedIn: [{ id: idOf(71), name: 'Appointment' }] },
  ...{ vendorName: 'Loan v2 Ab3d', vendorFlowId: '91', updatedOn: at },
  ...change,
});
const draft = makeFlow({ state: '', channelId: '', channelName: '', environment: '', mode: '', vendorName: '', vendorFlowId: '' });
const channels = [
  { id: channelId, name: 'Shop', environment: 'sandbox' },
  { id: other, name: 'Support', environment: 'production' },
];
const key = { id: idOf(95), state: 'CURRENT', fingerprint: 'ab'.repeat(32), createdOn: at, uploadedOn: at, readUntil: null } as const;
const keys = (change: Partial<FlowKeys> = {}): FlowKeys => ({
  keys: [key],
  lastPingOn: at,
  lastRequestOn: null,
  lastFault: null,
  ...change,
});
const plan = {
  ...{ name: 'Loan', number: 2, mode: 'endpoint', json: { version: '7.3', screens: [] } },
  notes: [
    { kind: 'endpoint', screen: 's', field: '', text: 'Its words show answers.' },
    { kind: 'reduced', screen: 's', field: 'f', text: 'A signature is asked by a link.' },
  ],
};
const server = stubServer(() => {
  setEnterpriseZone('Asia/Kolkata');
  return {
    [call(flows.list)]: () => good({ flows: [makeFlow()], channels, more: true }),
    [call(flows.json)]: () => good(plan),
    [call(flows.publish)]: () => good(makeFlow(), 'The flow is published.'),
    [call(flows.deprecate)]: () => good(null, 'The flow is out of use.'),
    [call(flows.keys)]: () => good(keys()),
    [call(flows.keys, other)]: () => good(keys({ keys: [], lastPingOn: null })),
    [call(flows.makeKey)]: () => good(keys(), 'The key is in use.'),
    [call(flows.makeKey, other)]: () => good(keys(), 'The key is in use.'),
  };
});
const as = (...permissions: string[]) => ({ ...sampleMe, permissions }) as never;
const maker = as('FLOW.VIEW', 'JOURNEYS.EDIT', 'CHANNELS.EDIT');
const open = (address = '', me = maker) =>
  openScreens(`/whatsapp-flow${address}`, (root) => [screenAt(root, '/whatsapp-flow', FlowListPage, { validateSearch: FlowSearch })], me);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (name: string) => {
  await press('Actions of Loan');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
/** Several fields offer the same channels: the option is that of the field's own list. */
const choose = async (label: string, option: string) => {
  const box = await screen.findByRole('combobox', { name: label });
  await userEvent.click(box);
  const list = await waitFor(() => document.getElementById(box.getAttribute('aria-controls') ?? '') as HTMLElement);
  await userEvent.click(await within(list).findByRole('option', { name: option, hidden: true }));
};

test('SHELL-026 flow screens are listed with channel, screens, state and use, and the address holds their filters', async () => {
  const router = open();
  const row = within(await screen.findByRole('row', { name: /Loan/ }));
  for (const text of ['v2', 'Shop', 'Sandbox', '3', 'Published', 'With our server', '5 Mar 2026 04:00 PM'])
    expect(row.getByText(text), text).toBeTruthy();
  expect(row.getByRole('link', { name: 'Appointment' }).getAttribute('href')).toBe(`/designer/journey/${idOf(71)}`);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'lo{Enter}');
  await choose('Channel', 'Shop');
  await choose('State', 'Published');
  await press('Next');
  const search = { name: 'lo', channel: channelId, stage: 'published', from: 24 };
  await waitFor(() => expect(router.state.location.search).toMatchObject(search));
  await waitFor(() =>
    expect(server.queriesOf(call(flows.list)).at(-1)).toEqual({ name: 'lo', channelId, stage: 'published', from: '24', perPage: '24' }),
  );
});

test('a flow says in which state its vendor has it, and what the vendor finds', async () => {
  const errors = [{ code: 'X', text: 'label has at most 20 characters.', path: 'YOU.name', field: 'Name' }];
  server.replies[call(flows.list)] = () =>
    good({
      flows: [
        makeFlow({ number: 1, state: 'BLOCKED', reason: 'Flow has moved from PUBLISHED to BLOCKED state.' }),
        makeFlow({ state: 'UPLOADED', errors }),
        draft,
      ],
      channels: [],
      more: false,
    });
  open();
  for (const text of ['Blocked', 'Flow has moved from PUBLISHED to BLOCKED state.', 'On no channel yet'])
    expect(await screen.findByText(text), text).toBeTruthy();
  expect(screen.getByText('1 error of the vendor: label has at most 20 characters.')).toBeTruthy();
  expect(screen.getByText('v1 · v2 is newer')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Keys of the endpoint' })).toBeNull();
});

test('a list of flows that is empty leads to the forms', async () => {
  server.replies[call(flows.list)] = () => good({ flows: [], channels: [], more: false });
  open();
  expect((await screen.findByRole('link', { name: 'Go to the forms' })).getAttribute('href')).toBe('/encaps/forms');
});

test('a list of flows that cannot be read says so', async () => {
  server.replies[call(flows.list)] = () => refused('server.unexpected', 'It is down.', { requestId: 'r1' });
  open('?stage=draft');
  expect(await screen.findByText('It is down.')).toBeTruthy();
});

test('a form is checked by the vendor before it is published, with the reasons for our server beside it', async () => {
  server.replies[call(flows.list)] = () => good({ flows: [draft], channels: channels.slice(1), more: false });
  const errors = [{ code: 'X', text: 'label has at most 20 characters.', path: 'YOU.name', field: 'Name' }];
  server.replies[call(flows.publish)] = () => good(makeFlow({ state: 'UPLOADED', errors }), 'The vendor finds errors.');
  open();
  await act('Publish…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Loan as a flow' }));
  expect(await dialog.findByText('Its words show answers.')).toBeTruthy();
  expect(dialog.getByText('A signature is asked by a link.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Validate' }));
  expect(await dialog.findByText('Name: label has at most 20 characters.')).toBeTruthy();
  expect(server.bodyOf(call(flows.publish))).toEqual({ channelId: other, isTrial: 'true' });
  server.replies[call(flows.publish)] = () => good(makeFlow(), 'The flow is published.');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(server.bodyOf(call(flows.publish))).toEqual({ channelId: other, isTrial: 'false' }));
  await waitFor(() => expect(toastTexts()).toContain('The flow is published.'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refusal of the vendor stands in the dialog', async () => {
  server.replies[call(flows.list)] = () => good({ flows: [makeFlow({ number: 1 })], channels, more: false });
  server.replies[call(flows.publish)] = () => refused('flow.refused', 'The vendor does not take it: no', { reason: 'no' });
  open();
  await act('Publish v2…');
  await press('Publish');
  expect(await screen.findByText('The vendor does not take it: no')).toBeTruthy();
});

test('a flow is taken out of use after a question', async () => {
  open();
  await act('Take out of use');
  await screen.findByText('It opens on no phone any more, and cannot be published again. People get the form by its next face.');
  await userEvent.click(screen.getByRole('button', { name: 'Take out of use' }));
  await waitFor(() => expect(server.bodyOf(call(flows.deprecate))).toEqual({ channelId, number: '2' }));
  await waitFor(() => expect(toastTexts()).toContain('The flow is out of use.'));
});

test('the JSON of a flow is saved as a file', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => '#');
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} });
  open();
  await act('Export JSON');
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(saved.mock.calls[0]?.[0].type).toBe('application/json');
});

test('keys of a channel are shown with its last ping, made at once where there is none, and made anew after a question', async () => {
  const router = open();
  const panel = within(await screen.findByRole('region', { name: 'Keys of the endpoint' }));
  expect(await panel.findByText('In use')).toBeTruthy();
  expect(panel.getByText('Last ping').nextElementSibling?.textContent).toBe('5 Mar 2026 04:00 PM');
  expect(panel.getByText('Last request').nextElementSibling?.textContent).toBe('Never');
  await userEvent.click(panel.getByRole('button', { name: 'Make a new key' }));
  const question = within(await screen.findByRole('dialog', { name: 'Make a new key?' }));
  await userEvent.click(question.getByRole('button', { name: 'Make a new key' }));
  await waitFor(() => expect(toastTexts()).toContain('The key is in use.'));
  await choose('Channel of the keys', 'Support');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ keys: other }));
  expect(await panel.findByText(/no key yet/)).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Make a key' }));
  await waitFor(() => expect(server.asked.map((asked) => asked.call)).toContain(call(flows.makeKey, other)));
});

test('a reader exports a flow and does nothing else with it', async () => {
  open('', as('FLOW.VIEW'));
  await press('Actions of Loan');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Export JSON']);
  expect(await screen.findByText('In use')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make a new key' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Loan' })).toBeNull();
});
