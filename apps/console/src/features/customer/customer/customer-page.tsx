import { ActionIcon, Button, Group, Menu, Skeleton } from '@mantine/core';
import type { Customer, InputFieldDefinition } from '@parley/contract';
import { IconArrowLeft, IconArrowMerge, IconDots, IconEraser, IconFileDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useMe } from '../../account/shared/me.ts';
import { attributesQuery } from '../shared/attribute.queries.ts';
import { ConsentCard } from './consent-card.tsx';
import classes from './customer.module.css';
import { customerQuery, useRemoveCustomer, useRestoreCustomer } from './customer.queries.ts';
import { CustomerSearch } from './customer.search.ts';
import { CustomerForm } from './customer-form.tsx';
import { CustomerRecord } from './customer-record.tsx';
import { HandMerge } from './hand-merge.tsx';
import { MergePicker } from './merge-picker.tsx';
import { useForgetPerson } from './privacy.queries.ts';
import { ReachCard } from './reach-card.tsx';
import { TimelineCard } from './timeline-card.tsx';

const HoldingsDialog = late(() => import('./holdings-dialog.tsx').then((module) => module.HoldingsDialog));
const EraseDialog = late(() => import('./erase-dialog.tsx').then((module) => module.EraseDialog));

const list = '/customer-master/customers';

/** A new customer, or one who exists: to read first, and to edit when asked (PHONE-027). */
export function CustomerPage() {
  const { customerId } = useParams({ strict: false }) as { customerId?: string };
  return customerId ? <ExistingCustomer key={customerId} customerId={customerId} /> : <NewCustomer />;
}

function useWays() {
  const navigate = useNavigate();
  return {
    toList: () => void navigate({ to: list }),
    /** Resolves once the list is there. */
    leave: () => navigate({ to: list }),
    toCustomer: (customerId: string) => void navigate({ to: '/customer-master/customers/view/$customerId', params: { customerId } }),
  };
}

function NewCustomer() {
  const say = useWords(customerWords.customer);
  const definitions = useQuery(attributesQuery);
  const { toList, toCustomer } = useWays();
  return (
    <div className={classes.narrow}>
      <PageHeader title={say('create')} subtitle={say('createHint')} actions={<BackButton onBack={toList} />} />
      {definitions.data ? (
        <CustomerForm definitions={definitions.data} onDone={toList} onCancel={toList} onOpen={toCustomer} />
      ) : definitions.isError ? (
        <ErrorState error={definitions.error} onRetry={() => void definitions.refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" />
      )}
    </div>
  );
}

function ExistingCustomer({ customerId }: { customerId: string }) {
  const say = useWords(customerWords.customer);
  const customer = useQuery(customerQuery(customerId));
  const definitions = useQuery(attributesQuery);
  const { toList, leave, toCustomer } = useWays();
  const forget = useForgetPerson();
  /** Version under edit: refetches leave it as it was read. */
  const [edited, setEdited] = useState<Customer>();
  const [isPicking, setPicking] = useState(false);
  const [rightsDialog, setRightsDialog] = useState<'held' | 'erase'>();
  const { search, change } = useAddressState(CustomerSearch);
  const failed = [customer, definitions].find((query) => query.isError && query.data === undefined);
  const isReading = customer.data !== undefined && edited === undefined;

  return (
    <div className={edited ? classes.narrow : undefined}>
      <PageHeader
        title={say('update')}
        subtitle={customer.data?.name || undefined}
        actions={
          <>
            <BackButton onBack={toList} />
            {isReading ? (
              <>
                <Button leftSection={<IconPencil size={16} />} onClick={() => setEdited(customer.data)} disabled={!definitions.data}>
                  {say('edit')}
                </Button>
                <MoreMenu customer={customer.data} onMerge={() => setPicking(true)} onRights={setRightsDialog} onDeleted={toList} />
              </>
            ) : null}
          </>
        }
      />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : customer.data && definitions.data ? (
        edited ? (
          <CustomerForm
            key={edited.id}
            customer={edited}
            definitions={definitions.data}
            onDone={toList}
            onCancel={toList}
            onOpen={toCustomer}
          />
        ) : (
          <Reading customer={customer.data} definitions={definitions.data} />
        )
      ) : (
        <Skeleton height={420} radius="lg" />
      )}
      {customer.data && rightsDialog ? (
        <Suspense>
          {rightsDialog === 'held' ? (
            <HoldingsDialog customer={customer.data} onClose={() => setRightsDialog(undefined)} />
          ) : (
            <EraseDialog
              customer={customer.data}
              onClose={() => setRightsDialog(undefined)}
              onErased={() => void leave().then(() => forget(customerId))}
            />
          )}
        </Suspense>
      ) : null}
      {customer.data && isPicking ? (
        <MergePicker
          customer={customer.data}
          onClose={() => setPicking(false)}
          onPick={(otherId) => {
            setPicking(false);
            change({ merge: otherId });
          }}
        />
      ) : null}
      {customer.data && definitions.data && isReading && search.merge && search.merge !== customerId ? (
        <HandMerge
          kept={customer.data}
          otherId={search.merge}
          definitions={definitions.data}
          onClose={() => change({ merge: '' }, { isReplacing: true })}
          onMerged={(message) => {
            showToast('success', inEnglish(message) || say('merged'));
            change({ merge: '' }, { isReplacing: true });
          }}
        />
      ) : null}
    </div>
  );
}

function Reading({ customer, definitions }: { customer: Customer; definitions: readonly InputFieldDefinition[] }) {
  return (
    <div className={classes.layout}>
      <CustomerRecord customer={customer} definitions={definitions} />
      <div className={classes.aside}>
        <ReachCard customerId={customer.id} />
        <ConsentCard customer={customer} />
        <TimelineCard customerId={customer.id} />
      </div>
    </div>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
  const say = useWords(customerWords.customer);
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
      {say('backToList')}
    </Button>
  );
}

type MoreMenuProps = {
  customer: Customer;
  onMerge: () => void;
  onRights: (dialog: 'held' | 'erase') => void;
  onDeleted: () => void;
};

function MoreMenu({ customer, onMerge, onRights, onDeleted }: MoreMenuProps) {
  const me = useMe();
  const isAdministrator = me?.roles.includes(1) ?? false;
  const say = useWords(customerWords.customer);
  const sayCommon = useWords(commonWords.ui);
  const remove = useRemoveCustomer();
  const restore = useRestoreCustomer((_restored, message) => showToast('success', inEnglish(message) || say('restored')));
  const handleDelete = async () => {
    if (!(await confirmBin('delete', customer.name || customer.phoneNumber))) return;
    remove.mutate(customer.id, {
      onSuccess: ({ message }) => {
        showToast(
          'success',
          <Group justify="space-between" gap="sm">
            {message}
            <Button size="compact-sm" variant="default" onClick={() => restore.mutate(customer.id)}>
              {say('restore')}
            </Button>
          </Group>,
        );
        onDeleted();
      },
    });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={34} variant="default" aria-label={say('more')} loading={remove.isPending}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowMerge size={15} />} onClick={onMerge}>
          {say('mergeOther')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{say('personalData')}</Menu.Label>
        <Menu.Item leftSection={<IconFileDownload size={15} />} onClick={() => onRights('held')}>
          {say('whatIsHeld')}
        </Menu.Item>
        {isAdministrator ? (
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconEraser size={15} />} onClick={() => onRights('erase')}>
            {say('erase')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={15} />} onClick={() => void handleDelete()}>
          {sayCommon('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
