import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { broadcastTexts, type MessageMedia } from '@parley/contract';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { tellFailure } from '../bot/tell-failure.tsx';
import { shortenFileName } from '../format.ts';
import { uploadMedia } from '../template/template.queries.ts';
import { showToast } from '../toasts.ts';
import { useWords } from '../words.ts';
import { broadcastSay } from './broadcast.words.ts';

const accepted = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' } as const;

type MediaChoiceProps = {
  /** What it is for, for those who hear it: 'Media of card 2' */
  label: string;
  format: keyof typeof accepted;
  value: MessageMedia | undefined;
  onChange: (media: MessageMedia | undefined) => void;
};

/** The media of a header or a card. What is uploaded here is checked by the server as it arrives. */
export function MediaChoice({ label, format, value, onChange }: MediaChoiceProps) {
  const say = useWords(broadcastSay);
  const [ratio, setRatio] = useState<number>();
  const handleFile = async (file: File | null) => {
    if (!file) return;
    if (format === 'DOCUMENT' && file.type !== 'application/pdf') return showToast('error', broadcastTexts.invalidFileType);
    setRatio(0);
    try {
      const { name, type, url } = await uploadMedia(format, file, setRatio);
      if (url === '') showToast('error', broadcastTexts.mediaNotFound);
      onChange({ fileName: name, type, url });
    } catch (error) {
      tellFailure(error);
    } finally {
      setRatio(undefined);
    }
  };
  return (
    <div>
      <Group gap="sm" role="group" aria-label={label}>
        <FileButton accept={accepted[format]} onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={14} aria-hidden />}
              loading={ratio !== undefined}
            >
              {say('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c={value ? undefined : 'dimmed'}>
          {value ? shortenFileName(value.fileName) : say('noMedia')}
        </Text>
        {value ? (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
            {say('removeMedia')}
          </Button>
        ) : null}
      </Group>
      {ratio === undefined ? null : <Progress mt={6} value={ratio * 100} aria-label={label} />}
    </div>
  );
}
