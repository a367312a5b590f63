import { Table, Text } from '@mantine/core';
import type { InputFieldDefinition } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { customerWords } from '../../../locales/customer.ts';
import { type AttributeBody, changesValues } from './attribute-draft.ts';

type Checked = Awaited<ReturnType<typeof api.attributes.check>>;

/** Asks the server which stored values a change would break, and the user whether to save it all the same. */
export function useBrokenCheck() {
  const check = useMutation({ mutationFn: (body: AttributeBody) => api.attributes.check({ body }) });

  /** @returns whether to save */
  const confirm = async (body: AttributeBody, definition: InputFieldDefinition): Promise<boolean> => {
    if (!changesValues(body, definition)) return true;
    let checked: Checked;
    try {
      checked = await check.mutateAsync(body);
    } catch {
      // A failed check stops the save; the toast has already shown the error.
      return false;
    }
    if (checked.brokenCount === 0) return true;
    return openDialog({
      type: 'confirm',
      title: customerWords.attribute('brokenTitle'),
      text: <BrokenValues {...checked} />,
      confirm: customerWords.attribute('saveAnyway'),
    });
  };
  return { confirm, isChecking: check.isPending };
}

function BrokenValues({ brokenCount, isComplete, samples }: Checked) {
  return (
    <>
      <Text size="sm">{customerWords.attribute(isComplete ? 'brokenCount' : 'brokenAtLeast', { count: brokenCount })}</Text>
      {samples.length > 0 ? (
        <Table.ScrollContainer minWidth={0} maxHeight={260} mt="sm" type="native">
          <Table verticalSpacing={4} aria-label={customerWords.attribute('brokenTitle')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{customerWords.attribute('customer')}</Table.Th>
                <Table.Th>{customerWords.attribute('value')}</Table.Th>
                <Table.Th>{customerWords.attribute('reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {samples.map(({ customerId, name, value, message }) => (
                <Table.Tr key={customerId}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{value || customerWords.attribute('none')}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </>
  );
}
