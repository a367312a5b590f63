import { Group, Modal, NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type Artifact, type ArtifactType, artifactTypes, fileArtifacts, mediaExtensions, type UploadedFile } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { FileUpload } from '../../../components/file-upload.tsx';
import { cropRatios } from '../../../components/image-crop-dialog.tsx';
import { ApiError } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { type ArtifactBody, readArtifact, useSaveArtifact } from './library.queries.ts';

export type ArtifactFormProps = {
  /** Undefined: a new one */
  artifact: Artifact | undefined;
  isAdmin: boolean;
  /** Tab in which a new attachment begins */
  isShared: boolean;
  onClose: () => void;
};
type Values = ReturnType<typeof valuesOf> & { isPublic: boolean; bucketId: string };

function valuesOf(artifact: Artifact | undefined) {
  const data = artifact?.data;
  return {
    name: data?.name ?? '',
    desc: data?.desc ?? '',
    url: data?.type === 'URL' ? data.url : '',
    title: data?.title ?? '',
    address: data?.address ?? '',
    latitude: data?.latitude ?? null,
    longitude: data?.longitude ?? null,
    message: data?.message ?? '',
  };
}
const loaded = (of: Artifact) => ({ values: { ...valuesOf(of), isPublic: of.isPublic, bucketId: of.bucketId }, version: of.version });

const crops = { wide: cropRatios.media, square: cropRatios.default, free: cropRatios.default } as const;

