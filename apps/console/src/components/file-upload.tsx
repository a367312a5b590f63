import { Group, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import type { UploadedFile } from '@parley/contract';
import { IconUpload } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { shortenFileName } from '../lib/format.ts';
import { late } from '../lib/late.ts';
import { showToast } from '../lib/toasts.ts';
import { cropOutputType, isAllowedFile, isWithinImageLimits, measureImage, uploadFile } from '../lib/upload.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

const ImageCropDialog = late(() => import('./image-crop-dialog.tsx').then((module) => module.ImageCropDialog));

export type UploadStatus = { state: 'done'; file: UploadedFile } | { state: 'failed'; reason: 'type' | 'limits' | 'request' };

export type FileUploadProps = {
  label: string;
  description?: string;
  extensions: readonly string[];
  onStatus: (status: UploadStatus) => void;
  /** Pictures are cropped to this first; sound, film and documents never are. */
  crop?: { aspect: number; title?: string; isRatioFixed?: boolean; resizeWidth?: number; resizeHeight?: number };
  hasImageLimits?: boolean;
  rType?: 'artifact' | 'campaign';
  bucketUpload?: boolean;
  isCompact?: boolean;
  send?: typeof uploadFile;
};

/** One file, by dropping or choosing: checked, cropped when it is a picture, sent, its progress told. */
export function FileUpload({
  label,
  description,
  extensions,
  onStatus,
  crop,
  hasImageLimits = false,
  rType,
  bucketUpload,
  isCompact,
  send = uploadFile,
}: FileUploadProps) {
  const say = useWords(commonWords.block);
  const id = useId();
  const [toCrop, setToCrop] = useState<File | null>(null);
  const [progress, setProgress] = useState<{ name: string; ratio: number } | null>(null);
  const [outcome, setOutcome] = useState('');

  const fail = (reason: 'type' | 'limits' | 'request', message: string) => {
    if (reason !== 'request') showToast('error', message);
    setOutcome(message);
    onStatus({ state: 'failed', reason });
  };
  const deliver = async (file: File) => {
    if (hasImageLimits && cropOutputType(file.name)) {
      const size = await measureImage(file).catch(() => undefined);
      if (!size || !isWithinImageLimits({ ...size, sizeBytes: file.size })) return fail('limits', say('imageLimits'));
    }
    setProgress({ name: file.name, ratio: 0 });
    try {
      const uploaded = await send(file, {
        onProgress: (ratio) => setProgress({ name: file.name, ratio }),
        hasImageLimits,
        ...(rType ? { rType } : {}),
        ...(bucketUpload === undefined ? {} : { bucketUpload }),
      });
      setOutcome(say('uploadDone', { name: file.name }));
      onStatus({ state: 'done', file: uploaded });
    } catch (error) {
      // The shared uploader tells its owner, not the user: the screen decides what to say.
      console.error('upload failed', error);
      fail('request', say('uploadFailed', { name: file.name }));
    } finally {
      setProgress(null);
    }
  };
  const handleFiles = (files: File[]) => {
    const file = files[0];
    if (!file) return;
    setOutcome('');
    if (!isAllowedFile(file.name, extensions)) return fail('type', say('uploadInvalid'));
    if (crop && cropOutputType(file.name)) return setToCrop(file);
    void deliver(file);
  };
  const handleCropped = (file: File) => {
    setToCrop(null);
    void deliver(file);
  };

  return (
    <div>
      <Dropzone
        onDrop={handleFiles}
        onReject={(rejected) => handleFiles(rejected.map(({ file }) => file))}
        multiple={false}
        loading={progress !== null}
        p={isCompact ? 'xs' : 'md'}
        radius="md"
        inputProps={{ 'aria-labelledby': `${id}-label`, accept: extensions.map((extension) => `.${extension}`).join(',') }}
        aria-label={label}
      >
        <Group gap="sm" wrap="nowrap" justify={isCompact ? 'flex-start' : 'center'}>
          <IconUpload size={18} stroke={1.6} aria-hidden />
          <div>
            <Text size="sm" fw={550} id={`${id}-label`}>
              {label}
            </Text>
            <Text size="xs" c="dimmed">
              {description ?? say('uploadTypes', { types: extensions.join(', ') })}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {progress ? (
        <Progress mt="xs" value={progress.ratio * 100} aria-label={say('uploadProgress', { name: shortenFileName(progress.name) })} />
      ) : null}
      <Text size="xs" c="dimmed" mt={outcome ? 4 : 0} role="status">
        {outcome}
      </Text>
      {toCrop ? (
        <Suspense>
          <ImageCropDialog
            file={toCrop}
            {...crop}
            onCancel={() => setToCrop(null)}
            onSave={handleCropped}
            onInvalid={() => {
              setToCrop(null);
              fail('type', say('cropInvalid'));
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
