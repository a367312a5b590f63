import { Modal, Skeleton } from '@mantine/core';
import type { Customer, InputFieldDefinition } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { customerQuery } from './customer.queries.ts';
import { toDraft, toValues } from './customer-draft.ts';
import { MergeDialog } from './merge-dialog.tsx';

export type HandMergeProps = {
  /** The customer who stays. */
  kept: Customer;
  otherId: string;
  definitions: readonly InputFieldDefinition[];
  onClose: () => void;
  onMerged: (message: string) => void;
};

/** Two customers whom somebody has chosen become one: the one whose page it is stays. */
export function HandMerge({ kept, otherId, definitions, onClose, onMerged }: HandMergeProps) {
  const say = useWords(customerWords.customer);
  const other = useQuery(customerQuery(otherId));
  if (other.data)
    return (
      <MergeDialog
        existingId={kept.id}
        values={toValues(toDraft(other.data, definitions), definitions, other.data)}
        customer={other.data}
        labels={{ existing: kept.name || say('nameless'), other: other.data.name || say('nameless') }}
        definitions={definitions}
        onClose={onClose}
        onMerged={(_, message) => onMerged(message)}
      />
    );
  return (
    <Modal opened onClose={onClose} title={say('mergeTitle')} size="lg">
      {other.isError ? <ErrorState error={other.error} onRetry={() => void other.refetch()} /> : <Skeleton height={180} />}
    </Modal>
  );
}
