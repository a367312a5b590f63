import { Alert, Modal, Stack } from '@mantine/core';
import type { BroadcastCheck } from '@parley/contract';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { CheckResult } from './check-result.tsx';

type ReviewDialogProps = {
  check: BroadcastCheck;
  labels: ReadonlyMap<string, string>;
  isSending: boolean;
  onClose: () => void;
  onSend: () => void;
};

/** Warnings before sending: many numbers, too many, repeated or invalid ones. */
export function ReviewDialog({ check, labels, isSending, onClose, onSend }: ReviewDialogProps) {
  const say = useWords(outreachWords.broadcast);
  const { count, limit, needsConfirmation, duplicates, invalid, lacking } = check;
  const canSend = limit === 0 && count > 0;
  return (
    <Modal opened onClose={onClose} title={say('reviewTitle')}>
      <Stack gap="md">
        {limit > 0 ? (
          <Alert color="red" role="alert">
            {say('tooMany', { limit, count })}
          </Alert>
        ) : needsConfirmation ? (
          <Alert color="yellow">{say('confirmMany')}</Alert>
        ) : null}
        <CheckResult check={check} labels={labels} />
        <DialogActions
          submit={
            canSend
              ? say(duplicates.length > 0 || invalid.length > 0 || lacking.count + lacking.tooLong > 0 ? 'sendAnyway' : 'send')
              : undefined
          }
          isBusy={isSending}
          onCancel={onClose}
          onSubmit={onSend}
        />
      </Stack>
    </Modal>
  );
}
