import { defaultWhiteLabel } from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { getToken } from '../../../lib/session.ts';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { setBrand } from '../../account/shared/brand.ts';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import { at, makeDocument, makeFinding, makeJourney, makeJourneyRule, makeRehearsal, makeVersion } from '../shared/journey.fixtures.ts';
import { DesignerSearch } from './designer.search.ts';
import { DesignerPage, EncapDesignerPage } from './designer-page.tsx';

const j1 = idOf(1);
const id = idOf(71);
const one = `/e/enterprise/journey/${id}`;
const server = stubServer(() => ({
  'GET /e/enterprise/designer/access': () => good({ accessId: 'access-1' }),
  [`GET /e/enterprise/journey/${j1}`]: () => good(makeJourney()),
  [`GET ${one}`]: () => good(makeJourney()),
  [`GET ${one}/check`]: () => good({ revision: 10, fingerprint: 'abc', findings: [makeFinding()] }),
  [`GET ${one}/tests`]: () => good({ tests: [] }),
  [`GET ${one}/draft`]: () =>
    good({
      journey: { id, name: 'Appointment', state: 'PUBLISHED', version: 2 },
      revision: 10,
      document: makeDocument(),
      savedAt: at,
      unpublishedBy: [],
      readOnly: false,
      lease: { holderId: '', holderName: '', isMine: false, until: '' },
      place: { zone: 'Asia/Kolkata', country: 'IN' },
    }),
  [`GET ${one}/versions/2`]: () => good({ ...makeVersion(), document: makeDocument() }),
  [`POST ${one}/rehearse`]: () => good(makeRehearsal(true)),
  'GET /e/enterprise/publish': () => good({ entries: [makeJourneyRule({ environment: 'sandbox' })], skills: [] }),
  'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [makeChannel({ id: idOf(8) })], more: false } }),
}));
const path = '/designer/journey/$journeyId';

async function open(
  address = `/designer/journey/${j1}?nodeId=n7k2m9qa`,
  permissions: readonly string[] = ['JOURNEYS.EDIT', 'JOURNEYS.VIEW'],
) {
  setEnterpriseZone('Asia/Kolkata');
  const router = openScreens(
    address,
    (root) => [
      screenAt(root, path, () => <DesignerPage />, { validateSearch: DesignerSearch }),
      screenAt(root, '/journey/workspace', () => <p>Workspace</p>),
    ],
    { ...sampleMe, eId: 'e1', uId: 'u1', permissions } as never,
  );
  const frame = await screen.findByTitle<HTMLIFrameElement>('Designer of the stream');
  const told = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
  const hear = (data: unknown, from: Partial<MessageEventInit> = {}) =>
    act(async () => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow, ...from }));
    });
  return { router, frame, told, hear };
}

test('DESIGN-006 DESIGN-008 DESIGN-011 DESIGN-013 DESIGN-017 DESIGN-018 the frame stands below a bar with arrow, title and logo', async () => {
  onTestFinished(() => setBrand(defaultWhiteLabel));
  setBrand({ ...defaultWhiteLabel, logoPath: '/logo.png' });
  const { frame, hear } = await open();
  expect(server.queriesOf('GET /e/enterprise/designer/access')).toEqual([{ kind: 'journey', id: j1 }]);
  expect(frame.getAttribute('src')).toBe(`/designer/view/access-1#journey/flows/${j1}?nodeId=n7k2m9qa&zone=Asia%2FKolkata&owner=e1%3Au1`);
  await hear({ type: 'ready', id: j1, data: { protocol: 1, readOnly: false, name: 'Loan' } });
  expect(screen.getByRole('heading').textContent).toBe('Stream | Loan');
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
  expect(screen.getByRole('img', { name: defaultWhiteLabel.info.title }).getAttribute('src')).toBe('/logo.png');
});

test('WL-015 decision 0119: frame and socket have the page’s own origin, as isSameOrigin says by itself', async () => {
  expect(defaultWhiteLabel.isSameOrigin).toBe(true);
  const { addresses } = openLine();
  const { frame } = await open();
  expect(new URL(frame.src).origin).toBe(location.origin);
  expect(addresses.map((address) => new URL(address).host)).toEqual([location.host]);
});

test('DESIGN-010 the frame fills the window less 56 px, and is measured again 150 ms after a resize', async () => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  const { frame } = await open(`/designer/journey/${j1}`);
  expect(frame.getAttribute('src')).toBe(`/designer/view/access-1#journey/flows/${j1}?zone=Asia%2FKolkata&owner=e1%3Au1`);
  expect(frame.style.blockSize).toBe('744px');
  vi.useFakeTimers();
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(600);
  fireEvent(window, new Event('resize'));
  act(() => void vi.advanceTimersByTime(149));
  expect(frame.style.blockSize).toBe('744px');
  act(() => void vi.advanceTimersByTime(1));
  expect(frame.style.blockSize).toBe('544px');
});

test.each([
  ['a word', 'sessionOut'],
  ['a type', { type: 'sessionOut' }],
  ['an event', { event: 'sessionOut' }],
])('DESIGN-019 DESIGN-020 sessionOut as %s of the frame logs out, and of nobody else', async (_shape, message) => {
  const { hear } = await open();
  await hear(message, { origin: 'https://evil.example' });
  await hear(message, { source: window });
  await hear({ type: 'other' });
  expect(getToken()).toBe('token');
  await hear(message);
  expect(getToken()).toBeNull();
});

