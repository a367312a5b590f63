import { Textarea, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { DialogActions, DialogForm } from './dialog-form.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('Enter and the button submit once each; Cancel does not', async () => {
  const [handleSubmit, handleCancel] = [vi.fn(), vi.fn()];
  draw(
    <DialogForm submit="Save" onCancel={handleCancel} onSubmit={handleSubmit}>
      <TextInput label="Name" required />
    </DialogForm>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}');
  await userEvent.click(button('Save'));
  // An empty field that is required is for the form to judge, not for the browser.
  expect(handleSubmit).toHaveBeenCalledTimes(2);
  await userEvent.click(button('Cancel'));
  expect([handleSubmit.mock.calls.length, handleCancel.mock.calls.length]).toEqual([2, 1]);
});

test('a busy or disabled form cannot be submitted', async () => {
  const handleSubmit = vi.fn();
  const { unmount } = draw(<DialogActions submit="Move" isDisabled onCancel={() => {}} onSubmit={handleSubmit} />);
  expect(button('Move').disabled).toBe(true);
  unmount();
  draw(<DialogActions submit="Move" cancel="No" isBusy onCancel={() => {}} onSubmit={handleSubmit} />);
  await userEvent.click(button('Move'));
  expect(handleSubmit).not.toHaveBeenCalled();
  expect(button('No')).toBeTruthy();
});

test('Ctrl or Cmd with Enter submits from a field of many lines, by the button, and only once it may', async () => {
  const handleSubmit = vi.fn();
  const form = (isDisabled: boolean) => (
    <DialogForm submit="Close" isDisabled={isDisabled} onCancel={() => {}} onSubmit={handleSubmit}>
      <Textarea label="Feedback" />
    </DialogForm>
  );
  const { unmount } = draw(form(false));
  const field = () => screen.getByRole('textbox', { name: 'Feedback' });
  await userEvent.type(field(), 'Solved{Enter}{Control>}{Enter}{/Control}{Meta>}{Enter}{/Meta}');
  expect(handleSubmit).toHaveBeenCalledTimes(2);
  unmount();
  draw(form(true));
  await userEvent.type(field(), '{Control>}{Enter}{/Control}');
  expect(handleSubmit).toHaveBeenCalledTimes(2);
});
