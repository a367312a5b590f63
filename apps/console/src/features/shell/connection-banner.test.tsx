import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test-draw.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

test('SHELL-083 SHELL-085 going offline is told for as long as it lasts', () => {
  draw(<ConnectionBanner />);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByText('Network is offline,Please Turn On Internet!')).toBeTruthy();
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByText('Network is offline,Please Turn On Internet!')).toBeNull();
});
