import type { Me } from '@parley/contract';
import { useRouterState } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreens, sampleMe, screenAt, stubServer } from '../../test-screens.tsx';
import { findCurrentGroup, visibleMenu } from './menu-config.ts';
import { SideMenu } from './side-menu.tsx';

stubServer();
// The first entry of the account settings, the users, is hidden from this role.
const permissions = ['CUSTOMER.VIEW', 'CUSTOMER_MASTER.VIEW', 'ROLES.VIEW', 'MANAGE.DELIVERYREPORT.VIEW'];
const me = { ...sampleMe, permissions } as Me;
const groups = visibleMenu(me);

function Frame({ isCollapsed }: { isCollapsed: boolean }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return <SideMenu groups={groups} current={findCurrentGroup(groups, pathname)} isCollapsed={isCollapsed} />;
}

async function open(isCollapsed: boolean) {
  const router = openScreens('/customer-master/customers', (root) => [screenAt(root, '$', () => <Frame isCollapsed={isCollapsed} />)], me);
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  return { menu, path: () => router.state.location.pathname, links: () => menu.getAllByRole('link').map(({ textContent }) => textContent) };
}

test('MENU-004 MENU-005 MENU-006 the group of the current screen lies open, and a group leads to its first visible entry', async () => {
  const { menu, links, path } = await open(false);
  expect(links()).toEqual(['Dashboard', 'Phone Books', 'Customers', 'Attributes', 'Account Settings', 'Delivery Report']);
  await userEvent.click(menu.getByRole('link', { name: 'Account Settings' }));
  await waitFor(() => expect(path()).toBe('/admin/permission'));
  await waitFor(() => expect(links()).toEqual(['Dashboard', 'Phone Books', 'Account Settings', 'RBAC', 'Delivery Report']));
});

test('MENU-003 collapsed, the menu has icons alone, with a tooltip for a group of one entry and a flyout for one of several', async () => {
  const { menu, links, path } = await open(true);
  expect(links()).toEqual(['', '', '', '']);
  expect(menu.getAllByRole('link').every((link) => link.querySelector('svg') !== null)).toBe(true);
  await userEvent.hover(menu.getByRole('link', { name: 'Delivery Report' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Delivery Report');
  await userEvent.hover(menu.getByRole('link', { name: 'Phone Books' }));
  const flyout = within(await screen.findByRole('menu'));
  expect(flyout.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Customers', 'Attributes']);
  await userEvent.click(flyout.getByRole('menuitem', { name: 'Attributes' }));
  await waitFor(() => expect(path()).toBe('/customer-master/definition'));
});
