import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { screens } from '@parley/contract';
import {
  IconBooks,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPackage,
  IconPalette,
  IconPlugConnected,
  IconSun,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18next } from '../../lib/i18n.ts';
import { type Language, languages } from '../../lib/languages.ts';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { useMayOpen, useMe } from '../account/shared/me.ts';
import { chooseLanguage, signOut } from './session-actions.ts';

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

export function ProfileMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const say = useWords(shellWords.frame);
  const me = useMe();
  const canBrand = useMayOpen(screens.branding);
  const hasBilling = useMayOpen(screens.billing);
  const hasServices = useMayOpen(screens.services);
  const hasMarketplace = useMayOpen(screens.marketplace);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!me) return null;
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton style={{ borderRadius: 20, padding: 3 }}>
          <Avatar size={30} src={me.profilePic || null} name={me.name} alt="" color="brand" aria-hidden />
          <VisuallyHidden>{say('profileMenu', { name: me.name })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px 10px' }}>
          <Text size="sm" fw={600} truncate>
            {me.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.emailId}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={screens.profile.path} leftSection={<IconUser size={16} stroke={1.6} />}>
          {say('details')}
        </Menu.Item>
        {me.artifactsEnabled ? (
          <Menu.Item component={Link} to={screens.library.path} leftSection={<IconBooks size={16} stroke={1.6} />}>
            {say('myLibrary')}
          </Menu.Item>
        ) : null}
        {hasBilling ? (
          <Menu.Item component={Link} to={screens.billing.path} leftSection={<IconWallet size={16} stroke={1.6} />}>
            {say('billing')}
          </Menu.Item>
        ) : null}
        {hasServices ? (
          <Menu.Item component={Link} to={screens.services.path} leftSection={<IconPlugConnected size={16} stroke={1.6} />}>
            {say('services')}
          </Menu.Item>
        ) : null}
        {hasMarketplace ? (
          <Menu.Item component={Link} to={screens.marketplace.path} leftSection={<IconPackage size={16} stroke={1.6} />}>
            {say('marketplace')}
          </Menu.Item>
        ) : null}
        {canBrand ? (
          <Menu.Item component={Link} to={screens.branding.path} leftSection={<IconPalette size={16} stroke={1.6} />}>
            {say('branding')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={onShowShortcuts}>
          {say('shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{say('colourScheme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          {schemes.map(({ value, icon: SchemeIcon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<SchemeIcon size={16} stroke={1.6} aria-hidden />}>
              {say(value === 'auto' ? 'system' : value)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{say('language')}</Menu.Label>
        <Menu.RadioGroup value={i18next.language} onChange={(value) => void chooseLanguage(value as Language)}>
          {languages.map(({ code, name }) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {me.sessionKind === 'sso' ? null : (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void signOut()}>
              {say('signOut')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
