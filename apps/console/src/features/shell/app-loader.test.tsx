import { defaultWhiteLabel } from '@parley/contract';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../test-draw.tsx';
import { setBrand } from '../account/shared/brand.ts';
import { AppLoader } from './app-loader.tsx';

test('WL-005 the loader is the brand’s picture, or a ring where it has none', () => {
  const { container } = draw(<AppLoader />);
  expect(container.querySelector('svg.boot-ring')).toBeTruthy();
  act(() => setBrand({ ...defaultWhiteLabel, loaderPath: '/files/loader.png' }));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/loader.png');
  expect(container.querySelector('svg.boot-ring')).toBeNull();
});
