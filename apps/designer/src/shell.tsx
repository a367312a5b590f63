import { DirectionProvider, MantineProvider } from '@mantine/core';
import { type BrandColors, brandVariables, toBrandTheme } from '@parley/ui/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { designerWords } from './words.ts';

const readNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false } } });

const kitLabels = () => ({
  close: designerWords.kit('close'),
  saturation: designerWords.kit('saturation'),
  hue: designerWords.kit('hue'),
  transparency: designerWords.kit('transparency'),
  pickColour: designerWords.kit('pickColour'),
});

/** Stands round each page of the designer: colours, components, and the answers of calls. */
export function DesignerShell({ colors, children }: { colors: Partial<BrandColors>; children: ReactNode }) {
  const { language } = useTranslation().i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kit's own labels are words, so another language makes another theme
  const theme = useMemo(() => toBrandTheme(colors, kitLabels()), [colors, language]);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={brandVariables} defaultColorScheme="auto" getStyleNonce={readNonce}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
