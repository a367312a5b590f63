import type { ClockPolicy } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../../test-screens.tsx';
import { PolicyPanel } from './policy-panel.tsx';

const base = '/e/enterprise/clock_policies';
const policy = (number: number, name: string, part: Partial<ClockPolicy> = {}): ClockPolicy => ({
  id: idOf(number),
  name,
  deptId: '',
  groupId: '',
  groupName: '',
  fromPriority: 0,
  toPriority: 9,
  inOpenHours: true,
  firstAmberSeconds: 60,
  firstRedSeconds: 180,
  firstActSeconds: 0,
  nextAmberSeconds: 0,
  nextRedSeconds: 0,
  nextActSeconds: 0,
  resolutionAmberSeconds: 0,
  resolutionRedSeconds: 0,
  resolutionActSeconds: 0,
  act: 'tell',
  actPriority: 9,
  actDeptId: '',
  order: number,
  version: 1,
  ...part,
});

const sales = {
  id: idOf(9),
  name: 'Sales',
  desc: '',
  manager: null,
  fallback: null,
  calendar: null,
  userCount: 0,
  channelCount: 0,
  openChats: 0,
  version: 1,
};

let stored: ClockPolicy[];
const server = stubServer(() => {
  stored = [
    policy(1, 'VIP', { groupId: idOf(7), groupName: 'VIP customers', act: 'move', resolutionRedSeconds: 7200 }),
    policy(2, 'Sales', { deptId: idOf(9), version: 3 }),
    policy(3, 'Everybody'),
  ];
  return {
    'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [sales], more: false } }),
    [`GET ${base}`]: () => good({ policies: stored }),
    [`GET ${base}/groups`]: () => good({ groups: [{ id: idOf(7), name: 'VIP customers' }] }),
    [`PUT ${base}/order`]: ({ body }) => {
      stored = (body as { ids: string[] }).ids.flatMap((id) => stored.find((known) => known.id === id) ?? []);
      return good({ policies: stored });
    },
    [`POST ${base}`]: ({ body }) => good({ ...policy(5, 'New'), ...(body as object) }),
  };
});
const open = (deptId = '', isReadOnly = false) =>
  openScreens('/policies', (root) => [screenAt(root, '/policies', () => <PolicyPanel deptId={deptId} isReadOnly={isReadOnly} />)], {
    ...sampleMe,
    dataScope: 'enterprise',
    deptIds: [],
  });

test('policies are shown in their order with whom they are for, and one moves by the keyboard at once', async () => {
  open();
  const row = (await screen.findByText('VIP')).closest('tr') as HTMLElement;
  expect(within(row).getByText('All departments · VIP customers · Priority 0 to 9')).toBeTruthy();
  expect(within(row).getByText('60 / 180 / – s')).toBeTruthy();
  expect(within(row).getByText('– / 7,200 / – s')).toBeTruthy();
  expect(within(row).getByText('Move to a queue')).toBeTruthy();
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move VIP' }), { key: 'ArrowDown', altKey: true });
  expect(await screen.findByText('VIP is now number 2 of 3')).toBeTruthy();
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/order`)).toEqual({ ids: [idOf(2), idOf(1), idOf(3)] }));
});

test('a department sees what its chats may come under, without an order, and a reader changes nothing', async () => {
  stored.push(policy(6, 'Billing', { deptId: idOf(8) }));
  open(idOf(9));
  expect(await screen.findByText('Everybody')).toBeTruthy();
  expect(screen.queryByText('Billing')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
});

test('a faulty policy names its fields, a sound one is saved with its group, and what the server refuses stands at its field', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create policy' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create a policy' }));
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getByText('Write a name.')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Fast');
  const red = form.getByRole('textbox', { name: 'First reply: red' });
  await userEvent.clear(red);
  await userEvent.type(red, '30');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getByText('This time comes after the one before it.')).toBeTruthy();
  expect(server.countOf(`POST ${base}`)).toBe(0);
  await userEvent.clear(red);
  await userEvent.type(red, '90');
  await userEvent.type(form.getByRole('textbox', { name: 'Resolution: act' }), '7200');
  await userEvent.type(form.getByRole('combobox', { name: 'Group of customers' }), 'VIP');
  await userEvent.click(await screen.findByRole('option', { name: 'VIP customers' }));
  expect(server.queriesOf(`GET ${base}/groups`).map(({ search }) => search)).toContain('VIP');
  await userEvent.click(form.getByRole('radio', { name: 'Raise the priority' }));
  expect(form.getByRole('textbox', { name: 'To the priority' })).toBeTruthy();
  server.replies[`POST ${base}`] = () => refused('group.not_found', 'No such group.');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}`)).toMatchObject({
      name: 'Fast',
      groupId: idOf(7),
      firstRedSeconds: '90',
      resolutionRedSeconds: '0',
      resolutionActSeconds: '7200',
      act: 'raise',
      actPriority: '9',
    }),
  );
  expect((await form.findByRole('alert')).textContent).toMatch('No such group');
});
