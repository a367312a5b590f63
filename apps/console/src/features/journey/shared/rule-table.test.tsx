import type { JourneyRule } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import { makeJourneyRule, makeVersion } from './journey.fixtures.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleTable } from './rule-table.tsx';

const base = '/e/enterprise/publish';
const one = `${base}/${idOf(81)}`;
const versions = `GET /e/enterprise/journey/${idOf(71)}/versions`;
const server = stubServer(() => {
  setEnterpriseZone('UTC');
  return {
    [versions]: () => good({ versions: [makeVersion(), makeVersion({ version: 1, note: '' })] }),
    'GET /e/enterprise/channels': () => ({
      ...good(null),
      response: { channelConfig: [makeChannel({ id: idOf(8) }), makeChannel({ id: idOf(9), name: 'Website', type: 12 })], more: false },
    }),
  };
});
const editor = { ...sampleMe, permissions: ['JOURNEYS.VIEW', 'JOURNEYS.EDIT'] };
const reader = { ...sampleMe, permissions: ['JOURNEYS.VIEW'] };
type Props = ComponentProps<typeof RuleTable>;
const open = (props: Partial<Props> & { rules: Props['rules'] }, me = editor) =>
  openScreens(
    '/rules',
    (root) => [
      screenAt(root, '/rules', () => <RuleTable error={null} empty={<p>Nothing begins anything.</p>} onRetry={() => {}} {...props} />),
    ],
    me,
  );
const openMenu = async (rule = 'Keyword “book”, Shop') => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions of ${rule}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }));
const cells = () => {
  const [, ...rows] = screen.getAllByRole('row');
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
};

test('the table says of a rule its stream, version, channel, words, state and who attached it', async () => {
  const rest = ['12 is published', 'ShopWHATSAPP', 'Keyword “book”', 'Production', 'On', '5 Mar 2026 10:30 AM', 'Priya', ''];
  open({ rules: [makeJourneyRule()] });
  expect(await screen.findByRole('link', { name: 'Appointment' })).toBeTruthy();
  expect(cells()).toEqual([['Appointment', ...rest]]);
});

test('the table of one stream leaves its name out', async () => {
  open({ rules: [makeJourneyRule({ version: 2, environment: 'sandbox', isActive: false, by: '' })], isOfOne: true });
  await screen.findByRole('table', { name: 'Rules' });
  expect(cells()).toEqual([['2', 'ShopWHATSAPP', 'Keyword “book”', 'Sandbox', 'Off', '5 Mar 2026 10:30 AM', '–', '']]);
});

test('a rule of a stream that has paused by itself says so, and by which template', async () => {
  const pausedBy: JourneyRule['pausedBy'] = { templateId: idOf(95), template: 'reminder', why: 'PAUSED', isReady: false };
  open({
    rules: [makeJourneyRule({ isPaused: true, pausedBy }), makeJourneyRule({ id: idOf(82), isPaused: true, pausedBy, isActive: false })],
  });
  await screen.findByRole('table', { name: 'Rules' });
  expect(cells().map((row) => row[5])).toEqual(['PausedTemplate reminder was paused by its vendor.', 'Off']);
});

test('a table without rules shows what it was given for that', async () => {
  open({ rules: [] });
  expect(await screen.findByText('Nothing begins anything.')).toBeTruthy();
});

