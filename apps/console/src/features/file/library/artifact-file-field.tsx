import { Select, Text } from '@mantine/core';
import { type ArtifactType, mediaExtensions, type UploadedFile } from '@parley/contract';
import { useState } from 'react';
import { FileUpload } from '../../../components/file-upload.tsx';
import { cropRatios } from '../../../components/image-crop-dialog.tsx';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';

const crops = { wide: cropRatios.media, square: cropRatios.default, free: cropRatios.default } as const;

export type ArtifactFileFieldProps = {
  type: ArtifactType;
  kind: keyof typeof mediaExtensions;
  /** True where a stored file gives way to it. */
  isReplacing: boolean;
  upload: UploadedFile | undefined;
  fault: string | undefined;
  onUpload: (file: UploadedFile) => void;
};

/** The file of an attachment; a picture may be cropped. */
export function ArtifactFileField({ type, kind, isReplacing, upload, fault, onUpload }: ArtifactFileFieldProps) {
  const say = useWords(fileWords.library);
  const [crop, setCrop] = useState<keyof typeof crops | 'none'>('none');
  return (
    <>
      {type === 'IMAGE' ? (
        <Select
          label={say('crop')}
          allowDeselect={false}
          data={[
            { value: 'none', label: say('noCrop') },
            { value: 'wide', label: '16:9' },
            { value: 'square', label: '1:1' },
            { value: 'free', label: say('free') },
          ]}
          value={crop}
          onChange={(next) => setCrop((next ?? 'none') as typeof crop)}
        />
      ) : null}
      <FileUpload
        key={`${type} ${crop}`}
        label={isReplacing ? say('replace') : say('file')}
        extensions={mediaExtensions[kind]}
        rType="artifact"
        {...(crop === 'none' || type !== 'IMAGE' ? {} : { crop: { aspect: crops[crop], isRatioFixed: crop !== 'free' } })}
        onStatus={(status) => {
          if (status.state === 'done') onUpload(status.file);
        }}
      />
      {upload ? <Text size="sm">{say('chosen', { name: upload.name })}</Text> : null}
      {fault ? (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      ) : null}
    </>
  );
}
