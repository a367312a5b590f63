import type { QuickReply } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../../test-screens.tsx';
import { QuickReplyPanel } from './quick-reply-panel.tsx';

const base = '/e/enterprise/quick_replies';
const reply = (number: number, shortcut: string, part: Partial<QuickReply> = {}): QuickReply => ({
  id: idOf(number),
  deptId: '',
  shortcut,
  text: `Text of ${shortcut}`,
  textHi: '',
  usedCount: 0,
  version: 1,
  ...part,
});
let stored: QuickReply[];
const server = stubServer(() => {
  stored = [reply(1, 'bye', { usedCount: 1200, textHi: 'अलविदा' }), reply(2, 'greet')];
  return {
    [`GET ${base}`]: ({ query }) =>
      good({ replies: stored.filter(({ shortcut }) => shortcut.startsWith(query.search ?? '')), more: false }),
  };
});
const onChange = vi.fn();
const open = (part: Partial<Parameters<typeof QuickReplyPanel>[0]> = {}) =>
  openScreens('/quick', (root) => [
    screenAt(root, '/quick', () => (
      <QuickReplyPanel deptId="" departmentName="" isReadOnly={false} search="" from={0} onChange={onChange} {...part} />
    )),
  ]);

test('quick replies are listed with their languages and uses, and searched on the server', async () => {
  open();
  const row = (await screen.findByText('/bye')).closest('tr') as HTMLElement;
  expect(within(row).getByText('EN, हि')).toBeTruthy();
  expect(within(row).getByText('1,200')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by shortcut or words' }), 'gre{Enter}');
  expect(onChange).toHaveBeenCalledWith({ search: 'gre', from: 0 });
});

test('a quick reply is created with a variable in its text; a refusal is said at its field', async () => {
  server.replies[`POST ${base}`] = () => refused('quick_reply.shortcut_taken', 'The department has this shortcut already.');
  open({ deptId: idOf(9), departmentName: 'Sales' });
  await userEvent.click(await screen.findByRole('button', { name: 'Create quick reply' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a quick reply' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(dialog.getByText('Use 1 to 40 letters, digits, dots, dashes or underscores.')).toBeTruthy();
  expect(dialog.getByText('Write the text in one language at least.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Shortcut/ }), 'hello');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text in English' }), 'Hello ');
  await userEvent.click(dialog.getAllByRole('button', { name: /Insert/ })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: /customer/i }));
  expect(dialog.getByRole('figure').textContent).toBe('Hello Meera');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}`)).toEqual({ deptId: idOf(9), shortcut: 'hello', text: 'Hello {{ customer.name }}', textHi: '' }),
  );
  expect(await dialog.findByText('The department has this shortcut already.')).toBeTruthy();
});

test('a quick reply is changed with its version, and is not deleted before a question', async () => {
  server.replies[`PUT ${base}/${idOf(2)}`] = ({ body }) => good({ ...stored[1], ...(body as object), version: 2 });
  server.replies[`DELETE ${base}/${idOf(1)}`] = () => good(null);
  open();
  const act = async (name: string, action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  };
  await act('greet', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit /greet' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text in English' }), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${base}/${idOf(2)}`)).toEqual({ shortcut: 'greet', text: 'Text of greet!', textHi: '', version: '1' }),
  );
  await act('bye', 'Delete');
  expect(server.countOf(`DELETE ${base}/${idOf(1)}`)).toBe(0);
});

test('a file adds its good lines, and the others are said by line', async () => {
  server.replies[`POST ${base}/import`] = () =>
    good({ added: 2, faults: [{ line: 3, code: 'quick_reply.taken', values: {}, message: 'The department has this shortcut already.' }] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import quick replies' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(dialog.getByText('Choose a file, or paste lines.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Lines' }), 'shortcut,text');
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('2 quick replies are added.')).toBeTruthy();
  expect(dialog.getByText('Line 3: The department has this shortcut already.')).toBeTruthy();
  expect(server.bodyOf(`POST ${base}/import`)).toEqual({ deptId: '', csv: 'shortcut,text' });
});

test('quick replies that the user may not change are read alone', async () => {
  open({ isReadOnly: true });
  await screen.findByText('/bye');
  expect([screen.queryByRole('button', { name: 'Create quick reply' }), screen.queryByRole('button', { name: /^Actions/ })]).toEqual([
    null,
    null,
  ]);
});

test('an empty scope says how to begin', async () => {
  stored = [];
  open();
  expect(await screen.findByText('There are no quick replies yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Create quick reply' })).toHaveLength(1);
  expect(toastTexts()).toEqual([]);
});
