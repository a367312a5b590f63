import { Button, FileButton, Group, Input, Progress, Text } from '@mantine/core';
import { mediaSampleLimits } from '@parley/contract';
import { IconCircleCheck, IconPhotoSearch, IconUpload } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatBytes } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { uploadMedia } from '../shared/template.queries.ts';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));
const artifactKinds = { IMAGE: ['IMAGE'], VIDEO: ['VIDEO'], DOCUMENT: ['DOC'] } as const;
const acceptedTypes = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' } as const;

type SampleFieldProps = {
  label: string;
  format: keyof typeof mediaSampleLimits;
  url: string;
  error: string | undefined;
  onChange: (fileId: string, url: string) => void;
};

/** The sample that the vendor sees; the server checks what is in the file. */
export function SampleField({ label, format, url, error, onChange }: SampleFieldProps) {
  const say = useWords(channelWords.template);
  const id = useId();
  const [sending, setSending] = useState<{ name: string; ratio: number }>();
  const [failure, setFailure] = useState('');
  const [isOpen, setOpen] = useState(false);
  const handleFile = async (file: File | null) => {
    if (!file) return;
    setFailure('');
    setSending({ name: file.name, ratio: 0 });
    try {
      const stored = await uploadMedia(format, file, (ratio) => setSending({ name: file.name, ratio }));
      onChange(stored.id, stored.url);
    } catch (cause) {
      if (!isToldAlready(cause)) setFailure(describeFailure(cause).message);
    } finally {
      setSending(undefined);
    }
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={say('upTo', { size: formatBytes(mediaSampleLimits[format]) })}
      error={failure || error}
    >
      <Group gap="sm" mt={6} role="group" aria-labelledby={id}>
        <Button variant="default" size="xs" leftSection={<IconPhotoSearch size={14} aria-hidden />} onClick={() => setOpen(true)}>
          {say('fromLibrary')}
        </Button>
        <FileButton accept={acceptedTypes[format]} onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={14} aria-hidden />}
              loading={sending !== undefined}
            >
              {say(url === '' ? 'chooseFile' : 'replaceFile')}
            </Button>
          )}
        </FileButton>
        {url === '' ? null : (
          <>
            <Group gap={4}>
              <IconCircleCheck size={15} aria-hidden />
              <Text size="sm">{say('sampleIsThere')}</Text>
            </Group>
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('', '')}>
              {say('removeFile')}
            </Button>
          </>
        )}
      </Group>
      {isOpen ? (
        <Suspense>
          <ArtifactPicker
            opened
            hasBrowse={false}
            kinds={artifactKinds[format]}
            onClose={() => setOpen(false)}
            onPick={({ data }) => onChange(data.fileId, data.url)}
          />
        </Suspense>
      ) : null}
      {sending ? <Progress mt={6} value={sending.ratio * 100} aria-label={say('sending', { name: sending.name })} /> : null}
    </Input.Wrapper>
  );
}
