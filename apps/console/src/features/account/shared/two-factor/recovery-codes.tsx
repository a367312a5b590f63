import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';

/** The lines of the file that are codes. */
export const readCodes = (file: string): string[] => file.match(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/gm) ?? [];

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Ten codes, which are seen this once. */
export function RecoveryCodes({ file, onDone }: { file: string; onDone: () => void }) {
  const say = useWords(twoFactorWords.recovery);
  const codes = readCodes(file);
  return (
    <Stack gap="md">
      <Alert color="yellow" role="status">
        {say('keep')}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} component="ul" aria-label={say('codes')} style={{ listStyle: 'none', padding: 0 }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => download(file)}>
          {say('download')}
        </Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {say(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Button onClick={onDone}>{say('done')}</Button>
    </Stack>
  );
}
