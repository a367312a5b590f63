import { Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { type ArtifactType, mediaExtensions } from '@parley/contract';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { shortenFileName } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { extensionOf, isAllowedFile, uploadFile } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { fileWords } from '../../../locales/file.ts';
import { useSaveArtifact } from './library.queries.ts';

const extensions = Object.values(mediaExtensions).flat();
const typeOf = (name: string): ArtifactType => {
  const has = (kind: keyof typeof mediaExtensions) => (mediaExtensions[kind] as readonly string[]).includes(extensionOf(name));
  return has('image') ? 'IMAGE' : has('video') ? 'VIDEO' : has('audio') ? 'AUDIO' : 'DOC';
};

type UploadAreaProps = { isAdmin: boolean; isPublic: boolean; bucketId: string };

/** Several files at once; each becomes an attachment, and what is refused is told by name. */
export function UploadArea({ isAdmin, isPublic, bucketId }: UploadAreaProps) {
  const say = useWords(fileWords.library);
  const save = useSaveArtifact();
  const [running, setRunning] = useState<Record<string, number>>({});

  const deliver = async (file: File): Promise<string> => {
    if (!isAllowedFile(file.name, extensions)) return say('notSent', { name: file.name, reason: commonWords.uploadTexts('invalidFormat') });
    try {
      const onProgress = (ratio: number) => setRunning((old) => ({ ...old, [file.name]: ratio }));
      onProgress(0);
      const { id } = await uploadFile(file, { onProgress, rType: 'artifact', bucketUpload: bucketId !== '' });
      await save.mutateAsync({
        body: { isPublic, adminCreated: isAdmin, bucketId: bucketId as '', data: { type: typeOf(file.name), fileId: id } },
      });
      return '';
    } catch (error) {
      return say('notSent', { name: file.name, reason: describeFailure(error).message });
    } finally {
      setRunning(({ [file.name]: _done, ...rest }) => rest);
    }
  };
  const handleFiles = async (files: File[]) => {
    const failures: string[] = [];
    // One after the other: a slow line carries each of them whole.
    for (const file of files) {
      const failure = await deliver(file);
      if (failure) failures.push(failure);
    }
    if (failures.length > 0)
      showToast(
        'error',
        failures.map((line) => <div key={line}>{line}</div>),
      );
    else if (files.length > 0) showToast('success', say('sent', { count: files.length }));
  };
  return (
    <div>
      <Dropzone
        onDrop={(files) => void handleFiles(files)}
        onReject={(rejected) => void handleFiles(rejected.map(({ file }) => file))}
        p="sm"
        radius="md"
        inputProps={{ 'aria-label': say('drop'), accept: extensions.map((extension) => `.${extension}`).join(',') }}
        aria-label={say('drop')}
      >
        <Text size="sm" fw={550} ta="center">
          {say('drop')}
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          {say('dropHint')}
        </Text>
      </Dropzone>
      {Object.entries(running).map(([name, ratio]) => (
        <Progress key={name} mt="xs" value={ratio * 100} aria-label={say('sending', { name: shortenFileName(name) })} />
      ))}
    </div>
  );
}
