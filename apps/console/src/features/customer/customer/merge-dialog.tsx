import { Box, Modal, Radio, Skeleton, Table, Text } from '@mantine/core';
import type { Customer, InputFieldDefinition } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './customer.module.css';
import { customerQuery, useMergeCustomers, useSaveCustomer } from './customer.queries.ts';
import type { CustomerValues } from './customer-draft.ts';
import { findDifferences, firstChoice, mergeValues, type Side } from './merge-values.ts';
import { showValue } from './show-value.ts';

export type MergeDialogProps = {
  /** The customer who has the number, and stays. */
  existingId: string;
  /** Values of the form. */
  values: CustomerValues;
  /** The form's customer; undefined for one who was never saved. */
  customer: Customer | undefined;
  /** Names of the two; by default the customer who has the number, and the form. */
  labels?: Record<Side, string>;
  definitions: readonly InputFieldDefinition[];
  onClose: () => void;
  onMerged: (kept: Customer, message: string) => void;
};

/** Makes one customer of two: where they differ, somebody chooses. */
export function MergeDialog({ existingId, onClose, ...rest }: MergeDialogProps) {
  const say = useWords(customerWords.customer);
  const existing = useQuery({ ...customerQuery(existingId), staleTime: 0 });
  return (
    <Modal opened onClose={onClose} title={say('mergeTitle')} size="lg">
      {existing.data && !(existing.isFetching && existing.isStale) ? (
        <MergeChoices
          key={existing.data.version}
          existing={existing.data}
          onClose={onClose}
          onReload={() => void existing.refetch()}
          {...rest}
        />
      ) : existing.isError ? (
        <ErrorState error={existing.error} onRetry={() => void existing.refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Modal>
  );
}

type ChoicesProps = Omit<MergeDialogProps, 'existingId'> & { existing: Customer; onReload: () => void };

function MergeChoices({ existing, values, customer, labels, definitions, onClose, onMerged, onReload }: ChoicesProps) {
  const say = useWords(customerWords.customer);
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const merge = useMergeCustomers();
  const save = useSaveCustomer();
  const differences = findDifferences(existing, values, definitions, (field) => say(field))
    // Fields left empty in a new form were not answered, so they are no choice.
    .filter(({ other }) => customer !== undefined || other !== '');
  const error = merge.error ?? save.error;
  const sides = [
    { side: 'existing', label: labels?.existing ?? say('mergeExisting') },
    { side: 'other', label: labels?.other ?? say(customer ? 'mergeThis' : 'mergeForm') },
  ] as const;

  const handleMerge = () => {
    const { id, version } = existing;
    const merged = mergeValues(existing, values, differences, choices);
    const onSuccess = ({ answer, message }: { answer: Customer; message: string }) => onMerged(answer, message);
    // An unsaved customer has no record to merge: the existing one takes the chosen values.
    if (customer) merge.mutate({ keepId: id, mergeId: customer.id, version, values: merged }, { onSuccess });
    else save.mutate({ id, version, ...merged }, { onSuccess });
  };

  return (
    <>
      {error ? <SaveFailure error={error} onReload={onReload} mb="md" /> : null}
      <Text size="sm" mb="md">
        {say(differences.length > 0 ? 'mergeText' : 'mergeSame')} {customer ? say('mergeForGood') : null}
      </Text>
      {differences.length > 0 ? (
        <Table.ScrollContainer minWidth={420} type="native">
          <Table className={classes.compare} aria-label={say('mergeTitle')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('mergeField')}</Table.Th>
                {sides.map(({ side, label }) => (
                  <Table.Th key={side}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((field) => (
                <Table.Tr key={field.path}>
                  <Table.Th scope="row">{field.label}</Table.Th>
                  {sides.map(({ side, label }) => (
                    <Table.Td key={side}>
                      <Radio
                        name={field.path}
                        label={showValue(field.fieldType, field[side]) || say('none')}
                        aria-label={`${field.label}, ${label}: ${showValue(field.fieldType, field[side]) || say('empty')}`}
                        checked={(choices[field.path] ?? firstChoice(field)) === side}
                        onChange={() => setChoices((old) => ({ ...old, [field.path]: side }))}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      <Box mt="md">
        <DialogActions submit={say('merge')} isBusy={merge.isPending || save.isPending} onCancel={onClose} onSubmit={handleMerge} />
      </Box>
    </>
  );
}
