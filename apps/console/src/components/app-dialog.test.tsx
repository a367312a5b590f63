import { reasonMax } from '@parley/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { api } from '../lib/api.ts';
import { confirmBin, confirmDelete, deleteTypes, openDialog } from '../lib/dialogs.ts';
import { getReason } from '../lib/reason.ts';
import { draw } from '../test-draw.tsx';
import { stubFetch } from '../test-fetch.ts';
import { AppDialogHost } from './app-dialog.tsx';

test('WIDGET-025 WIDGET-029 a deletion asks Are you sure you want to delete? with No and Yes', async () => {
  draw(<AppDialogHost />);
  for (const [button, answer] of [
    ['Yes', true],
    ['No', false],
  ] as const) {
    let asked: Promise<boolean> | undefined;
    act(() => {
      asked = confirmDelete('deleteIntent', 'Greeting');
    });
    expect(await screen.findByText('Are you sure you want to delete?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(await asked).toBe(answer);
  }
  expect(deleteTypes).toHaveLength(11);
});

test('the reason goes with the call that the answer begins, and with no later one', async () => {
  const sent: (string | null)[] = [];
  stubFetch(async (_address, init) => {
    sent.push(new Headers(init.headers).get('x-reason'));
    // No network answers within the same turn.
    await new Promise((resolve) => setTimeout(resolve));
    return Response.json({ status: true, code: '100', message: '', data: null });
  });
  draw(<AppDialogHost />);
  const departmentId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001';
  const remove = () => api.departments.remove({ params: { departmentId }, query: { moveTo: '' } });
  let done: Promise<unknown> | undefined;
  act(() => {
    done = confirmBin('delete', 'Sales').then(remove).then(remove);
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'Closed');
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await done;
  // The second call began when the first was answered.
  expect(sent).toEqual(['Closed', null]);
});

test('a reason is asked for where something goes to the bin, and forgotten with No and in the next question', async () => {
  draw(<AppDialogHost />);
  const ask = async (button: 'Yes' | 'No', reason: string) => {
    let heard: Promise<string> | undefined;
    act(() => {
      heard = confirmBin('deleteIntent', 'Greeting').then(() => getReason());
    });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reason (optional)' });
    expect([field.value, field.maxLength]).toEqual(['', reasonMax]);
    await userEvent.type(field, reason);
    await userEvent.click(screen.getByRole('button', { name: button }));
    return heard;
  };
  expect(await ask('Yes', 'Twice there')).toBe('Twice there');
  expect(await ask('No', 'Never mind')).toBe('');
  act(() => {
    void confirmDelete('deleteResponse');
  });
  await screen.findByText('Are you sure you want to delete?');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(getReason()).toBe('');
});

test.each([
  ['WIDGET-024', 'generate'],
  ['WIDGET-026', 'editPrompts'],
] as const)('WIDGET-023 %s the type %s shows the form of its caller and answers what the form ends with', async (_row, type) => {
  draw(<AppDialogHost />);
  let asked: Promise<boolean> | undefined;
  act(() => {
    asked = openDialog({
      type,
      title: 'Write it for me',
      form: (close) => (
        <button type="button" onClick={() => close(true)}>
          Made
        </button>
      ),
    });
  });
  expect(await screen.findByRole('dialog', { name: 'Write it for me' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Made' }));
  expect(await asked).toBe(true);
});
