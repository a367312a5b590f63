import { DirectionProvider, MantineProvider } from '@mantine/core';
import { brandVariables, toBrandTheme } from '@parley/ui/theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Overlays } from './components/overlays.tsx';
import { useBrand } from './features/account/shared/brand.ts';
import { ProofHost } from './features/account/shared/two-factor/proof-host.tsx';
import { queryClient } from './lib/query-client.ts';
import { commonWords } from './locales/common.ts';
import { router } from './router.tsx';

const readNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const kitLabels = () => ({
  close: commonWords.ui('close'),
  saturation: commonWords.block('saturation'),
  hue: commonWords.block('hue'),
  transparency: commonWords.block('transparency'),
  pickColour: commonWords.block('pickColour'),
});

export function App() {
  const { colors } = useBrand();
  const { language } = useTranslation().i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kit's own labels are words, so another language makes another theme
  const theme = useMemo(() => toBrandTheme(colors, kitLabels()), [colors, language]);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={brandVariables} defaultColorScheme="auto" getStyleNonce={readNonce}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ProofHost />
          <Overlays />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
