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
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { useMoveArtifact, useSaveBucket } from './library.queries.ts';

type BucketFormProps = { bucket: Bucket | undefined; isShared: boolean; onClose: () => void };

/** A new bucket, or the name and the readers of one. */
export function BucketForm({ bucket, isShared, onClose }: BucketFormProps) {
  const say = useWords(fileWords.library);
  const save = useSaveBucket();
  const form = useRecordDialog({
    record: bucket,
    toDraft: (of) => ({ name: of?.name ?? '', isPublic: of?.isPublic ?? isShared }),
    read: async (client) => {
      const buckets = await client.fetchQuery({ ...bucketsQuery({ visibility: '', desc: '' }), staleTime: 0 });
      return buckets.find(({ id }) => id === bucket?.id) ?? gone();
    },
    save: (body, version) => save.mutateAsync({ ...(bucket && version !== undefined ? { id: bucket.id, version } : {}), body }),
    onSaved: ({ message }) => {
      showToast('success', sayDone(message, 'saved'));
      onClose();
    },
    onRefused: tellFailure,
  });
  return (
    <Modal opened onClose={onClose} title={say(bucket ? 'editBucket' : 'newBucket')}>
      <DialogForm
        gap="sm"
        submit={say('save')}
        isBusy={form.isBusy}
        isDisabled={form.draft.name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.handleSubmit}
      >
        <TextInput label={say('bucketName')} withAsterisk data-autofocus maxLength={60} {...form.field('name')} />
        <Switch label={say('sharedBucket')} {...form.box('isPublic')} />
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
