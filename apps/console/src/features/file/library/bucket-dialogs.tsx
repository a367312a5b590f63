import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { Artifact, Bucket } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { tellFailure } from '../../bot/shared/tell-failure.tsx';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { useMoveArtifact, useSaveBucket } from './library.queries.ts';

type BucketFormProps = { bucket: Bucket | undefined; isShared: boolean; onClose: () => void };

/** A new bucket, or another name for one. */
export function BucketForm({ bucket, isShared, onClose }: BucketFormProps) {
  const say = useWords(fileWords.library);
  const save = useSaveBucket();
  const [name, setName] = useState(bucket?.name ?? '');
  const [isPublic, setPublic] = useState(bucket?.isPublic ?? isShared);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { ...(bucket ? { id: bucket.id, version: bucket.version } : {}), body: { name, isPublic } },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message));
          onClose();
        },
        onError: tellFailure,
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={say(bucket ? 'renameBucket' : 'newBucket')}>
      <form onSubmit={handleSubmit}>
        <Stack gap="sm">
          <TextInput
            label={say('bucketName')}
            withAsterisk
            data-autofocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Switch label={say('sharedBucket')} checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
              {say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Into which bucket an attachment goes. */
export function MoveDialog({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const say = useWords(fileWords.library);
  const move = useMoveArtifact();
  const buckets = useQuery(bucketsQuery({ visibility: '', desc: '' }));
  const [bucketId, setBucketId] = useState(artifact.bucketId);
  const handleMove = () =>
    move.mutate(
      { artifactId: artifact._id, bucketId },
      {
        onSuccess: () => {
          showToast('success', say('moved'));
          onClose();
        },
        onError: tellFailure,
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('move')}>
      <Stack gap="sm">
        <Select
          label={say('bucket')}
          searchable
          data={(buckets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={bucketId || null}
          onChange={(next) => setBucketId(next ?? '')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button disabled={bucketId === ''} loading={move.isPending} onClick={handleMove}>
            {say('move')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
