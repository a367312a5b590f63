import type { CustomerRow, Selection } from '@parley/contract';
import { createElement } from 'react';
import { confirmBin, openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useStartBulk } from './bulk.queries.ts';
import { useCountCustomers, useRemoveCustomer, useRestoreCustomer } from './phone-book.queries.ts';
import { UndoMessage } from './undo-message.tsx';
import type { Picked } from './use-picked.ts';

/** Actions that ask before they change customers: export and delete. */
export function useBulkActions() {
  const start = useStartBulk();
  const count = useCountCustomers();
  const remove = useRemoveCustomer();
  const restore = useRestoreCustomer();

  const undo = (customerId: string) =>
    restore.mutate(customerId, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'restored')) });

  const removeOne = async (customer: Pick<CustomerRow, 'id' | 'name' | 'phoneNumber'>, onDone?: () => void) => {
    if (!(await confirmBin('delete', customer.name || customer.phoneNumber))) return;
    remove.mutate(customer.id, {
      onSuccess: ({ message }) => {
        onDone?.();
        showToast('success', createElement(UndoMessage, { message, onUndo: () => undo(customer.id) }));
      },
    });
  };

  const removePicked = async (picked: Picked, selection: Selection, onDone: () => void) => {
    const key = crypto.randomUUID();
    if (!(await confirmBin('delete', customerWords.phoneBook('deleteMany', { count: picked.count })))) return;
    start.mutate({ action: 'delete', selection, setIds: [], key }, { onSuccess: onDone });
  };

  const exportPicked = (selection: Selection, onDone?: () => void) =>
    start.mutate({ action: 'export', selection, setIds: [], key: crypto.randomUUID() }, { onSuccess: onDone });

  /** Everybody whom the filter leaves: the number is confirmed first. */
  const exportAll = async (selection: Selection) => {
    const total = await count.mutateAsync(selection).catch(() => undefined);
    if (total === undefined) return;
    if (total === 0) {
      showToast('info', customerWords.phoneBook('nothingToExport'));
      return;
    }
    const text = customerWords.phoneBook('exportText', { count: total });
    if (
      await openDialog({ type: 'confirm', title: customerWords.phoneBook('exportTitle'), text, confirm: customerWords.phoneBook('export') })
    )
      exportPicked(selection);
  };

  return { isBusy: start.isPending || count.isPending || remove.isPending, count, removeOne, removePicked, exportPicked, exportAll };
}
