import { Button, Group, Tabs, Text } from '@mantine/core';
import { type Template, type TemplateKind, templateCategories, templateKinds, templatePage, templateStatuses } from '@parley/contract';
import { IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateLink } from '../../../components/create-link.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { languageOptions } from '../shared/language-name.ts';
import { channelsOfTypeQuery } from '../shared/template.queries.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { templateListQuery, useRemoveTemplate, useSyncTemplates } from './template.queries.ts';
import { noTemplateListSearch, TemplateListSearch } from './template.search.ts';
import { type TemplateAction, useTemplateColumns } from './use-template-columns.tsx';

const kinds = Object.keys(templateKinds) as TemplateKind[];
/** Templates of one kind of channel, with what can be done to each. */
export function TemplateListPage() {
  const say = useWords(channelWords.template);
  const { search, filter } = useAddressState(TemplateListSearch);
  const list = useQuery(templateListQuery(search));
  const channels = useQuery(channelsOfTypeQuery(templateKinds[search.tab]));
  const remove = useRemoveTemplate();
  const sync = useSyncTemplates();
  const [open, setOpen] = useState<{ template: Template; action: TemplateAction }>();
  const canCreate = useCan(['MSG_TEMPLATES.CREATE']);
  const canSync = useCan(['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT']);

  const handleAction = async (template: Template, action: TemplateAction) => {
    if (action !== 'delete') return setOpen({ template, action });
    if (!(await confirmBin('delete', template.name))) return;
    remove.mutate(template.id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
  };
  const columns = useTemplateColumns((template, action) => void handleAction(template, action));
  const channelId = search.channel || (channels.data?.length === 1 ? channels.data[0]?.id : '') || '';
  const handleSync = () =>
    sync.mutate(channelId, {
      onSuccess: ({ added, changed }) => showToast('success', say('syncDone', { added, changed })),
      onError: tellFailure,
    });
  const { tab, from, ...filters } = search;
  const { tab: _tab, from: _from, ...noFilters } = noTemplateListSearch;
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noFilters);
  const createButton = canCreate ? (
    <CreateLink to="/admin/messageTemplate/whatsapp/$templateId" params={{ templateId: 'create' }} search={{ tab }}>
      {say('create')}
    </CreateLink>
  ) : null;

  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={createButton} />
      <Tabs value={tab} onChange={(next) => filter({ ...noTemplateListSearch, tab: (next ?? 'whatsapp') as TemplateKind })}>
        <Tabs.List aria-label={say('kinds')}>
          {kinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {say(kind)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <FilterBar>
            <SearchBox
              aria-label={say('searchName')}
              placeholder={say('searchName')}
              maxLength={512}
              value={search.name}
              onSearch={(name) => filter({ name }, { isReplacing: true })}
            />
            <FilterSelect
              isLabelHidden
              label={say('channel')}
              all={say('allChannels')}
              value={search.channel}
              data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(channel) => filter({ channel })}
            />
            <FilterSelect
              isLabelHidden
              label={say('status')}
              all={say('allStatuses')}
              value={search.status}
              data={templateStatuses.map((status) => ({ value: status, label: say(status) }))}
              onChange={(status) => filter({ status })}
            />
            <FilterSelect
              isLabelHidden
              label={say('category')}
              all={say('allCategories')}
              value={search.category}
              data={templateCategories.map((category) => ({ value: category, label: category }))}
              onChange={(category) => filter({ category })}
            />
            <FilterSelect
              isLabelHidden
              label={say('language')}
              all={say('allLanguages')}
              value={search.language}
              data={languageOptions}
              onChange={(language) => filter({ language })}
            />
          </FilterBar>
          {canSync && tab !== 'sms' ? (
            <Group gap="sm" mb="sm">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={14} aria-hidden />}
                disabled={channelId === ''}
                loading={sync.isPending}
                onClick={handleSync}
              >
                {say('sync')}
              </Button>
              <Text size="xs" c="dimmed" role="status">
                {channelId === ''
                  ? say('chooseChannelToSync')
                  : list.data?.syncedAt
                    ? say('synced', { at: formatReportDate(list.data.syncedAt) })
                    : say('neverSynced')}
              </Text>
            </Group>
          ) : null}
          <DataTable
            label={say('title')}
            columns={columns}
            rows={list.data?.templates}
            getRowId={({ id }) => id}
            getRowName={({ name }) => name}
            error={list.error}
            isFetching={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            isFiltered={isFiltered}
            onClearFilters={() => filter({ ...noTemplateListSearch, tab })}
            empty={<EmptyState icon={IconTemplate} title={say('emptyTitle')} text={say('emptyText')} action={createButton} />}
            page={{
              from,
              perPage: templatePage,
              more: list.data?.more ?? false,
              isFixed: true,
              onChange: (page) => filter({ from: page.from }),
            }}
          />
        </Tabs.Panel>
      </Tabs>
      {open?.action === 'copy' ? <CopyDialog template={open.template} onClose={() => setOpen(undefined)} /> : null}
      {open?.action === 'status' ? <StatusDialog template={open.template} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}
