import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { VideoTile } from './video-tile.tsx';

test('WL-008 DASH-013 DASH-014 the brand’s film shows in a card, only when one is set, until it is dismissed', async () => {
  setOwner({ eId: 'e1', uId: 'u1' });
  const { container, unmount } = draw(<VideoTile src="/film.mp4" />);
  expect(container.querySelector('video')?.getAttribute('src')).toBe('/film.mp4');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss the video' }));
  expect(container.querySelector('video')).toBeNull();
  unmount();
  expect(draw(<VideoTile src="" />).container.querySelector('video')).toBeNull();
  expect(draw(<VideoTile src="/film.mp4" />).container.querySelector('video')).toBeNull();
  expect(
    draw(<VideoTile src="/other.mp4" />)
      .container.querySelector('video')
      ?.getAttribute('src'),
  ).toBe('/other.mp4');
});
