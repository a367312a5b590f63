import { type ChatTargets, endpoints } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setToken } from '../../../../lib/session.ts';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../../test-screens.tsx';
import { TargetsDialog } from './targets-dialog.tsx';

const { get, save } = endpoints.chatTargets;
const [reads, saves] = [`GET ${get.path}`, `PUT ${save.path}`];
const billing = idOf(1);
const saved: ChatTargets = {
  departmentId: '',
  // A second is 0.0167 minutes: it stays to the millisecond unless somebody changes it.
  values: { 'chat.wait': 61_001, 'chat.rating': 4.5, 'chat.ratingRate': 0.3 },
  since: '2026-03-01',
  version: 4,
};
const server = stubServer(() => ({
  [`GET ${endpoints.chatAnalytics.choices.path}`]: () =>
    good({ channels: [], departments: [{ id: billing, name: 'Billing' }], agents: [], labels: [] }),
  [reads]: () => good(saved),
  [saves]: () => good(saved),
}));
const close = vi.fn();
const Page = () => <TargetsDialog departmentId="" onClose={close} />;
function open() {
  setToken('t');
  close.mockClear();
  openScreens('/', (root) => [screenAt(root, '/', Page)]);
}

test('targets are written in minutes, stars and hundredths; what nobody changes stays, and an empty one is none', async () => {
  open();
  const field = async (name: string) => (await screen.findByRole('textbox', { name })) as HTMLInputElement;
  expect([(await field('Average wait, minutes')).value, (await field('Rating rate, per cent')).value]).toEqual(['1.02', '30']);
  await userEvent.clear(await field('Average rating, stars'));
  await userEvent.type(await field('First reply: 90 %, minutes'), '2,5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(server.bodyOf(saves)).toEqual({
    departmentId: '',
    values: { 'chat.wait': 61_001, 'chat.firstReplyP90': 150_000, 'chat.ratingRate': 0.3 },
    version: 4,
  });
});

test('a target beyond the unit is refused at its field; another department shows its own', async () => {
  open();
  const rating = await screen.findByRole('textbox', { name: 'Average rating, stars' });
  await userEvent.clear(rating);
  await userEvent.type(rating, '6');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a number above 0 and of at most 5, or nothing.')).toBeTruthy();
  expect(server.countOf(saves)).toBe(0);
  server.replies[reads] = () => good({ departmentId: billing, values: {}, since: null, version: 0 });
  await userEvent.click(screen.getByRole('combobox', { name: 'Targets of' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Billing' }));
  await waitFor(() => expect(server.queriesOf(reads).at(-1)).toEqual({ departmentId: billing }));
  await waitFor(() => expect((screen.getByRole('textbox', { name: 'Average rating, stars' }) as HTMLInputElement).value).toBe(''));
});
