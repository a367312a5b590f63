import type { Me } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreens, sampleMe, screenAt, stubServer } from '../../test-screens.tsx';
import { menuGroups } from './menu-config.ts';
import { SectionStrip } from './section-strip.tsx';

stubServer();
const stripOf = async (id: string) => {
  const group = menuGroups.find((one) => one.id === id);
  if (!group) throw new Error(`No group ${id}`);
  openScreens('/', (root) => [screenAt(root, '/', () => <SectionStrip group={group} />)], sampleMe as Me);
  const strip = await screen.findByRole('navigation', { name: /^Pages of / });
  return {
    links: within(strip)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
    text: strip.textContent,
  };
};

test('SHELL-043 the strip names the pages of a group once each, and the group unless a page has its name', async () => {
  expect(await stripOf('phoneBooks')).toEqual({ links: ['Customers', 'Attributes'], text: 'Phone BooksCustomersAttributes' });
});

test('a page that is called like its group is not named twice', async () => {
  expect((await stripOf('deliveryReport')).text).toBe('Delivery Report');
});
