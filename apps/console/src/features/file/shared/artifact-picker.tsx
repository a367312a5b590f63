import { Button, Group, Modal, SegmentedControl, Tabs, Text, UnstyledButton } from '@mantine/core';
import { type ArtifactData, type ArtifactType, type Bucket, fileArtifacts, mediaExtensions, type UploadedFile } from '@parley/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { FileUpload } from '../../../components/file-upload.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import classes from './artifact.module.css';
import type { Visibility } from './artifact.queries.ts';
import { ArtifactList } from './artifact-list.tsx';
import { ArtifactFace } from './artifact-tile.tsx';
import { BucketList } from './bucket-list.tsx';

/** The chosen attachment of the library, or a file uploaded just now. */
export type PickedAttachment = { data: ArtifactData; artifactId?: string; upload?: UploadedFile };
export type ArtifactPickerProps = {
  opened: boolean;
  onClose: () => void;
  onPick: (picked: PickedAttachment) => void;
  /** Types that may be chosen; all of them when left out */
  kinds?: readonly ArtifactType[];
  /** True if a file of one's own may be sent instead */
  hasBrowse?: boolean;
};

/** The attachment dialog (001 section 2.12): what is picked closes it and goes to the caller. */
export function ArtifactPicker({ opened, onClose, ...rest }: ArtifactPickerProps) {
  const say = useWords(fileWords.artifact);
  return (
    <Modal opened={opened} onClose={onClose} title={say('title')} size="xl" closeButtonProps={{ 'aria-label': say('close') }}>
      {opened ? <PickerBody onClose={onClose} {...rest} /> : null}
    </Modal>
  );
}

function PickerBody({ onClose, onPick, kinds = [], hasBrowse = true }: Omit<ArtifactPickerProps, 'opened'>) {
  const say = useWords(fileWords.artifact);
  const [segment, setSegment] = useState<Visibility | 'browse'>('public');
  const [view, setView] = useState<'ALL' | 'BUCKET'>('ALL');
  const [bucket, setBucket] = useState<Bucket>();
  const [desc, setDesc] = useState('');
  const files = (kinds.length === 0 ? (Object.keys(fileArtifacts) as ArtifactType[]) : kinds).flatMap((kind) => fileArtifacts[kind] ?? []);
  const extensions = files.flatMap((kind) => [...mediaExtensions[kind]]);
  const mayBrowse = hasBrowse && extensions.length > 0;

  const pick = (picked: PickedAttachment) => {
    onClose();
    onPick(picked);
  };
  const turnTo = (next: string | null) => {
    setSegment((next ?? 'public') as Visibility | 'browse');
    setBucket(undefined);
  };
  const filter = { visibility: segment === 'browse' ? ('public' as const) : segment, desc, kinds };
  const list = (bucketId = '') => (
    <ArtifactList filter={{ ...filter, bucketId }}>
      {(artifact) => (
        <UnstyledButton className={classes.tile ?? ''} onClick={() => pick({ data: artifact.data, artifactId: artifact._id })}>
          <ArtifactFace artifact={artifact} />
        </UnstyledButton>
      )}
    </ArtifactList>
  );

  return (
    <>
      <Tabs value={segment} onChange={turnTo} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="public">{say('public')}</Tabs.Tab>
          <Tabs.Tab value="private">{say('private')}</Tabs.Tab>
          {mayBrowse ? <Tabs.Tab value="browse">{say('browse')}</Tabs.Tab> : null}
        </Tabs.List>
        {(['public', 'private'] as const).map((visibility) => (
          <Tabs.Panel key={visibility} value={visibility}>
            <div className={classes.bar}>
              <SegmentedControl
                aria-label={say('view')}
                value={view}
                onChange={(next) => {
                  setView(next as 'ALL' | 'BUCKET');
                  setBucket(undefined);
                }}
                data={[
                  { value: 'ALL', label: say('all') },
                  { value: 'BUCKET', label: say('bucket') },
                ]}
              />
              <SearchBox
                className={classes.search ?? ''}
                aria-label={say('search')}
                placeholder={say('search')}
                maxLength={120}
                value={desc}
                onSearch={setDesc}
              />
            </div>
            {view === 'ALL' ? list() : null}
            {view === 'BUCKET' && !bucket ? <BucketList filter={filter} onOpen={setBucket} /> : null}
            {view === 'BUCKET' && bucket ? (
              <>
                <Group mb="sm" gap="xs">
                  <Button
                    variant="subtle"
                    size="xs"
                    leftSection={<IconArrowLeft size={14} aria-hidden />}
                    onClick={() => setBucket(undefined)}
                  >
                    {say('backToBucket')}
                  </Button>
                  <Text fw={550}>{bucket.name}</Text>
                </Group>
                {list(bucket.id)}
              </>
            ) : null}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="browse" pt="md">
          <FileUpload
            label={say('browseFile')}
            extensions={extensions}
            rType="artifact"
            onStatus={(status) => {
              if (status.state === 'done') return pick({ data: dataOf(status.file), upload: status.file });
              if (status.reason !== 'request') return undefined;
              showToast('error', say('uploadFailed'));
              return onClose();
            }}
          />
        </Tabs.Panel>
      </Tabs>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {say('close')}
        </Button>
      </Group>
    </>
  );
}

const typeOf = (mimeType: string): ArtifactType =>
  mimeType.startsWith('image/') ? 'IMAGE' : mimeType.startsWith('video/') ? 'VIDEO' : mimeType.startsWith('audio/') ? 'AUDIO' : 'DOC';

/** A file that is in no library, in the words of one that is. */
const dataOf = (file: UploadedFile): ArtifactData => ({
  type: typeOf(file.type),
  name: file.name,
  desc: '',
  url: file.url,
  address: '',
  fileId: file.id,
  fileName: file.name,
  mimeType: file.type,
  size: file.size,
  width: 0,
  height: 0,
  latitude: null,
  longitude: null,
  message: '',
  title: '',
});
