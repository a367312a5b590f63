import { Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { Artifact, Bucket } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { useMoveArtifact, useSaveBucket } from './library.queries.ts';

type BucketFormProps = { bucket: Bucket | undefined; isShared: boolean; onClose: () => void };

/** A new bucket, or the name and the readers of one. */
export function BucketForm({ bucket, isShared, onClose }: BucketFormProps) {
  const say = useWords(fileWords.library);
  const save = useSaveBucket();
  const [name, setName] = useState(bucket?.name ?? '');
  const [isPublic, setPublic] = useState(bucket?.isPublic ?? isShared);
  const handleSubmit = () => {
    save.mutate(
      { ...(bucket ? { id: bucket.id, version: bucket.version } : {}), body: { name, isPublic } },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
        onError: tellFailure,
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={say(bucket ? 'editBucket' : 'newBucket')}>
      <DialogForm
        gap="sm"
        submit={say('save')}
        isBusy={save.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={handleSubmit}
      >
        <TextInput
          label={say('bucketName')}
          withAsterisk
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch label={say('sharedBucket')} checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />
      </DialogForm>
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
        <DialogActions submit={say('move')} isBusy={move.isPending} isDisabled={bucketId === ''} onCancel={onClose} onSubmit={handleMove} />
      </Stack>
    </Modal>
  );
}
