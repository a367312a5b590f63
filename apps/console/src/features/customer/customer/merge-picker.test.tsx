import { endpoints } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, stubServer } from '../../../test-screens.tsx';
import { MergePicker } from './merge-picker.tsx';

const customers = `GET ${endpoints.phoneBook.list.path}`;
const server = stubServer(() => ({ [customers]: () => good({ customers: { customers: [], headers: [], hasMore: false } }) }));

test('WIDGET-011 a customer to merge with is searched by the server, which is asked for 15', async () => {
  draw(<MergePicker customer={{ id: '7d1f6a52-0d7b-4b52-9d7c-000000000001', name: 'Asha' }} onClose={vi.fn()} onPick={vi.fn()} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Customer to merge' }), '98765');
  await waitFor(() => expect(server.queriesOf(customers).at(-1)).toMatchObject({ search: '98765', from: '0', perPage: '15' }));
});
