import { Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { Artifact, Bucket } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { gone } from '../../../lib/gone.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { useMoveArtifact, useSaveBucket } from './library.queries.ts';

type BucketFormProps = { bucket: Bucket | undefined; isShared: boolean; onClose: () => void };

/** A new bucket, or the name and the readers of one. */
export function BucketForm({ bucket, isShared, onClose }: BucketFormProps) {
  const say = useWords(fileWords.library);
  const save = useSaveBucket();
  const [name, setName] = useState(bucket?.name ?? '');
  const [isPublic, setPublic] = useState(bucket?.isPublic ?? isShared);
  const loaded = (of: Bucket) => ({ values: { name: of.name, isPublic: of.isPublic }, version: of.version });
  const versioned = useVersionedForm({
    typed: { name, isPublic },
    latest: bucket && loaded(bucket),
    load: async (client) => {
      const buckets = await client.fetchQuery({ ...bucketsQuery({ visibility: '', desc: '' }), staleTime: 0 });
      return loaded(buckets.find(({ id }) => id === bucket?.id) ?? gone());
    },
    onTake: (values) => {
      setName(values.name);
      setPublic(values.isPublic);
    },
  });
  const handleSubmit = async () => {
    try {
      const saved = await versioned.save((body, version) =>
        save.mutateAsync({ ...(bucket && version !== undefined ? { id: bucket.id, version } : {}), body }),
      );
      if (!saved) return;
      showToast('success', sayDone(saved.message, 'saved'));
      onClose();
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={say(bucket ? 'editBucket' : 'newBucket')}>
      <DialogForm
        gap="sm"
        submit={say('save')}
        isBusy={save.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={() => void handleSubmit()}
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

/** Chooses the bucket of an attachment. */
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
