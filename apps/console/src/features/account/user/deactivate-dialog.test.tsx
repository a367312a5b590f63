import type { UserRow } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, refused, stubServer } from '../../../test-screens.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';

const makeUser = (number: number, name: string): UserRow => ({
  uId: idOf(number),
  name,
  emailId: `${name.toLowerCase()}@example.com`,
  roles: [3],
  state: 1,
  profilePic: '',
  departments: [],
  agentStatus: 1,
  chat: { enabled: true, maxChats: null, languages: [], priority: 0 },
  hasTwoFactor: null,
  lastLoginAt: null,
  version: 1,
});
const one = (name: string) => [{ id: idOf(90), name }];
const work = [
  { kind: 'streams', count: 1, first: one('Welcome'), isMoved: true },
  { kind: 'campaigns', count: 1, first: one('Diwali'), isMoved: false },
  { kind: 'keys', count: 1, first: one('Till'), isMoved: false },
];
const call = `DELETE /e/enterprise/users/${idOf(2)}`;
const server = stubServer(() => ({
  [call]: () => good({ openChats: 0, work }),
  'GET /e/enterprise/users': () => ({ ...good(null), response: { users: [makeUser(2, 'Ravi'), makeUser(3, 'Asha')], more: false } }),
}));
const picker = (name: string) => screen.findByRole('combobox', { name: `Who takes over: ${name}` });
const isFaulty = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';

test('work that has to be taken over wants its heir before the user is deactivated; other work does not', async () => {
  const onClose = vi.fn();
  draw(<DeactivateDialog user={makeUser(2, 'Ravi')} onClose={onClose} />);
  const streams = await picker('1 published stream');
  const campaigns = await picker('1 campaign that is planned or runs');
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  expect([isFaulty(streams), isFaulty(campaigns)]).toEqual([true, false]);
  expect(screen.getByText('Choose who takes this over.')).toBeTruthy();
  expect(server.countOf(call)).toBe(1);

  await userEvent.click(streams);
  await userEvent.click(await screen.findByRole('option', { name: 'Asha' }));
  expect(screen.queryByText('Choose who takes this over.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.queriesOf(call)).toContainEqual({ isValidate: 'false', moveTo: JSON.stringify({ streams: idOf(3) }) });
});

test('work that was added meanwhile wants its heir at once', async () => {
  draw(<DeactivateDialog user={makeUser(2, 'Ravi')} onClose={vi.fn()} />);
  await userEvent.click(await picker('1 published stream'));
  await userEvent.click(await screen.findByRole('option', { name: 'Asha' }));
  const more = [...work, { kind: 'connections', count: 1, first: one('Office'), isMoved: true }];
  server.replies[call] = ({ query }) =>
    query.isValidate === 'false'
      ? refused('user.work_left', 'There is more work.', { kinds: ['connections'] })
      : good({ openChats: 0, work: more });
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('Choose who takes this over.')).toBeTruthy();
});
