import { defaultWhiteLabel } from '@parley/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setEnterpriseCountry, setEnterpriseZone } from '../../../lib/format.ts';
import { getToken } from '../../../lib/session.ts';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { setBrand } from '../../account/shared/brand.ts';
import { FlowDesignerPage, FormDesignerPage } from './form-designer-page.tsx';

const id = idOf(41);
const server = stubServer(() => ({ 'GET /e/enterprise/designer/access': () => good({ accessId: 'access-1' }) }));

async function open(address = `/designer/forms/${id}`) {
  setEnterpriseZone('Asia/Kolkata');
  setEnterpriseCountry('IN');
  const router = openScreens(
    address,
    (root) => [
      screenAt(root, '/designer/forms/$formId', () => <FormDesignerPage />),
      screenAt(root, '/designer/flow/$flowId/screen/$screenId', () => <FlowDesignerPage />),
      screenAt(root, '/encaps/forms', () => <p>Forms</p>),
      screenAt(root, '/whatsapp-flow', () => <p>Flows</p>),
    ],
    { ...sampleMe, eId: 'e1', uId: 'u1', permissions: ['JOURNEYS.EDIT'] } as never,
  );
  const frame = await screen.findByTitle<HTMLIFrameElement>('Designer of the form');
  const told = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
  const hear = (data: unknown) =>
    act(async () => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow }));
    });
  return { router, frame, told, hear };
}

test('DESIGN-003 DESIGN-006 DESIGN-009 DESIGN-014 the frame of a form stands below a bar with arrow, title and logo', async () => {
  onTestFinished(() => setBrand(defaultWhiteLabel));
  setBrand({ ...defaultWhiteLabel, logoPath: '/logo.png' });
  const { frame } = await open();
  expect(server.queriesOf('GET /e/enterprise/designer/access')).toEqual([{ kind: 'form', id }]);
  expect(frame.getAttribute('src')).toBe(`/designer/view/access-1?of=form#forms/${id}?zone=Asia%2FKolkata&country=IN&owner=e1%3Au1`);
  expect(screen.getByRole('heading').textContent).toBe('Form Designer');
  expect(screen.getByRole('img', { name: defaultWhiteLabel.info.title }).getAttribute('src')).toBe('/logo.png');
  expect(frame.style.blockSize).toBe(`${window.innerHeight - 56}px`);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('Forms')).toBeTruthy();
});

test('DESIGN-004 DESIGN-015 the frame of a flow screen begins at that screen, and goes back to the flows', async () => {
  const { frame } = await open(`/designer/flow/${id}/screen/screen02`);
  expect(server.queriesOf('GET /e/enterprise/designer/access')).toEqual([{ kind: 'flow', id, screenId: 'screen02' }]);
  expect(frame.getAttribute('src')).toContain(`?of=form#flow/${id}/screen/screen02?zone=`);
  expect(screen.getByRole('heading').textContent).toBe('Flow Designer');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('Flows')).toBeTruthy();
});

test('Back with something unsaved asks; Save waits for the frame, and a session that is over logs out', async () => {
  const { router, told, hear } = await open();
  await hear({ type: 'dirty', id, data: { isDirty: true } });
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'close', data: { save: true }, id }, location.origin);
  await hear({ type: 'error', id, data: { code: 'save', text: 'No room left.' } });
  expect([toastTexts(), router.state.location.pathname]).toEqual([['No room left.'], `/designer/forms/${id}`]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(told).toHaveBeenLastCalledWith({ type: 'close', data: { save: false }, id }, location.origin);
  await hear({ type: 'close', id, data: {} });
  expect(await screen.findByText('Forms')).toBeTruthy();
  expect(getToken()).toBe('token');
});

test('DESIGN-019 sessionOut of the frame of a form logs out', async () => {
  const { hear } = await open();
  await hear('sessionOut');
  await waitFor(() => expect(getToken()).toBeNull());
});