test('Back with something unsaved asks: Stay keeps, Save waits for the frame, and a failed save keeps too', async () => {
  const { router, told, hear } = await open();
  await hear({ type: 'dirty', id: j1, data: { isDirty: true } });
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'close', data: { save: true }, id: j1 }, location.origin);
  await hear({ type: 'error', id: j1, data: { code: 'save', text: 'No room left.' } });
  expect(toastTexts()).toEqual(['No room left.']);
  expect(router.state.location.pathname).toBe(`/designer/journey/${j1}`);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'close', data: { save: false }, id: j1 }, location.origin);
  await hear({ type: 'close', id: j1, data: {} });
  expect(await screen.findByText('Workspace')).toBeTruthy();
});

test('a node that the frame opens stands in the address, and one of the address is told to the frame', async () => {
  const { router, told, hear } = await open();
  await hear({ type: 'openNode', id: j1, data: { nodeId: 'aaaa0001' } });
  await waitFor(() => expect(router.state.location.search).toEqual({ nodeId: 'aaaa0001' }));
  expect(told).not.toHaveBeenCalled();
  await act(() => router.navigate({ to: `/designer/journey/${j1}`, search: { nodeId: 'bbbb0001' } } as never));
  expect(told).toHaveBeenLastCalledWith({ type: 'openNode', data: { nodeId: 'bbbb0001' }, id: j1 }, location.origin);
});

test('the frame is told what the live connection says of its draft, and after a gap that something may be missing', async () => {
  const line = openLine();
  const { told } = await open(`/designer/journey/${j1}`);
  line.accept();
  line.receive({ type: 'streamDraft', data: { journeyId: 'j2', revision: 9, change: 'saved' } });
  expect(told).not.toHaveBeenCalled();
  line.receive({ type: 'streamDraft', data: { journeyId: j1, revision: 5, change: 'saved' } });
  expect(told).toHaveBeenLastCalledWith({ type: 'changed', data: { change: 'saved', revision: 5 }, id: j1 }, location.origin);
  vi.useFakeTimers();
  line.lose();
  await act(() => vi.runOnlyPendingTimersAsync());
  expect(told).toHaveBeenCalledTimes(1);
  line.accept();
  expect(told).toHaveBeenLastCalledWith({ type: 'changed', data: { change: 'missed', revision: 0 }, id: j1 }, location.origin);
});

test('publishing sends what is unsaved first, says what it has found, and tells the frame of the version', async () => {
  const { told, hear } = await open(`/designer/journey/${id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
  // A finding leads to its node in the frame behind the dialog.
  fireEvent.click(await dialog.findByRole('link', { name: 'Greeting' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(told).toHaveBeenLastCalledWith({ type: 'openNode', data: { nodeId: 'n1' }, id }, location.origin);

  const asked = server.countOf(`GET ${one}/check`);
  await hear({ type: 'dirty', id, data: { isDirty: true } });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'save', data: {}, id }, location.origin);
  await hear({ type: 'error', id, data: { code: 'save', text: 'What you changed could not be saved.' } });
  expect(toastTexts()).toEqual(['What you changed could not be saved.']);
  await hear({ type: 'dirty', id, data: { isDirty: false } });
  await hear({ type: 'dirty', id, data: { isDirty: true } });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  // Nothing is looked at before it has arrived.
  expect([screen.queryByRole('dialog'), server.countOf(`GET ${one}/check`)]).toEqual([null, asked]);
  await hear({ type: 'dirty', id, data: { isDirty: false } });

  server.replies[`POST ${one}/publish`] = () =>
    good({ version: makeVersion({ version: 3 }), moved: 0, left: [] }, 'The stream is published.');
  const again = within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
  fireEvent.click(await again.findByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`POST ${one}/publish`)).toEqual({ revision: '10', note: '', waiver: '', moves: 'false', rules: 'true' });
  expect(told).toHaveBeenLastCalledWith({ type: 'published', data: {}, id }, location.origin);
  expect(toastTexts()).toContain('The stream is published.');
});

test('rules are looked at and changed over the designer; who may not publish is not offered it', async () => {
  server.replies[`GET ${one}`] = () => good(makeJourney({ may: ['export'] }));
  await open(`/designer/journey/${id}`, ['JOURNEYS.VIEW']);
  fireEvent.click(await screen.findByRole('button', { name: 'Rules' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appointment' }));
  expect(await dialog.findByText('Keyword “book”')).toBeTruthy();
  expect(server.queriesOf('GET /e/enterprise/publish')).toEqual([{ journeyId: id, channelId: '' }]);
  for (const name of ['Attach a rule', 'Publish']) expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test('DESIGN-001 DESIGN-007 DESIGN-012 the frame of an encap begins at a node below its own title, without rules, and goes back to the encaps', async () => {
  setEnterpriseZone('Asia/Kolkata');
  openScreens(
    `/designer/encap/${id}?nodeId=n7k2m9qa`,
    (root) => [
      screenAt(root, '/designer/encap/$encapId', () => <EncapDesignerPage />, { validateSearch: DesignerSearch }),
      screenAt(root, '/encaps', () => <p>Encaps</p>),
    ],
    { ...sampleMe, eId: 'e1', uId: 'u1', permissions: ['JOURNEYS.EDIT', 'JOURNEYS.VIEW'] } as never,
  );
  const frame = await screen.findByTitle<HTMLIFrameElement>('Designer of the encap');
  expect(server.queriesOf('GET /e/enterprise/designer/access')).toEqual([{ kind: 'journey', id }]);
  const query = 'nodeId=n7k2m9qa&zone=Asia%2FKolkata&owner=e1%3Au1';
  expect(frame.getAttribute('src')).toBe(`/designer/view/access-1#campaign/${id}/builder?${query}`);
  const data = { type: 'ready', id, data: { protocol: 1, readOnly: false, name: 'Loan' } };
  await act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow }));
  });
  expect(screen.getByRole('heading').textContent).toBe('Designer | Loan');
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Rules' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('Encaps')).toBeTruthy();
});