/** A new attachment of any type, or one that is there; another file takes the place of the stored one. */
export function ArtifactForm({ artifact, isAdmin, isShared, onClose }: ArtifactFormProps) {
  const say = useWords(fileWords.library);
  const sayType = useWords(fileWords.artifact);
  const save = useSaveArtifact();
  const buckets = useQuery(bucketsQuery({ visibility: '', desc: '' }));
  const before = artifact?.data;
  const [type, setType] = useState<ArtifactType>(before?.type ?? 'IMAGE');
  const [upload, setUpload] = useState<UploadedFile>();
  const [crop, setCrop] = useState<keyof typeof crops | 'none'>('none');
  const [values, setValues] = useState(() => valuesOf(artifact));
  const [isPublic, setPublic] = useState(artifact?.isPublic ?? (isAdmin || isShared));
  const [bucketId, setBucketId] = useState(artifact?.bucketId ?? '');
  const versioned = useVersionedForm<Values>({
    typed: { ...values, isPublic, bucketId },
    latest: artifact && loaded(artifact),
    load: async () => loaded(await readArtifact(artifact?._id ?? '')),
    onTake: ({ isPublic: isShownToAll, bucketId: into, ...next }) => {
      setValues(next);
      setPublic(isShownToAll);
      setBucketId(into);
    },
    fields: { desc: 'description', bucketId: 'bucket' },
    show: (field, value) => (field === 'bucketId' ? (buckets.data?.find(({ id }) => id === value)?.name ?? '') : value),
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const set = (change: Partial<typeof values>) => {
    setValues((old) => ({ ...old, ...change }));
    setErrors({});
  };
  const kind = fileArtifacts[type];
  const types = isAdmin ? artifactTypes.filter((one) => fileArtifacts[one]) : artifactTypes;

  const toBody = ({ isPublic: isShownToAll, bucketId: into, ...said }: Values, isCopy: boolean): ArtifactBody => ({
    data: { type, ...said, fileId: (upload?.id ?? (kind ? (before?.fileId ?? '') : '')) as '' },
    isPublic: isShownToAll,
    adminCreated: artifact ? artifact.adminCreated : isAdmin,
    bucketId: into as '',
    deptId: (artifact?.deptId ?? '') as '',
    isCopy,
  });
  const write = async (isCopy = false): Promise<void> => {
    try {
      const saved = await versioned.save((next, version) =>
        save.mutateAsync({ ...(artifact && version !== undefined ? { id: artifact._id, version } : {}), body: toBody(next, isCopy) }),
      );
      if (!saved) return;
      showToast('success', sayDone(saved.message, artifact ? 'saved' : 'added'));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'artifact.duplicate') {
        const isYes = await openDialog({
          type: 'confirm',
          title: say('duplicate'),
          text: describeFailure(error).message,
          confirm: say('addAgain'),
          cancel: say('cancel'),
        });
        if (isYes) await write(true);
        return;
      }
      const faults = readFieldErrors(error);
      setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
      if (faults.length === 0) tellFailure(error);
    }
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const isReplacing = artifact !== undefined && upload !== undefined;
    if (
      isReplacing &&
      !(await openDialog({
        type: 'confirm',
        title: say('replaceTitle'),
        text: say('replaceText'),
        confirm: say('replace'),
        cancel: say('cancel'),
      }))
    )
      return;
    await write();
  };

  return (
    <Modal opened onClose={onClose} title={artifact ? say('editTitle', { name: before?.name }) : say('addTitle')}>
      <DialogForm
        gap="sm"
        submit={say('save')}
        isBusy={save.isPending}
        isDisabled={kind !== undefined && !artifact && !upload}
        onCancel={onClose}
        onSubmit={(event) => void handleSubmit(event)}
      >
        {artifact ? null : (
          <Select
            label={say('type')}
            allowDeselect={false}
            data={types.map((one) => ({ value: one, label: sayType(one) }))}
            value={type}
            onChange={(next) => {
              setType((next ?? 'IMAGE') as ArtifactType);
              setUpload(undefined);
              setErrors({});
            }}
          />
        )}
        {kind ? (
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
              label={artifact ? say('replace') : say('file')}
              extensions={mediaExtensions[kind]}
              rType="artifact"
              {...(crop === 'none' || type !== 'IMAGE' ? {} : { crop: { aspect: crops[crop], isRatioFixed: crop !== 'free' } })}
              onStatus={(status) => {
                if (status.state === 'done') setUpload(status.file);
              }}
            />
            {upload ? <Text size="sm">{say('chosen', { name: upload.name })}</Text> : null}
            {errors.fileId ? (
              <Text size="sm" c="red" role="alert">
                {errors.fileId}
              </Text>
            ) : null}
          </>
        ) : null}
        {type === 'MSG' ? (
          <Textarea
            label={say('message')}
            description={say('messageHint', { name: '{{name}}' })}
            withAsterisk
            autosize
            minRows={3}
            maxLength={4096}
            error={errors.message}
            value={values.message}
            onChange={(event) => set({ message: event.currentTarget.value })}
          />
        ) : null}
        {type === 'URL' ? (
          <>
            <TextInput
              label={say('link')}
              withAsterisk
              type="url"
              maxLength={2000}
              error={errors.url}
              value={values.url}
              onChange={(event) => set({ url: event.currentTarget.value })}
            />
            <TextInput
              label={say('linkTitle')}
              maxLength={200}
              value={values.title}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
          </>
        ) : null}
        {type === 'LOCATION' ? (
          <>
            <TextInput
              label={say('address')}
              maxLength={500}
              error={errors.address}
              value={values.address}
              onChange={(event) => set({ address: event.currentTarget.value })}
            />
            <Group grow>
              <NumberInput
                label={say('latitude')}
                withAsterisk
                min={-90}
                max={90}
                error={errors.latitude}
                value={values.latitude ?? ''}
                onChange={(value) => set({ latitude: typeof value === 'number' ? value : null })}
              />
              <NumberInput
                label={say('longitude')}
                withAsterisk
                min={-180}
                max={180}
                error={errors.longitude}
                value={values.longitude ?? ''}
                onChange={(value) => set({ longitude: typeof value === 'number' ? value : null })}
              />
            </Group>
          </>
        ) : null}
        <TextInput
          label={say('name')}
          {...(kind ? { description: say('nameHint') } : {})}
          maxLength={120}
          error={errors.name}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput label={say('desc')} maxLength={500} value={values.desc} onChange={(event) => set({ desc: event.currentTarget.value })} />
        <Select
          label={say('bucket')}
          placeholder={say('noBucket')}
          clearable
          searchable
          data={(buckets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={bucketId || null}
          onChange={(next) => setBucketId(next ?? '')}
        />
        {isAdmin || artifact?.adminCreated ? null : (
          <Switch label={say('shared')} checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />
        )}
      </DialogForm>
    </Modal>
  );
}
