import { Drawer, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { getOpenedDialog, subscribeDialog } from '../../../lib/dialogs.ts';
import { confirmDiscard } from '../../../lib/use-unsaved-guard.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { attributeQuery } from './attribute.queries.ts';
import { AttributeForm, type AttributeFormProps } from './attribute-form.tsx';

/** The panel beside the list. @param attributeId 'new' adds, undefined keeps it closed */
export function AttributePanel({ attributeId, onClose }: { attributeId: string | undefined; onClose: () => void }) {
  const say = useWords(customerWords.attribute);
  const dirtyRef = useRef(() => false);
  // Escape is for the question that stands above the panel.
  const isAsked = useSyncExternalStore(subscribeDialog, getOpenedDialog) !== undefined;
  const handleClose = async () => {
    if (!dirtyRef.current() || (await confirmDiscard())) onClose();
  };
  return (
    <Drawer
      opened={attributeId !== undefined}
      onClose={() => void handleClose()}
      closeOnEscape={!isAsked}
      title={say(attributeId === 'new' ? 'addTitle' : 'editTitle')}
      position="right"
      size={400}
    >
      {attributeId === 'new' ? (
        <AttributeForm onDone={onClose} onCancel={() => void handleClose()} dirtyRef={dirtyRef} />
      ) : attributeId ? (
        <EditAttribute attributeId={attributeId} onDone={onClose} onCancel={() => void handleClose()} dirtyRef={dirtyRef} />
      ) : null}
    </Drawer>
  );
}

type EditProps = Pick<AttributeFormProps, 'onDone' | 'onCancel' | 'dirtyRef'> & { attributeId: string };

function EditAttribute({ attributeId, ...callbacks }: EditProps) {
  const attribute = useQuery(attributeQuery(attributeId));
  if (attribute.data) return <AttributeForm definition={attribute.data} {...callbacks} />;
  if (attribute.isError) return <ErrorState error={attribute.error} onRetry={() => void attribute.refetch()} />;
  return (
    <Stack gap="lg">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={36} radius="md" />
      ))}
    </Stack>
  );
}
