import { Alert, Center } from '@mantine/core';
import type { BrandColors } from '@parley/ui/theme';
import { DesignerShell } from '../shell.tsx';
import { FormSession, type FormSessionProps } from './form-session.tsx';
import { formWords } from './words.ts';

/** The page of the designer of forms. */
export function FormApp({ colors, opened }: { colors: Partial<BrandColors>; opened: FormSessionProps | undefined }) {
  return (
    <DesignerShell colors={colors}>
      {opened ? (
        <FormSession {...opened} />
      ) : (
        <Center mih="100dvh" p="md">
          <Alert color="red">{formWords.session('noAddress')}</Alert>
        </Center>
      )}
    </DesignerShell>
  );
}
