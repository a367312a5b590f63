import type { ChatLabel } from '@parley/contract';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../../test-screens.tsx';
import { LabelPanel } from './label-panel.tsx';

const base = '/e/chat/config';
const one = (number: number) => `${base}/${idOf(number)}`;
const label = (number: number, name: string, part: Partial<ChatLabel> = {}): ChatLabel => ({
  id: idOf(number),
  deptId: '',
  name,
  colour: '#1f6f78',
  order: number,
  isActive: true,
  isUsed: false,
  version: 1,
  ...part,
});

let stored: ChatLabel[];
const server = stubServer(() => {
  stored = [label(1, 'Order'), label(2, 'Refund', { isUsed: true, version: 3 }), label(3, 'Old', { isActive: false })];
  return {
    [`GET ${base}/`]: () => good(stored),
    [`PUT ${base}/order`]: ({ body }) => {
      stored = (body as { ids: string[] }).ids
        .flatMap((id) => stored.find((known) => known.id === id) ?? [])
        .map((known, order) => ({ ...known, order, version: known.version + 1 }));
      return good(stored);
    },
  };
});
const open = (deptId = '', isReadOnly = false) =>
  openScreens('/labels', (root) => [screenAt(root, '/labels', () => <LabelPanel deptId={deptId} isReadOnly={isReadOnly} />)]);
const shown = () => screen.getAllByRole('button', { name: /^Move / }).map((handle) => handle.getAttribute('aria-label')?.slice(5));
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

test('ADMIN-063 a label moves at once by the keyboard, and it is said; the focus stays at it', async () => {
  open();
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move Order' }), { key: 'ArrowDown', altKey: true });
  expect(await screen.findByText('Order is now number 2 of 3')).toBeTruthy();
  await waitFor(() => expect(shown()).toEqual(['Refund', 'Order', 'Old']));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/order`)).toEqual({ deptId: '', ids: [idOf(2), idOf(1), idOf(3)] }));
  await waitFor(() => expect(server.countOf(`GET ${base}/`)).toBe(2));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Order');
});

test('ADMIN-063 a label moves by drag and drop; a refused order is told, and the list read again', async () => {
  server.replies[`PUT ${base}/order`] = () =>
    refused('chat_label.set_changed', 'The labels of the department have changed. Load them again.');
  open();
  const dataTransfer = { setData: vi.fn(), setDragImage: vi.fn(), effectAllowed: '' };
  fireEvent.dragStart(await screen.findByRole('button', { name: 'Move Old' }), { dataTransfer });
  const target = screen.getByText('Order').closest('tr') as HTMLElement;
  vi.spyOn(target, 'getBoundingClientRect').mockReturnValue({ top: 100, height: 40 } as DOMRect);
  const over = createEvent.dragOver(target, { dataTransfer });
  Object.defineProperty(over, 'clientY', { value: 105 });
  fireEvent(target, over);
  fireEvent.drop(target, { dataTransfer });
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/order`)).toEqual({ deptId: '', ids: [idOf(3), idOf(1), idOf(2)] }));
  await waitFor(() => expect(toastTexts()).toEqual(['The labels of the department have changed. Load them again.']));
  await waitFor(() => expect(shown()).toEqual(['Order', 'Refund', 'Old']));
});

test('ADMIN-058 a label of a department is created; a name that is taken is said in the form', async () => {
  stored = [];
  server.replies[`POST ${base}/`] = () => refused('chat_label.name_taken', 'Another label of the department has this name.');
  open(idOf(9));
  expect(await screen.findByText('No labels of its own')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create label' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a label' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(dialog.getByText('Give the label a name.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Delivery');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Another label of the department has this name.')).toBeTruthy();
  server.replies[`POST ${base}/`] = () => good(label(4, 'Delivery', { deptId: idOf(9) }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`POST ${base}/`)).toEqual({ name: 'Delivery', colour: '#868e96', isActive: 'true', deptId: idOf(9) });
  expect(server.queriesOf(`GET ${base}/`)[0]).toEqual({ deptId: idOf(9) });
});

test('ADMIN-059 ADMIN-060 a used label is retired and offered again, one that is not used is deleted', async () => {
  server.replies[`PUT ${one(2)}`] = () => good(label(2, 'Refund', { isActive: false, version: 4 }));
  server.replies[`DELETE ${one(1)}`] = () => good({ isRetired: true });
  open();
  await act('Refund', 'Retire');
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${one(2)}`)).toEqual({ name: 'Refund', colour: '#1f6f78', isActive: 'false', version: '3' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Refund' }));
  await screen.findByRole('menuitem', { name: 'Retire' });
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await act('Order', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  // A chat got the label in this moment.
  await waitFor(() => expect(toastTexts()).toContain('Chats have the label, so it is retired.'));
});

test('labels that the user may not change are read alone', async () => {
  open('', true);
  expect(await screen.findByText('Order')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
