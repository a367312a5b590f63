import { Alert, Center, MantineProvider } from '@mantine/core';
import { type BrandColors, brandVariables, toBrandTheme } from '@parley/ui/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesignerApi } from './api.ts';
import { ApiContext } from './frame/api-context.ts';
import type { linkToPage } from './frame/page-link.ts';
import { Drawn } from './parts.ts';
import { Session } from './session.tsx';
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

type Props = {
  colors: Partial<BrandColors>;
  opened:
    | {
        api: DesignerApi;
        journeyId: string;
        nodeId: string | null;
        owner: string | null;
        /** Version that is shown with figures; null: the draft is edited */
        drawn: number | null;
        page: ReturnType<typeof linkToPage>;
      }
    | undefined;
};

export function App({ colors, opened }: Props) {
  const { language } = useTranslation().i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kit's own labels are words, so another language makes another theme
  const theme = useMemo(() => toBrandTheme(colors, kitLabels()), [colors, language]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={brandVariables} defaultColorScheme="auto" getStyleNonce={readNonce}>
      <QueryClientProvider client={client}>
        {opened ? (
          <ApiContext value={opened.api}>
            {opened.drawn === null ? (
              <Session journeyId={opened.journeyId} nodeId={opened.nodeId} owner={opened.owner} page={opened.page} />
            ) : (
              <Drawn version={opened.drawn} page={opened.page} />
            )}
          </ApiContext>
        ) : (
          <Center mih="100dvh" p="md">
            <Alert color="red">{designerWords.session('noAddress')}</Alert>
          </Center>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
