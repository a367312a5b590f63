import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { type EncapLaunch, endpoints, launchStates } from '@parley/contract';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { CopyLine, PageAddress } from '../shared/page-address.tsx';
import { type Encap, useLaunchCalls } from './encap.queries.ts';
import { LaunchForm } from './launch-form.tsx';
import { MakeLinksDialog } from './make-links-dialog.tsx';

/** @property launch undefined: a new one */
export type LaunchOpen =
  | { dialog: 'edit'; launch: EncapLaunch | undefined }
  | { dialog: 'stop' | 'delete' | 'address' | 'make' | 'how'; launch: EncapLaunch };

type LaunchDialogProps = { encap: Encap; open: LaunchOpen; onClose: () => void };
type Props = { encap: Encap; launch: EncapLaunch; onClose: () => void };

/** Dialogs of launches. All of them load together, once the first one is opened. */
export function LaunchDialog({ encap, open, onClose }: LaunchDialogProps) {
  switch (open.dialog) {
    case 'edit':
      return <LaunchForm encap={encap} launch={open.launch} onClose={onClose} />;
    case 'stop':
      return <StopDialog encap={encap} launch={open.launch} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog encap={encap} launch={open.launch} onClose={onClose} />;
    case 'address':
      return <AddressDialog launch={open.launch} onClose={onClose} />;
    case 'make':
      return <MakeLinksDialog encapId={encap.id} launch={open.launch} onClose={onClose} />;
    case 'how':
      return <HowDialog encap={encap} launch={open.launch} onClose={onClose} />;
  }
}

/** Stopping closes the links that nobody has begun, for good; its reason stays beside the launch. */
function StopDialog({ encap, launch: { id, name }, onClose }: Props) {
  const say = useWords(encapWords.launch);
  const form = useForm({ initial: { reason: '' } });
  const { reason } = form.draft;
  const { setState } = useLaunchCalls(encap.id);
  const handleSubmit = () =>
    setState.mutate(
      { instanceId: id, state: launchStates.stopped, reason: reason.trim() },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('stopTitle', { name })}>
      <DialogForm
        submit={say('stop')}
        isDangerous
        isBusy={setState.isPending}
        isDisabled={reason.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {setState.error ? <SaveFailure error={setState.error} /> : null}
        <Text size="sm">{say('stopText')}</Text>
        <Textarea label={say('reason')} required data-autofocus autosize minRows={2} maxLength={500} {...form.field('reason')} />
      </DialogForm>
    </Modal>
  );
}

function DeleteDialog({ encap, launch: { id, name }, onClose }: Props) {
  const say = useWords(encapWords.launch);
  const { remove } = useLaunchCalls(encap.id);
  const handleSubmit = () =>
    remove.mutate(id, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'deleted'));
        onClose();
      },
    });
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

/** The one address of a launch that everybody may open. */
function AddressDialog({ launch: { name, openUrl, state }, onClose }: Omit<Props, 'encap'>) {
  const say = useWords(encapWords.launch);
  return (
    <Modal opened onClose={onClose} size="lg" title={say('addressTitle', { name })}>
      <Stack gap="md">
        <Text size="sm">{say(state === launchStates.started ? 'addressText' : 'addressLater')}</Text>
        <PageAddress name={name} address={openUrl} />
        <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
      </Stack>
    </Modal>
  );
}

/** A call that makes links, ready to be sent by a program with a key of the enterprise (docs/API.md). */
function HowDialog({ encap, launch: { id, name }, onClose }: Props) {
  const say = useWords(encapWords.launch);
  const path = endpoints.encapLaunches.makeLinks.path.replace(':encapId', encap.id).replace(':instanceId', id);
  const body = { requestKey: 'order-4711', people: [{ number: '+919876500001', name: 'Asha Rao', values: { city: 'Pune' } }] };
  const call = [
    `curl -X POST ${location.origin}${path} \\`,
    '  -H "authorization: Bearer $PARLEY_KEY" \\',
    '  -H "content-type: application/json" \\',
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
  return (
    <Modal opened onClose={onClose} size="xl" title={say('howTitle', { name })}>
      <Stack gap="md">
        <Text size="sm">{say('howText')}</Text>
        <CopyLine text={call} />
        <Text size="sm" c="dimmed">
          {say('howKey')}
        </Text>
        <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
      </Stack>
    </Modal>
  );
}
