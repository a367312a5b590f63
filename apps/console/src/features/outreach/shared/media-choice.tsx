import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { channelTypes, type MessageMedia } from '@parley/contract';
import { IconPhotoSearch, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { shortenFileName } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { uploadMedia } from '../../channel/shared/template.queries.ts';
import type { PickedAttachment } from '../../file/shared/artifact-picker.tsx';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));
const artifactKinds = { IMAGE: ['IMAGE'], VIDEO: ['VIDEO'], DOCUMENT: ['DOC'] } as const;
const accepted = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' } as const;

type MediaChoiceProps = {
  /** Purpose of the media, for screen readers: 'Media of card 2' */
  label: string;
  format: keyof typeof accepted;
  channelType: number;
  value: MessageMedia | undefined;
  onChange: (media: MessageMedia | undefined) => void;
};

/** The media of a header or a card: chosen from the library, or uploaded. */
export function MediaChoice({ label, format, channelType, value, onChange }: MediaChoiceProps) {
  const say = useWords(outreachWords.broadcast);
  const [ratio, setRatio] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const isWrongDocument = (type: string) => format === 'DOCUMENT' && type !== 'application/pdf';
  const take = (media: MessageMedia) => {
    if (media.url === '') return showToast('error', outreachWords.broadcastTexts('mediaNotFound'));
    onChange(media);
  };
  /** Checks a file of the library: WhatsApp takes less than a library holds (BCAST-046). An upload is checked as it arrives. */
  const handlePick = async ({ data }: PickedAttachment) => {
    if (isWrongDocument(data.mimeType)) return showToast('error', outreachWords.broadcastTexts('invalidFileType'));
    try {
      if (channelType === channelTypes.WHATSAPP && data.fileId !== '')
        await api.broadcasts.validateMedia({ query: { id: data.fileId, channelType: 'WHATSAPP', mediaType: format } });
      take({ fileName: data.fileName || data.name, type: data.mimeType, url: data.url });
    } catch (error) {
      tellFailure(error);
    }
  };
  const handleFile = async (file: File | null) => {
    if (!file) return;
    if (isWrongDocument(file.type)) return showToast('error', outreachWords.broadcastTexts('invalidFileType'));
    setRatio(0);
    try {
      const { name, type, url } = await uploadMedia(format, file, setRatio);
      take({ fileName: name, type, url });
    } catch (error) {
      tellFailure(error);
    } finally {
      setRatio(undefined);
    }
  };
  return (
    <div>
      <Group gap="sm" role="group" aria-label={label}>
        <Button variant="default" size="xs" leftSection={<IconPhotoSearch size={14} aria-hidden />} onClick={() => setOpen(true)}>
          {say('choose')}
        </Button>
        <FileButton accept={accepted[format]} onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />} loading={ratio !== undefined}>
              {say('uploadMedia')}
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
      {isOpen ? (
        <Suspense>
          <ArtifactPicker
            opened
            hasBrowse={false}
            kinds={artifactKinds[format]}
            onClose={() => setOpen(false)}
            onPick={(picked) => void handlePick(picked)}
          />
        </Suspense>
      ) : null}
      {ratio === undefined ? null : <Progress mt={6} value={ratio * 100} aria-label={label} />}
    </div>
  );
}
