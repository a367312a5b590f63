import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setUserZone } from '../../../lib/format.ts';
import { getToken } from '../../../lib/session.ts';
import { openLine } from '../../../test-line.ts';
import { good, openScreens, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { DesignerSearch } from './designer.search.ts';
import { DesignerPage } from './designer-page.tsx';

const server = stubServer(() => ({ 'GET /e/enterprise/designer/access': () => good({ accessId: 'access-1' }) }));
const path = '/designer/journey/$journeyId';

async function open(address = '/designer/journey/j1?nodeId=n7k2m9qa') {
  setUserZone('Asia/Kolkata');
  const router = openScreens(address, (root) => [
    screenAt(root, path, () => <DesignerPage />, { validateSearch: DesignerSearch }),
    screenAt(root, '/journey/workspace', () => <p>Workspace</p>),
  ]);
  const frame = await screen.findByTitle<HTMLIFrameElement>('Designer of the stream');
  const told = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
  const hear = (data: unknown, from: Partial<MessageEventInit> = {}) =>
    act(async () => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow, ...from }));
    });
  return { router, frame, told, hear };
}

test('DESIGN-002 DESIGN-006 DESIGN-008 DESIGN-011 DESIGN-013 DESIGN-017 DESIGN-018 the frame stands below a bar with arrow, title and logo', async () => {
  const { frame, hear } = await open();
  expect(server.queriesOf('GET /e/enterprise/designer/access')).toEqual([{ kind: 'journey', id: 'j1' }]);
  expect(frame.getAttribute('src')).toBe('/designer/view/access-1#journey/flows/j1?nodeId=n7k2m9qa&zone=Asia%2FKolkata');
  await hear({ type: 'ready', id: 'j1', data: { protocol: 1, readOnly: false, name: 'Loan' } });
  expect(screen.getByRole('heading').textContent).toBe('Stream | Loan');
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
});

test('DESIGN-010 the frame fills the window less 56 px, and is measured again 150 ms after a resize', async () => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  const { frame } = await open('/designer/journey/j1');
  expect(frame.getAttribute('src')).toBe('/designer/view/access-1#journey/flows/j1?zone=Asia%2FKolkata');
  expect(frame.style.blockSize).toBe('744px');
  vi.useFakeTimers();
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(600);
  fireEvent(window, new Event('resize'));
  act(() => void vi.advanceTimersByTime(149));
  expect(frame.style.blockSize).toBe('744px');
  act(() => void vi.advanceTimersByTime(1));
  expect(frame.style.blockSize).toBe('544px');
});

test('DESIGN-019 DESIGN-020 sessionOut logs out, in every shape, but from nobody else than the frame', async () => {
  const { hear } = await open();
  await hear('sessionOut', { origin: 'https://evil.example' });
  await hear('sessionOut', { source: window });
  await hear({ type: 'other' });
  expect(getToken()).toBe('token');
  await hear({ event: 'sessionOut' });
  expect(getToken()).toBeNull();
});

test('DESIGN-016 Back with something unsaved asks: Stay keeps, Save waits for the frame, and a failed save keeps too', async () => {
  const { router, told, hear } = await open();
  await hear({ type: 'dirty', id: 'j1', data: { isDirty: true } });
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'close', data: { save: true }, id: 'j1' }, location.origin);
  await hear({ type: 'error', id: 'j1', data: { code: 'save', text: 'No room left.' } });
  expect(toastTexts()).toEqual(['No room left.']);
  expect(router.state.location.pathname).toBe('/designer/journey/j1');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'close', data: { save: false }, id: 'j1' }, location.origin);
  await hear({ type: 'close', id: 'j1', data: {} });
  expect(await screen.findByText('Workspace')).toBeTruthy();
});

test('a node that the frame opens stands in the address, and one of the address is told to the frame', async () => {
  const { router, told, hear } = await open();
  await hear({ type: 'openNode', id: 'j1', data: { nodeId: 'aaaa0001' } });
  await waitFor(() => expect(router.state.location.search).toEqual({ nodeId: 'aaaa0001' }));
  expect(told).not.toHaveBeenCalled();
  await act(() => router.navigate({ to: '/designer/journey/j1', search: { nodeId: 'bbbb0001' } } as never));
  expect(told).toHaveBeenLastCalledWith({ type: 'openNode', data: { nodeId: 'bbbb0001' }, id: 'j1' }, location.origin);
});

test('the frame is told what the live connection says of its draft, and after a gap that something may be missing', async () => {
  const line = openLine();
  const { told } = await open('/designer/journey/j1');
  line.accept();
  line.receive({ type: 'streamDraft', data: { journeyId: 'j2', revision: 9, change: 'saved' } });
  expect(told).not.toHaveBeenCalled();
  line.receive({ type: 'streamDraft', data: { journeyId: 'j1', revision: 5, change: 'saved' } });
  expect(told).toHaveBeenLastCalledWith({ type: 'changed', data: { change: 'saved', revision: 5 }, id: 'j1' }, location.origin);
  vi.useFakeTimers();
  line.lose();
  await act(() => vi.runOnlyPendingTimersAsync());
  expect(told).toHaveBeenCalledTimes(1);
  line.accept();
  expect(told).toHaveBeenLastCalledWith({ type: 'changed', data: { change: 'missed', revision: 0 }, id: 'j1' }, location.origin);
});
