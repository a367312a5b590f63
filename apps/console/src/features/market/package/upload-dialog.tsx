import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { packageLimits } from '@parley/contract';
import { IconPackageImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatBytes } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { extensionOf } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';
import { useAcceptPublisher, useUploadPackage } from './package.queries.ts';
import { groupedFingerprint } from './package-panels.tsx';

/** A package out of its file; a publisher whom nobody knows here is shown with the fingerprint first. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(packageWords.upload);
  const id = useId();
  const navigate = useNavigate();
  const upload = useUploadPackage();
  const accept = useAcceptPublisher();
  const [file, setFile] = useState<File>();
  const [ratio, setRatio] = useState<number>();
  const [refusal, setRefusal] = useState('');
  const most = formatBytes(packageLimits.bytes);
  const send = (chosen: File) => {
    setRatio(0);
    upload.mutate(
      { file: chosen, onProgress: setRatio },
      {
        onSettled: () => setRatio(undefined),
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'added'));
          onClose();
          void navigate({ to: '/marketplace/$packageId', params: { packageId: answer.id } });
        },
      },
    );
  };
  const handleFiles = ([chosen]: readonly File[]) => {
    if (!chosen) return;
    upload.reset();
    setRefusal('');
    if (extensionOf(chosen.name) !== 'parley') return setRefusal(say('wrongKind'));
    if (chosen.size > packageLimits.bytes) return setRefusal(say('tooLarge', { most }));
    setFile(chosen);
    send(chosen);
  };
  const failure = upload.error ? describeFailure(upload.error) : undefined;
  if (file && failure?.code === 'package.publisher_unknown') {
    const [name, fingerprint, publicKey] = [failure.data.name, failure.data.fingerprint, failure.data.publicKey].map(String) as [
      string,
      string,
      string,
    ];
    const handleAccept = () => accept.mutate({ name, publicKey }, { onSuccess: () => send(file) });
    return (
      <Modal opened onClose={onClose} size="lg" title={say('unknownTitle')} closeOnClickOutside={false}>
        <Stack gap="md">
          <Text size="sm">{say('unknownText', { name })}</Text>
          <div className={classes.fingerprint}>{groupedFingerprint(fingerprint)}</div>
          {accept.error ? <SaveFailure error={accept.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              {say('cancel')}
            </Button>
            <Button onClick={handleAccept} loading={accept.isPending || upload.isPending}>
              {say('accept')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title')} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">{say('text')}</Text>
        <Dropzone
          onDrop={handleFiles}
          onReject={(rejected) => handleFiles(rejected.map((one) => one.file))}
          multiple={false}
          loading={upload.isPending}
          p="lg"
          radius="md"
          inputProps={{ accept: '.parley', 'aria-labelledby': `${id}-label` }}
          aria-label={say('drop')}
        >
          <Stack gap={4} align="center">
            <IconPackageImport size={24} stroke={1.5} aria-hidden />
            <Text size="sm" fw={550} id={`${id}-label`}>
              {say('drop')}
            </Text>
            <Text size="xs" c="dimmed">
              {say('kinds', { most })}
            </Text>
          </Stack>
        </Dropzone>
        {ratio === undefined ? null : <Progress value={ratio * 100} aria-label={say('sending', { name: file?.name ?? '' })} />}
        {refusal ? (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        ) : upload.error ? (
          <SaveFailure error={upload.error} />
        ) : null}
      </Stack>
    </Modal>
  );
}
