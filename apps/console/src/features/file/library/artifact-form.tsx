import { Modal, Select, Switch, TextInput } from '@mantine/core';
import { type Artifact, type ArtifactType, artifactTypes, fileArtifacts, type UploadedFile } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { toBody, toDraft } from './artifact-draft.ts';
import { ArtifactFields } from './artifact-fields.tsx';
import { ArtifactFileField } from './artifact-file-field.tsx';
import { readArtifact, useSaveArtifact } from './library.queries.ts';

export type ArtifactFormProps = {
  /** Undefined: a new one */
  artifact: Artifact | undefined;
  isAdmin: boolean;
  /** Tab in which a new attachment begins */
  isShared: boolean;
  onClose: () => void;
};

/** A new attachment of any type, or one that is there; another file takes the place of the stored one. */
export function ArtifactForm({ artifact, isAdmin, isShared, onClose }: ArtifactFormProps) {
  const say = useWords(fileWords.library);
  const sayType = useWords(fileWords.artifact);
  const save = useSaveArtifact();
  const buckets = useQuery(bucketsQuery({ visibility: '', desc: '' }));
  const before = artifact?.data;
  const [type, setType] = useState<ArtifactType>(before?.type ?? 'IMAGE');
  const [upload, setUpload] = useState<UploadedFile>();
  const isCopy = useRef(false);
  const form = useRecordDialog({
    record: artifact,
    toDraft: (of) => toDraft(of, isAdmin || isShared),
    read: () => readArtifact(artifact?._id ?? ''),
    save: (draft, version) =>
      save.mutateAsync({
        ...(artifact && version !== undefined ? { id: artifact._id, version } : {}),
        body: toBody(draft, { artifact, type, upload, isAdmin, isCopy: isCopy.current }),
      }),
    onSaved: ({ message }) => {
      showToast('success', sayDone(message, artifact ? 'saved' : 'added'));
      onClose();
    },
    onRefused: (error) => {
      if (describeFailure(error).code === 'artifact.duplicate') void askForCopy(error);
      else if (readFieldErrors(error).length === 0) tellFailure(error);
    },
    fields: { desc: 'description', bucketId: 'bucket' },
    show: (field, value) => (field === 'bucketId' ? (buckets.data?.find(({ id }) => id === value)?.name ?? '') : value),
  });
  const { field, faults } = form;
  const kind = fileArtifacts[type];
  const types = isAdmin ? artifactTypes.filter((one) => fileArtifacts[one]) : artifactTypes;

  const ask = (title: string, text: string, confirm: string) =>
    openDialog({ type: 'confirm', title, text, confirm, cancel: say('cancel') });
  const write = async (asCopy: boolean): Promise<void> => {
    isCopy.current = asCopy;
    await form.save();
  };
  const askForCopy = async (error: unknown): Promise<void> => {
    if (await ask(say('duplicate'), describeFailure(error).message, say('addAgain'))) await write(true);
  };
  const handleSubmit = async () => {
    const isReplacing = artifact !== undefined && upload !== undefined;
    if (!isReplacing || (await ask(say('replaceTitle'), say('replaceText'), say('replace')))) await write(false);
  };
  const handleType = (next: string | null) => {
    setType((next ?? 'IMAGE') as ArtifactType);
    setUpload(undefined);
    form.setFaults({});
  };

  return (
    <Modal opened onClose={onClose} title={artifact ? say('editTitle', { name: before?.name }) : say('addTitle')}>
      <DialogForm
        gap="sm"
        submit={say('save')}
        isBusy={form.isBusy}
        isDisabled={kind !== undefined && !artifact && !upload}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {artifact ? null : (
          <Select
            label={say('type')}
            allowDeselect={false}
            data={types.map((one) => ({ value: one, label: sayType(one) }))}
            value={type}
            onChange={handleType}
          />
        )}
        {kind ? (
          <ArtifactFileField
            type={type}
            kind={kind}
            isReplacing={artifact !== undefined}
            upload={upload}
            fault={faults.fileId}
            onUpload={setUpload}
          />
        ) : (
          <ArtifactFields type={type} form={form} />
        )}
        <TextInput label={say('name')} {...(kind ? { description: say('nameHint') } : {})} maxLength={120} {...field('name')} />
        <TextInput label={say('desc')} maxLength={500} {...field('desc')} />
        <Select
          label={say('bucket')}
          placeholder={say('noBucket')}
          clearable
          searchable
          data={(buckets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.choice('bucketId')}
        />
        {isAdmin || artifact?.adminCreated ? null : <Switch label={say('shared')} {...form.box('isPublic')} />}
      </DialogForm>
    </Modal>
  );
}
