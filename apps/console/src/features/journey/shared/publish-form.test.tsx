import type { JourneyItem } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import { at, makeDocument, makeFinding, makeJourney, makeJourneyRule, makeRehearsal, makeTest, makeVersion } from './journey.fixtures.ts';
import { PublishDialog } from './publish-dialog.tsx';

const one = `/e/enterprise/journey/${idOf(71)}`;
const publish = `POST ${one}/publish`;
const rules = 'GET /e/enterprise/publish';
const published = (left: { instanceId: string; reason: string }[] = []) =>
  good({ version: makeVersion({ version: 3 }), moved: 0, left }, 'The stream is published.');
const server = stubServer(() => {
  setEnterpriseZone('UTC');
  return {
    [`GET ${one}/draft`]: () =>
      good({
        journey: { id: idOf(71), name: 'Appointment', state: 'PUBLISHED', version: 2 },
        revision: 9,
        document: makeDocument(),
        savedAt: at,
        unpublishedBy: [],
        readOnly: false,
        lease: { holderId: '', holderName: '', isMine: false, until: '' },
        place: { zone: 'UTC', country: 'IN' },
      }),
    [`GET ${one}/check`]: () => good({ revision: 10, fingerprint: 'abc', findings: [] }),
    [`GET ${one}/tests`]: () => good({ tests: [makeTest()] }),
    [`POST ${one}/rehearse`]: () => good(makeRehearsal(true)),
    [`GET ${one}/versions/2`]: () => good({ ...makeVersion(), document: makeDocument() }),
    [rules]: () => good({ entries: [makeJourneyRule()], skills: [] }),
    [publish]: () => published(),
    'GET /e/enterprise/channels': () => ({
      ...good(null),
      response: { channelConfig: [makeChannel({ id: idOf(8) }), makeChannel({ id: idOf(9), name: 'Website', type: 12 })], more: false },
    }),
  };
});
const onClose = vi.fn();
const onPublished = vi.fn();
const open = async (change: Partial<JourneyItem> = {}) => {
  onClose.mockClear();
  onPublished.mockClear();
  openScreens(
    '/stream',
    (root) => [
      screenAt(root, '/stream', () => <PublishDialog journey={makeJourney(change)} onPublished={onPublished} onClose={onClose} />),
    ],
    { ...sampleMe, permissions: ['JOURNEYS.VIEW', 'JOURNEYS.EDIT'] },
  );
  return within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
};

test('a draft without a fault is published with its note, and its rules begin the new version', async () => {
  const dialog = await open();
  expect(await dialog.findByText('Nothing is wrong.')).toBeTruthy();
  expect(dialog.getByText('Version 3: Keyword “book” on Shop')).toBeTruthy();
  expect(dialog.queryByRole('textbox', { name: /^Publish although/ })).toBeNull();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), ' Asks for the day ');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onPublished).toHaveBeenCalledOnce();
  expect(server.bodyOf(publish)).toEqual({ revision: '10', note: 'Asks for the day', waiver: '', moves: 'false', rules: 'true' });
  expect(toastTexts()).toEqual(['The stream is published.']);
});

test('a draft that could not be checked says why and is checked again', async () => {
  server.replies[`GET ${one}/check`] = () => refused('journey.not_found', 'There is no such stream.');
  const dialog = await open();
  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText('There is no such stream.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Publish' })).toBeNull();
  server.replies[`GET ${one}/check`] = () => good({ revision: 10, fingerprint: 'abc', findings: [] });
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Nothing is wrong.')).toBeTruthy();
});

