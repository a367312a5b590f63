import { endpoints } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, stubServer } from '../../../test-screens.tsx';
import { UserPicker } from './user-picker.tsx';

const users = `GET ${endpoints.users.listUsers.path}`;
const server = stubServer(() => ({ [users]: () => ({ ...good(null), response: { users: [], more: false } }) }));

test('WIDGET-011 a person is searched by the server, which is asked for 15', async () => {
  draw(<UserPicker label="Person" chosen={null} onChange={vi.fn()} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Person' }), 'pri');
  await waitFor(() => expect(server.queriesOf(users).at(-1)).toMatchObject({ name: 'pri', from: '0', perPage: '15' }));
});
