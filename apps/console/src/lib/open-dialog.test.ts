import { expect, onTestFinished, test } from 'vitest';
import { isOfDialog } from './open-dialog.ts';

test('a key that closes a dialog is not the page’s as well, and the next one is', () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  const close = () => dialog.remove();
  const heard: boolean[] = [];
  const listen = (event: Event) => heard.push(isOfDialog(event));
  window.addEventListener('keydown', close, true);
  document.addEventListener('keydown', listen);
  onTestFinished(() => {
    window.removeEventListener('keydown', close, true);
    document.removeEventListener('keydown', listen);
  });
  for (const _press of [1, 2]) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(heard).toEqual([true, false]);
});
