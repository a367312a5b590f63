import { Kbd, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { useBrand } from '../account/shared/brand.ts';

export function WelcomePage() {
  const say = useWords(shellWords.frame);
  const { info } = useBrand();
  return (
    <EmptyState
      order={2}
      icon={IconSparkles}
      title={say('welcome', { brand: info.title })}
      text={
        <Text component="span" size="sm">
          <Trans ns="shell" i18nKey="frame.welcomeText" components={{ keys: <Kbd size="xs">Ctrl K</Kbd> }} />
        </Text>
      }
    />
  );
}
