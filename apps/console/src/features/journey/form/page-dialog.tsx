import { Alert, Anchor, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormItem } from '@parley/contract';
import { IconCheck, IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { saveText } from '../../../lib/save-text.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { QrCode } from '../../account/shared/two-factor/qr-code.tsx';
import { qrPng, qrSvg } from '../shared/qr-picture.ts';
import classes from './form.module.css';
import { formQuery, useOpenPage } from './form.queries.ts';

/** The page of a form that everybody may open who has its address: opened, closed, copied, and as a QR code. */
export function PageDialog({ form: listed, onClose }: { form: FormItem; onClose: () => void }) {
  const say = useWords(formWords.list);
  const form = useQuery({ ...formQuery(listed.id), staleTime: 0 }).data ?? listed;
  const page = useOpenPage();
  const isOpen = form.pageUrl !== '';
  const handleSubmit = () =>
    page.mutate(
      { id: form.id, version: form.version, isOpen: !isOpen },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          if (isOpen) onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} size="lg" title={say(isOpen ? 'pageTitle' : 'openPageTitle', { name: form.name })}>
      <Stack gap="md">
        {page.error ? <SaveFailure error={page.error} /> : null}
        {isOpen ? (
          <>
            <Text size="sm">{say('pageOpenText')}</Text>
            <PageAddress name={form.name} address={form.pageUrl} />
            <Alert color="yellow">{say('closeWarns')}</Alert>
          </>
        ) : (
          <Text size="sm">{say(form.published === 0 ? 'publishFirst' : 'openPageText')}</Text>
        )}
        <DialogActions
          submit={say(isOpen ? 'closePage' : 'openPage')}
          cancel={say(isOpen ? 'done' : 'cancel')}
          isDangerous={isOpen}
          isBusy={page.isPending}
          isDisabled={!isOpen && form.published === 0}
          focusOn={isOpen ? 'cancel' : 'submit'}
          onCancel={onClose}
          onSubmit={handleSubmit}
        />
      </Stack>
    </Modal>
  );
}

function PageAddress({ name, address }: { name: string; address: string }) {
  const say = useWords(formWords.list);
  const handlePng = () => void qrPng(address).then((picture) => saveBlob(`${name}.png`, picture), tellFailure);
  return (
    <>
      <div className={classes.address}>
        <Code block className={classes.code ?? ''}>
          {address}
        </Code>
        <CopyButton value={address}>
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
      <Group gap="md" align="flex-end">
        <QrCode text={address} label={say('qrOf', { name })} size={150} />
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
