import { Badge, Box, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { authTypes, type Integration, type SavedAuthType, screens } from '@parley/contract';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useCan, useMayOpen } from '../../account/shared/me.ts';
import { servicesPage, servicesQuery, useRemoveService, useTestService } from './service.queries.ts';
import type { ServiceSearch } from './service.search.ts';
import { toBody, toDraft } from './service-draft.ts';
import { isSavedService, type SavedService, ServiceForm } from './service-form.tsx';

const colors = { untried: 'gray', working: 'green', failing: 'red', paused: 'gray', suspended: 'red' } as const;
/** All but webhooks, which have a screen of their own. */
const offered: readonly SavedAuthType[] = [authTypes.database, authTypes.genAi, authTypes.speech, authTypes.video, authTypes.workflow];

export type ServiceListProps = {
  search: ServiceSearch;
  onFilter: (part: Partial<ServiceSearch>, options?: { isReplacing?: boolean }) => void;
};

/** Outside services of all types, with how they stand (screens 11.2). */
export function ServiceList({ search, onFilter }: ServiceListProps) {
  const say = useWords(integrationWords.service);
  const sayType = useWords(integrationWords.authType);
  const mayEdit = useCan(['ENTERPRISE.EDIT']);
  const list = useQuery(servicesQuery(search));
  const [open, setOpen] = useState<{ service: SavedService | undefined }>();
  const columns = useColumns(mayEdit, (service) => setOpen({ service }));
  const isFiltered = search.name !== '' || search.type !== 0;
  const add = mayEdit ? (
    <Button mb="md" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ service: undefined })}>
      {say('add')}
    </Button>
  ) : null;
  const rows = list.data?.integrations;
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm">
        <FilterBar>
          <SearchBox value={search.name} maxLength={100} onSearch={(name) => onFilter({ name }, { isReplacing: true })} />
          <FilterSelect
            label={say('type')}
            isLabelHidden
            all={say('allTypes')}
            value={search.type === 0 ? '' : `${search.type}`}
            data={Object.values(authTypes).map((type) => ({ value: `${type}`, label: sayType(`${type}`) }))}
            onChange={(type) => onFilter({ type: Number(type) })}
          />
        </FilterBar>
        {isFiltered || (rows && rows.length > 0) ? add : null}
      </Group>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ _id }) => _id}
        getRowName={({ name }) => name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => onFilter({ name: '', type: 0 })}
        empty={<EmptyState icon={IconPlugConnected} title={say('empty')} text={say('emptyText')} action={add} />}
        page={{
          from: search.from,
          perPage: servicesPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: ({ from }) => onFilter({ from }),
        }}
      />
      {open ? <ServiceForm service={open.service} types={offered} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

/** Returns a service's location in one line. */
const placeOf = (service: Integration): string => {
  if (service.authType === authTypes.database) return `${service.host}:${service.port}/${service.database}`;
  return service.authType === authTypes.webhook ? service.url : service.baseUrl;
};

function useColumns(mayEdit: boolean, onOpen: (service: SavedService) => void): DataColumn<Integration>[] {
  const say = useWords(integrationWords.service);
  const sayType = useWords(integrationWords.authType);
  const sayState = useWords(integrationWords.serviceState);
  const maySeeWebhooks = useMayOpen(screens.chatWebhook);
  const { mutate: remove } = useRemoveService();
  const { mutate: test } = useTestService();
  return useMemo(() => {
    const handleTest = (service: SavedService) =>
      test(
        { id: service._id, body: toBody(service.authType, toDraft(service), '') },
        {
          onSuccess: ({ isWorking, reason, tookMs }) =>
            showToast(
              isWorking ? 'success' : 'error',
              isWorking ? say('worksNamed', { name: service.name, ms: tookMs }) : say('failsNamed', { name: service.name, reason }),
            ),
          onError: tellFailure,
        },
      );
    const handleRemove = async ({ _id, name }: SavedService) => {
      if (await confirmDelete('delete', name))
        remove(_id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
    };
    const nameOf = (service: Integration) => {
      if (isSavedService(service) && mayEdit)
        return (
          <UnstyledButton
            fz="inherit"
            fw={550}
            c="var(--mantine-color-anchor)"
            aria-label={say('edit', { name: service.name })}
            onClick={() => onOpen(service)}
          >
            {service.name}
          </UnstyledButton>
        );
      if (service.authType === authTypes.webhook && maySeeWebhooks)
        return (
          <Text component={Link} to={screens.chatWebhook.path} fz="inherit" fw={550} c="var(--mantine-color-anchor)">
            {service.name}
          </Text>
        );
      return service.name;
    };
    return [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (service) => (
          <Box miw={150}>
            {nameOf(service)}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {placeOf(service)}
            </Text>
          </Box>
        ),
      },
      { id: 'type', header: say('type'), cell: ({ authType }) => sayType(`${authType}`) },
      {
        id: 'state',
        header: say('state'),
        isOneLine: true,
        cell: ({ state }) => (
          <Badge variant="light" color={colors[state]}>
            {sayState(state)}
          </Badge>
        ),
      },
      { id: 'usedBy', header: say('usedBy'), cell: ({ usedBy }) => usedBy.map(({ name }) => name).join(', ') },
      {
        id: 'last',
        header: say('last'),
        cell: ({ lastSuccessAt, lastError }) => (
          <>
            {lastSuccessAt ? formatReportDate(lastSuccessAt) : say('never')}
            {lastError ? (
              <Text size="xs" c="red" lineClamp={2}>
                {lastError}
              </Text>
            ) : null}
          </>
        ),
      },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (service) =>
          isSavedService(service) && mayEdit ? (
            <RowMenu
              label={say('actionsOf', { name: service.name })}
              actions={[
                { label: say('test'), onClick: () => handleTest(service) },
                { label: say('delete'), isDangerous: true, onClick: () => void handleRemove(service) },
              ]}
            />
          ) : null,
      },
    ];
  }, [say, sayType, sayState, mayEdit, maySeeWebhooks, onOpen, remove, test]);
}
