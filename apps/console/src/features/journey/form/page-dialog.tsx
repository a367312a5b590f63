import { Alert, Modal, Stack, Text } from '@mantine/core';
import type { FormItem } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { PageAddress } from '../shared/page-address.tsx';
import { formQuery, useOpenPage } from './form.queries.ts';

/** The page of a form that everybody may open who has its address: opened, closed, copied, and as a QR code. */
export function PageDialog({ form: listed, onClose }: { form: FormItem; onClose: () => void }) {
  const say = useWords(formWords.list);
  const form = useQuery({ ...formQuery(listed.id), staleTime: 0 }).data ?? listed;
  const page = useOpenPage();
  const isOpen = form.pageUrl !== '';
  const handleSubmit = () =>
    page.mutate(
      { id: form.id, version: form.version, isOpen: !isOpen },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          if (isOpen) onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} size="lg" title={say(isOpen ? 'pageTitle' : 'openPageTitle', { name: form.name })}>
      <Stack gap="md">
        {page.error ? <SaveFailure error={page.error} /> : null}
        {isOpen ? (
          <>
            <Text size="sm">{say('pageOpenText')}</Text>
            <PageAddress name={form.name} address={form.pageUrl} />
            <Alert color="yellow">{say('closeWarns')}</Alert>
          </>
        ) : (
          <Text size="sm">{say(form.published === 0 ? 'publishFirst' : 'openPageText')}</Text>
        )}
        <DialogActions
          submit={say(isOpen ? 'closePage' : 'openPage')}
          cancel={say(isOpen ? 'done' : 'cancel')}
          isDangerous={isOpen}
          isBusy={page.isPending}
          isDisabled={!isOpen && form.published === 0}
          focusOn={isOpen ? 'cancel' : 'submit'}
          onCancel={onClose}
          onSubmit={handleSubmit}
        />
      </Stack>
    </Modal>
  );
}
