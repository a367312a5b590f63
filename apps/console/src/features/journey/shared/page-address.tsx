import { Anchor, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { saveBlob } from '../../../lib/save-blob.ts';
import { saveText } from '../../../lib/save-text.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { pageAddressWords } from '../../../locales/page-address.ts';
import { QrCode } from '../../account/shared/two-factor/qr-code.tsx';
import classes from './page-address.module.css';
import { qrPng, qrSvg } from './qr-picture.ts';

/** A text in a frame that scrolls, with a button that copies it. */
export function CopyLine({ text }: { text: string }) {
  const say = useWords(pageAddressWords.block);
  return (
    <div className={classes.address}>
      <Code block className={classes.code ?? ''} tabIndex={0}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {say(copied ? 'copied' : 'copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

/** The address of a page: to copy, to open, and as a QR code for print. */
export function PageAddress({ name, address }: { name: string; address: string }) {
  const say = useWords(pageAddressWords.block);
  const handlePng = () => void qrPng(address).then((picture) => saveBlob(`${name}.png`, picture), tellFailure);
  return (
    <>
      <CopyLine text={address} />
      <Group gap="md" align="flex-end">
        <QrCode text={address} label={say('qrOf', { name, interpolation: { escapeValue: false } })} size={150} />
        <Stack gap="xs" align="flex-start">
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={handlePng}>
            {say('png')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveText(`${name}.svg`, qrSvg(address), 'image/svg+xml')}
          >
            {say('svg')}
          </Button>
          <Anchor size="sm" href={address} target="_blank" rel="noreferrer">
            <Group gap={4} component="span">
              <IconExternalLink size={14} aria-hidden />
              {say('lookAtPage')}
            </Group>
          </Anchor>
        </Stack>
      </Group>
    </>
  );
}
