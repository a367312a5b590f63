import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setOwner } from '../../lib/own-store.ts';
import { openLine } from '../../test-line.ts';
import { useLiveSession } from './use-live-session.ts';

test('a page whose line is another person’s, whom another tab has signed in, begins anew', () => {
  const reload = vi.fn();
  const line = openLine();
  setOwner({ eId: 'e1', uId: 'asha' });
  renderHook(() => useLiveSession());
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', reload });
  line.accept('asha');
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'of ben' }));
  expect(line.addresses).toHaveLength(2);
  line.accept('ben');
  expect(reload).toHaveBeenCalledOnce();
});
