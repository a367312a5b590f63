import { Modal, NumberInput, Text, TextInput } from '@mantine/core';
import type { EncapMilestone } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { type Encap, useMilestoneCalls } from './encap.queries.ts';

/** @property milestone undefined: a new one */
export type MilestoneOpen = { dialog: 'edit'; milestone: EncapMilestone | undefined } | { dialog: 'delete'; milestone: EncapMilestone };

type MilestoneDialogProps = { encap: Encap; open: MilestoneOpen; onClose: () => void };

/** Each change of a milestone is one of the draft, by its revision: who holds the draft is named when it is refused. */
export const MilestoneDialog = ({ encap, open, onClose }: MilestoneDialogProps) =>
  open.dialog === 'delete' ? (
    <DeleteMilestone encap={encap} milestone={open.milestone} onClose={onClose} />
  ) : (
    <EditMilestone encap={encap} milestone={open.milestone} onClose={onClose} />
  );

type EditProps = { encap: Encap; milestone: EncapMilestone | undefined; onClose: () => void };

function EditMilestone({ encap: { id: encapId, revision, milestones }, milestone, onClose }: EditProps) {
  const say = useWords(encapWords.milestone);
  const { add, save } = useMilestoneCalls();
  const places = milestones.length + (milestone ? 0 : 1);
  const form = useForm({ initial: { name: milestone?.name ?? '', order: milestone?.order ?? places } });
  const { name, order } = form.draft;
  const refusal = add.error ?? save.error;
  const handleSubmit = () => {
    const body = { encapId, name: name.trim(), order, revision };
    const told = {
      onSuccess: ({ message }: { message: string }) => {
        showToast('success', sayDone(message, 'saved'));
        onClose();
      },
    };
    if (milestone) save.mutate({ ...body, milestoneId: milestone.id }, told);
    else add.mutate(body, told);
  };
  return (
    <Modal opened onClose={onClose} title={milestone ? say('editTitle', { name: milestone.name }) : say('newTitle')}>
      <DialogForm
        submit={say('save')}
        isBusy={add.isPending || save.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {refusal ? <SaveFailure error={refusal} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={60} {...form.field('name')} />
        <NumberInput
          label={say('order')}
          min={1}
          max={places}
          clampBehavior="strict"
          allowDecimal={false}
          value={order}
          onChange={(next) => form.change({ order: Number(next) || 1 })}
        />
      </DialogForm>
    </Modal>
  );
}

type DeleteProps = { encap: Encap; milestone: EncapMilestone; onClose: () => void };

function DeleteMilestone({ encap: { id: encapId, revision }, milestone: { id: milestoneId, name }, onClose }: DeleteProps) {
  const say = useWords(encapWords.milestone);
  const { remove } = useMilestoneCalls();
  const handleSubmit = () =>
    remove.mutate(
      { encapId, milestoneId, revision },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'deleted'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('deleteTitle', { name })}>
      <DialogForm
        submit={say('delete')}
        isDangerous
        isBusy={remove.isPending}
        focusOn="cancel"
        onCancel={onClose}
        onSubmit={() => handleSubmit()}
      >
        {remove.error ? <SaveFailure error={remove.error} /> : null}
        <Text size="sm">{say('deleteText')}</Text>
      </DialogForm>
    </Modal>
  );
}
