import { Alert, Button, Group, Text } from '@mantine/core';
import type { Customer } from '@parley/contract';
import { IconUserExclamation } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useRestoreCustomer } from './customer.queries.ts';

export type DuplicateNoticeProps = {
  customer: { id: string; name: string; isInBin: boolean };
  onOpen: (customerId: string) => void;
  onMerge: (customerId: string) => void;
  onRestored: (customer: Customer, message: string) => void;
};

/** Shows the customer who has the number already, with the actions for this case. */
export function DuplicateNotice({ customer, onOpen, onMerge, onRestored }: DuplicateNoticeProps) {
  const say = useWords(customerWords.customer);
  const restore = useRestoreCustomer(onRestored);
  const name = customer.name || say('nameless');
  return (
    <Alert
      color="yellow"
      mt="xs"
      role="alert"
      icon={<IconUserExclamation size={18} />}
      title={customer.isInBin ? customerWords.customerTexts('inBin') : customerWords.customerTexts('duplicate')}
    >
      <Text size="sm" mb="xs">
        {say(customer.isInBin ? 'inBinText' : 'existsText', { name })}
      </Text>
      <Group gap="xs">
        {customer.isInBin ? (
          <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate(customer.id)}>
            {say('restore')}
          </Button>
        ) : (
          <>
            <Button size="xs" variant="default" onClick={() => onOpen(customer.id)}>
              {say('open')}
            </Button>
            <Button size="xs" variant="default" onClick={() => onMerge(customer.id)}>
              {say('merge')}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
