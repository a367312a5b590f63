import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { QuickReply } from '@parley/contract';
import { IconBolt, IconDots, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { SearchBox } from '../../../../components/search-box.tsx';
import { confirmBin } from '../../../../lib/dialogs.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import classes from './quick-reply.module.css';
import { quickRepliesPage, quickRepliesQuery, useRemoveQuickReply } from './quick-reply.queries.ts';
import { QuickReplyForm } from './quick-reply-form.tsx';
import { QuickReplyImport } from './quick-reply-import.tsx';

export type QuickReplyPanelProps = {
  /** '': the replies of all departments */
  deptId: string;
  departmentName: string;
  isReadOnly: boolean;
  search: string;
  from: number;
  onChange: (change: { search?: string; from?: number }) => void;
};
type Open = { kind: 'form'; reply: QuickReply | undefined } | { kind: 'import' };

/** The quick replies of a scope, which agents call by '/' and a shortcut. */
export function QuickReplyPanel({ deptId, departmentName, isReadOnly, search, from, onChange }: QuickReplyPanelProps) {
  const say = useWords(chatSettingsWords.quickReply);
  const list = useQuery(quickRepliesQuery(deptId, search, from));
  const [open, setOpen] = useState<Open>();
  const columns = useColumns(isReadOnly, (reply) => setOpen({ kind: 'form', reply }));
  const actions = isReadOnly ? null : (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen({ kind: 'import' })}>
        {say('import')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ kind: 'form', reply: undefined })}>
        {say('add')}
      </Button>
    </Group>
  );
  const close = () => setOpen(undefined);
  const isFirst = from === 0 && search === '' && list.data?.replies.length === 0;
  return (
    <Panel title={say('title')} text={say('hint')} actions={isFirst ? null : actions}>
      {isFirst ? null : (
        <SearchBox
          className={classes.search}
          value={search}
          aria-label={say('search')}
          placeholder={say('search')}
          maxLength={120}
          onSearch={(text) => onChange({ search: text, from: 0 })}
        />
      )}
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.replies}
        getRowId={({ id }) => id}
        getRowName={({ shortcut }) => shortcut}
        error={list.error}
        isFetching={list.isFetching}
        onRetry={() => void list.refetch()}
        isFiltered={search !== ''}
        onClearFilters={() => onChange({ search: '', from: 0 })}
        page={{
          from,
          perPage: quickRepliesPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: (page) => onChange({ from: page.from }),
        }}
        empty={<EmptyState icon={IconBolt} title={say('empty')} text={say('emptyText')} action={actions} />}
      />
      {open?.kind === 'form' ? <QuickReplyForm deptId={deptId} departmentName={departmentName} reply={open.reply} onClose={close} /> : null}
      {open?.kind === 'import' ? <QuickReplyImport deptId={deptId} onClose={close} /> : null}
    </Panel>
  );
}

function useColumns(isReadOnly: boolean, onEdit: (reply: QuickReply) => void): DataColumn<QuickReply>[] {
  const say = useWords(chatSettingsWords.quickReply);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler sets a state, and is another function each time
  return useMemo(() => {
    const columns: DataColumn<QuickReply>[] = [
      {
        id: 'shortcut',
        header: say('shortcut'),
        isHideable: false,
        cell: ({ shortcut }) => <code className={classes.shortcut}>/{shortcut}</code>,
      },
      {
        id: 'text',
        header: say('text'),
        cell: ({ text, textHi }) => (
          <span className={classes.excerpt} dir="auto" lang={text === '' ? 'hi' : 'en'}>
            {text || textHi}
          </span>
        ),
      },
      { id: 'languages', header: say('languages'), cell: ({ text, textHi }) => [text && 'EN', textHi && 'हि'].filter(Boolean).join(', ') },
      { id: 'used', header: say('used'), align: 'end', isOneLine: true, cell: ({ usedCount }) => formatNumber(usedCount) },
    ];
    if (isReadOnly) return columns;
    return [
      ...columns,
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        width: 60,
        cell: (reply) => <ReplyMenu reply={reply} onEdit={() => onEdit(reply)} />,
      },
    ];
  }, [say, isReadOnly]);
}

function ReplyMenu({ reply: { id, shortcut }, onEdit }: { reply: QuickReply; onEdit: () => void }) {
  const say = useWords(chatSettingsWords.quickReply);
  const sayDone = useWords(commonWords.done);
  const { mutate: remove } = useRemoveQuickReply();
  const handleRemove = async () => {
    if (!(await confirmBin('delete', shortcut))) return;
    remove(id, { onSuccess: () => showToast('success', sayDone('deleted')), onError: tellFailure });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={say('actionsOf', { name: shortcut })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{say('edit')}</Menu.Item>
        <Menu.Item color="red" onClick={() => void handleRemove()}>
          {say('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
