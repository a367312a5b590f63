import { designerAccessHeader } from '@parley/contract/journey/journey-kinds';
import { setLanguage } from '@parley/ui/i18n';
import { expect, test, vi } from 'vitest';
import { Offline, SessionOut } from '../api.ts';
import { FormChanged } from './form-api.ts';
import { makeFormApi } from './http-form-api.ts';
import { blank } from './test-form.tsx';

const answer = (httpStatus: number, code: string, data: object) =>
  vi.fn(async (..._given: [RequestInfo | URL, RequestInit?]) =>
    Response.json({ status: false, code, message: 'As the server says it.', data }, { status: httpStatus }),
  );

test('DESIGN-011 a call carries the access alone, and a refusal comes in the words of the reader', async () => {
  const asked = answer(409, 'form.unchanged', { version: 3 });
  vi.stubGlobal('fetch', asked);
  await expect(makeFormApi('access-1', 'f1').publish('', 2)).rejects.toThrow('Nothing has changed since version 3.');
  const [address, init] = asked.mock.calls[0] ?? [];
  expect([String(address), init?.credentials, new Headers(init?.headers).get(designerAccessHeader)]).toEqual([
    '/e/enterprise/forms/f1/publish',
    'omit',
    'access-1',
  ]);
  await setLanguage('hi');
  await expect(makeFormApi('access-1', 'f1').publish('', 2)).rejects.toThrow('संस्करण 3 के बाद कुछ नहीं बदला।');
});

test('a save of somebody else, a line that is lost and a session that is over are told apart', async () => {
  const save = () => makeFormApi('access-1', 'f1').save(blank(), 1);
  vi.stubGlobal('fetch', answer(409, 'record.changed', { changedBy: 'Ravi', changedAt: '2026-01-05T09:00:00Z' }));
  await expect(save()).rejects.toMatchObject({ by: 'Ravi', at: '2026-01-05T09:00:00Z' });
  await expect(save()).rejects.toBeInstanceOf(FormChanged);
  vi.stubGlobal('fetch', answer(503, 'unavailable', {}));
  await expect(save()).rejects.toBeInstanceOf(Offline);
  vi.stubGlobal('fetch', answer(401, 'login_required', {}));
  await expect(save()).rejects.toBeInstanceOf(SessionOut);
});
