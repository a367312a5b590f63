import { Modal, Stack, Text } from '@mantine/core';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { PageAddress } from '../shared/page-address.tsx';

type TestDialogProps = { name: string; link: { url: string; expiresOn: string }; onClose: () => void };

/** The address of a test: it can be opened here or on a phone, and is counted nowhere. */
export function TestDialog({ name, link: { url, expiresOn }, onClose }: TestDialogProps) {
  const say = useWords(encapWords.one);
  return (
    <Modal opened onClose={onClose} size="lg" title={say('testTitle', { name })}>
      <Stack gap="md">
        <Text size="sm">{say('testText', { time: formatReportDate(expiresOn) })}</Text>
        <PageAddress name={name} address={url} />
        <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
      </Stack>
    </Modal>
  );
}