test('an error of the draft stops its publishing', async () => {
  server.replies[`GET ${one}/check`] = () => good({ revision: 10, fingerprint: 'abc', findings: [makeFinding({ level: 'error' })] });
  const dialog = await open();
  expect(await dialog.findByRole('region', { name: '1 error' })).toBeTruthy();
  expect(dialog.getByText('Mend the errors first.')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
});

test('a warning of the draft does not stop its publishing', async () => {
  server.replies[`GET ${one}/check`] = () => good({ revision: 10, fingerprint: 'abc', findings: [makeFinding()] });
  const dialog = await open();
  expect(await dialog.findByRole('region', { name: '1 warning' })).toBeTruthy();
  expect(dialog.queryByText('Mend the errors first.')).toBeNull();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(false);
});

test('a refusal of the server is told in the dialog, which keeps what is typed', async () => {
  server.replies[publish] = () => refused('journey.unchanged', 'Nothing has changed since version 2.', { version: 2 });
  const dialog = await open();
  const note = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  await userEvent.type(note, 'Again');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Nothing has changed since version 2.');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Again');
  expect([onClose.mock.calls, onPublished.mock.calls, toastTexts()]).toEqual([[], [], []]);
});

test('a version that was never rehearsed is not begun by rules on production channels', async () => {
  server.replies[`POST ${one}/rehearse`] = () => good({ ...makeRehearsal(true), tests: [] });
  const dialog = await open();
  expect(await dialog.findByText(/^There are no saved conversations\./)).toBeTruthy();
  const renews = dialog.getByRole<HTMLInputElement>('switch', { name: /^Its rules begin this version/ });
  expect([renews.disabled, renews.checked]).toEqual([true, false]);
  expect(dialog.getByText('Version 1: Keyword “book” on Shop')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(server.bodyOf(publish)).toMatchObject({ rules: 'false' }));
});

test('a version that was never rehearsed is begun by rules on sandbox channels', async () => {
  server.replies[`POST ${one}/rehearse`] = () => good({ ...makeRehearsal(true), tests: [] });
  server.replies[rules] = () => good({ entries: [makeJourneyRule({ environment: 'sandbox' })], skills: [] });
  const dialog = await open();
  const renews = await dialog.findByRole<HTMLInputElement>('switch', { name: /^Its rules begin this version/ });
  expect([renews.disabled, renews.checked]).toEqual([false, true]);
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(server.bodyOf(publish)).toMatchObject({ rules: 'true' }));
});

test('people who stay on the former version are counted by reason', async () => {
  server.replies[publish] = () =>
    published([
      { instanceId: idOf(91), reason: 'Its node is gone.' },
      { instanceId: idOf(92), reason: 'Its node is gone.' },
      { instanceId: idOf(93), reason: 'It waits for an agent.' },
    ]);
  const dialog = await open();
  await userEvent.click(await dialog.findByRole('switch', { name: /^Move who waits/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  expect((await dialog.findByRole('status')).textContent).toBe('The version is published. 3 people stay on the former version:');
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Its node is gone. (2)', 'It waits for an agent. (1)']);
  expect(server.bodyOf(publish)).toMatchObject({ moves: 'true' });
  expect([onPublished.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  await userEvent.click(dialog.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a first version has nothing to move or to compare, and is published without a rule that is not whole', async () => {
  server.replies[rules] = () => good({ entries: [], skills: [] });
  const dialog = await open({ version: 0, state: 'DRAFT', entries: [] });
  const word = await dialog.findByRole('textbox', { name: /^Word/ });
  expect([dialog.queryByRole('switch'), dialog.queryByRole('region', { name: /^What changes/ })]).toEqual([null, null]);
  const partial = 'The rule is not complete: the stream is published without it.';
  expect(dialog.queryByText(partial)).toBeNull();
  await userEvent.type(word, 'book');
  expect(dialog.getByText(partial)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.bodyOf(publish)).toEqual({ revision: '10', note: '', waiver: '', moves: 'false', rules: 'false' });
  expect(server.countOf('POST /e/enterprise/publish')).toBe(0);
});

test('a first version is published and its rule attached', async () => {
  server.replies[rules] = () => good({ entries: [], skills: [] });
  server.replies['POST /e/enterprise/publish'] = () => good(makeJourneyRule(), 'The rule is attached.');
  const dialog = await open({ version: 0, state: 'DRAFT', entries: [] });
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Word/ }), ' book ');
  await userEvent.click(dialog.getByRole('combobox', { name: /^Channel/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Website' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Publish and attach' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.bodyOf('POST /e/enterprise/publish')).toMatchObject({
    journeyId: idOf(71),
    version: 0,
    channelId: idOf(9),
    kind: 'keyword',
    word: 'book',
  });
});