test('a table that is filtered to nothing offers to clear the filters', async () => {
  const onClearFilters = vi.fn();
  open({ rules: [], isFiltered: true, onClearFilters });
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeTruthy();
  expect(screen.queryByText('Nothing begins anything.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClearFilters).toHaveBeenCalledOnce();
});

test('a table that could not be loaded says why and asks again', async () => {
  const onRetry = vi.fn();
  open({ rules: undefined, error: new ApiError('server.unexpected', 'The server failed.', 500, {}, 'r-1'), onRetry });
  const alert = within(await screen.findByRole('alert'));
  expect([alert.getByRole('heading').textContent, alert.getByText(/^The server failed\./).textContent]).toEqual([
    'This could not be loaded',
    'The server failed.Request id: r-1',
  ]);
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('a rule offers the versions that it has: the newest one, and others where there are several', async () => {
  open({ rules: [makeJourneyRule(), makeJourneyRule({ id: idOf(82), word: 'new', newestVersion: 1, isActive: false })] });
  expect(await openMenu()).toEqual(['Link, code and card', 'Use version 2', 'Change the version', 'Switch off', 'Detach']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(await openMenu('Keyword “new”, Shop')).toEqual(['Link, code and card', 'Switch on', 'Detach']);
});

test('a user who may not edit streams takes links and codes away, and does nothing with a rule that has none', async () => {
  open({ rules: [makeJourneyRule(), makeJourneyRule({ id: idOf(82), kind: 'ended', word: '', link: '' })] }, reader);
  expect(await openMenu()).toEqual(['Link, code and card']);
  expect(screen.queryByRole('button', { name: 'Actions of After a chat, Shop', hidden: true })).toBeNull();
});

test('a rule is switched on with the version that it names; why that is refused is told', async () => {
  server.replies[`PUT ${one}`] = () => refused('journey.entry_conflict', '“Loan” has this rule.', { name: 'Loan' });
  open({ rules: [makeJourneyRule({ isActive: false })] });
  await openMenu();
  await choose('Switch on');
  await waitFor(() => expect(toastTexts()).toEqual(['“Loan” has this rule.']));
  server.replies[`PUT ${one}`] = () => good(makeJourneyRule(), 'The rule is on.');
  await openMenu();
  await choose('Switch on');
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is on.']));
  expect(server.bodyOf(`PUT ${one}`)).toEqual({ version: '1', isActive: 'true' });
});

test('a rule is detached after the question alone', async () => {
  server.replies[`DELETE ${one}`] = () => good(null, 'The rule is taken away.');
  open({ rules: [makeJourneyRule()] });
  await openMenu();
  await choose('Detach');
  const question = within(await screen.findByRole('dialog', { name: 'Detach this rule?' }));
  expect(question.getByText('“Keyword “book”” on Shop begins nothing any more. Who is inside goes on.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(`DELETE ${one}`)).toBe(0);
  await openMenu();
  await choose('Detach');
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Detach this rule?' })).getByRole('button', { name: 'Detach' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is taken away.']));
  expect(server.countOf(`DELETE ${one}`)).toBe(1);
});

test('another version is chosen in the dialog of a rule, which stays while it is refused', async () => {
  server.replies[`PUT ${one}`] = () => refused('journey.entry_not_found', 'The rule is gone.');
  open({ rules: [makeJourneyRule()] });
  await openMenu();
  await choose('Change the version');
  const dialog = within(await screen.findByRole('dialog', { name: 'Version of Appointment' }));
  expect((await dialog.findAllByRole('radio')).map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, true]);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Use version 1' }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('radio', { name: '2' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Use version 2' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('The rule is gone.');
  server.replies[`PUT ${one}`] = () => good(makeJourneyRule({ version: 2 }), 'The rule is changed.');
  await userEvent.click(dialog.getByRole('button', { name: 'Use version 2' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is changed.']));
  expect(server.bodyOf(`PUT ${one}`)).toEqual({ version: '2', isActive: 'true' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the versions that could not be loaded say why and are asked for again', async () => {
  server.replies[versions] = () => refused('journey.not_found', 'There is no such stream.');
  open({ rules: [makeJourneyRule()] });
  await openMenu();
  await choose('Change the version');
  const dialog = within(await screen.findByRole('dialog', { name: 'Version of Appointment' }));
  expect(await dialog.findByText('There is no such stream.')).toBeTruthy();
  server.replies[versions] = () => good({ versions: [makeVersion(), makeVersion({ version: 1 })] });
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('radio', { name: '2' })).toBeTruthy();
});

test('a rule of a known stream is attached once its channel and word are there, and is sent whole', async () => {
  const onClose = vi.fn();
  const attach = `POST ${base}`;
  server.replies[attach] = () => good(makeJourneyRule(), 'The rule is attached.');
  openScreens(
    '/rules',
    (root) => [screenAt(root, '/rules', () => <RuleDialog open={{ dialog: 'attach', journeyId: idOf(71) }} onClose={onClose} />)],
    editor,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Attach a rule' }));
  expect(dialog.queryByRole('combobox', { name: /^Stream/ })).toBeNull();
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Attach' });
  expect(button.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('combobox', { name: /^Channel/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Website' }));
  const word = dialog.getByRole('textbox', { name: /^Word/ });
  await userEvent.type(word, '  ');
  expect(button.disabled).toBe(true);
  await userEvent.type(word, 'book ');
  await userEvent.click(button);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(toastTexts()).toEqual(['The rule is attached.']);
  expect(server.bodyOf(attach)).toEqual({
    journeyId: idOf(71),
    version: 0,
    channelId: idOf(9),
    kind: 'keyword',
    word: 'book',
    campaignId: '',
    hours: 72,
    attribute: '',
    change: 'changed',
    value: '',
    audienceId: '',
    repeat: 'once',
    date: '',
    time: '',
    weekdays: [],
    day: 1,
    timeZone: '',
  });
});

test('a stream without a version is not attached, and the dialog says what comes first', async () => {
  server.replies[versions] = () => good({ versions: [] });
  openScreens(
    '/rules',
    (root) => [
      screenAt(root, '/rules', () => (
        <RuleDialog open={{ dialog: 'attach', journeyId: idOf(71), channelId: idOf(8) }} onClose={() => {}} />
      )),
    ],
    editor,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Attach a rule' }));
  expect(await dialog.findByText('This stream has no version yet. Publish it first.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Word/ }), 'book');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Attach' }).disabled).toBe(true);
});
