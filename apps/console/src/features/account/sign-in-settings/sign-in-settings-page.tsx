import { Stack } from '@mantine/core';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { hasFlag } from '../../../lib/app-config.ts';
import { useWords } from '../../../lib/words.ts';
import { twoFactorWords } from '../../../locales/two-factor.ts';
import { May } from '../shared/may.tsx';
import { RequireTwoFactor } from '../shared/two-factor/require-two-factor.tsx';
import { SsoPanel } from './sso-panel.tsx';
import { UserFactorTable } from './user-factor-table.tsx';

/** The sign-in settings of the enterprise. */
export function SignInSettingsPage() {
  const say = useWords(twoFactorWords.settings);
  return (
    <Stack gap="lg">
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      {hasFlag('twoFactor') ? (
        <Panel title={say('twoFactor')}>
          <RequireTwoFactor />
        </Panel>
      ) : null}
      <SsoPanel />
      <May any={['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD']}>
        <Panel title={say('people')} text={say('peopleHint')}>
          <UserFactorTable />
        </Panel>
      </May>
    </Stack>
  );
}
