import { Alert, Center } from '@mantine/core';
import type { BrandColors } from '@parley/ui/theme';
import type { DesignerApi } from './api.ts';
import { ApiContext } from './frame/api-context.ts';
import type { linkToPage } from './frame/page-link.ts';
import { Drawn } from './parts.ts';
import { Session } from './session.tsx';
import { DesignerShell } from './shell.tsx';
import { designerWords } from './words.ts';

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
  return (
    <DesignerShell colors={colors}>
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
    </DesignerShell>
  );
}
