import type { Skill } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer } from '../../../../test-screens.tsx';
import { SkillPanel } from './skill-panel.tsx';

const base = '/e/enterprise/skills';
const refund: Skill = {
  id: idOf(1),
  name: 'Refund',
  agentCount: 1,
  agents: [{ uId: idOf(21), name: 'Asha', level: 3 }],
  needs: [{ deptId: idOf(9), level: 3, seconds: 60 }],
  version: 4,
};
const { agents: _agents, ...row } = refund;
const agent = (number: number, name: string) => ({
  uId: idOf(number),
  name,
  emailId: `${name}@example.com`,
  profilePic: '',
  agentStatus: 1,
  ownStatus: null,
  openChats: 0,
  maxChats: 5,
  languages: [],
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
const server = stubServer(() => ({
  [`GET ${base}`]: () => good([row]),
  [`GET ${base}/${idOf(1)}`]: () => good(refund),
  'GET /e/enterprise/agents': () => ({ ...good(null), response: { users: [agent(21, 'Asha'), agent(22, 'Ben')], more: false } }),
  'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [sales], more: false } }),
}));
const open = (isReadOnly = false) =>
  openScreens('/skills', (root) => [screenAt(root, '/skills', () => <SkillPanel isReadOnly={isReadOnly} />)]);
const choose = async (dialog: ReturnType<typeof within>, label: string, option: string) => {
  await userEvent.click(dialog.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('a skill gets agents, levels and departments that need it, and is saved whole with its version', async () => {
  server.replies[`PUT ${base}/${idOf(1)}`] = () => good({ ...refund, version: 5 });
  open();
  expect(await screen.findByText('Sales: level 3 for 60 s')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Refund' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Refund' }));
  await choose(dialog, 'Add an agent', 'Ben');
  await choose(dialog, 'Level of Ben', '5');
  await userEvent.click(dialog.getByRole('button', { name: 'Take Sales out' }));
  await choose(dialog, 'Add a department', 'All departments');
  const seconds = dialog.getByRole('textbox', { name: 'Seconds of All departments' });
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '9000');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('3');
  expect(server.countOf(`PUT ${base}/${idOf(1)}`)).toBe(0);
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '90');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`PUT ${base}/${idOf(1)}`)).toEqual({
    name: 'Refund',
    agents: [
      { uId: idOf(21), level: 3 },
      { uId: idOf(22), level: 5 },
    ],
    needs: [{ deptId: '', level: 3, seconds: 90 }],
    version: 4,
  });
});

test('a skill is created, and a name that is taken is said in the form', async () => {
  server.replies[`POST ${base}`] = () => refused('skill.name_taken', 'Another skill has this name.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create skill' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a skill' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(dialog.getByText('Give the skill a name.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Refund');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Another skill has this name.')).toBeTruthy();
  server.replies[`POST ${base}`] = () => good(refund);
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a skill is deleted behind a question', async () => {
  server.replies[`DELETE ${base}/${idOf(1)}`] = () => good(null);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Refund' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.countOf(`DELETE ${base}/${idOf(1)}`)).toBe(1));
});

test('skills that the user may not change are read alone', async () => {
  open(true);
  expect(await screen.findByText('Refund')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
