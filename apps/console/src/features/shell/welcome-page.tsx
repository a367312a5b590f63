import { Kbd, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { useBrand } from '../account/shared/brand.ts';

export function WelcomePage() {
  const { t } = useTranslation();
  const { info } = useBrand();
  return (
    <EmptyState
      order={2}
      icon={IconSparkles}
      title={t('shell.welcome', { brand: info.title })}
      text={
        <Text component="span" size="sm">
          <Trans i18nKey="shell.welcomeText" components={{ keys: <Kbd size="xs">Ctrl K</Kbd> }} />
        </Text>
      }
    />
  );
}
