import { Badge, Button } from '@mantine/core';
import { type BotTool, botToolsMax, builderPermissions } from '@parley/contract';
import { IconPlus, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botToolWords } from '../../../locales/bot-tool.ts';
import { May } from '../../account/shared/may.tsx';
import { RowActions } from '../shared/row-actions.tsx';
import classes from './tool.module.css';
import { toolsQuery, useRemoveTool } from './tool.queries.ts';
import { changesSomething } from './tool-draft.ts';

const ToolForm = late(() => import('./tool-form.tsx').then((module) => module.ToolForm));

/** The tools of a prompt bot. */
export function ToolPage() {
  const say = useWords(botToolWords.tool);
  const { botId = '' } = useParams({ strict: false });
  const list = useQuery(toolsQuery(botId));
  const { mutate: remove } = useRemoveTool(botId);
  const [edited, setEdited] = useState<BotTool | 'new'>();
  const tools = list.data?.tools;

  const columns = useMemo<DataColumn<BotTool>[]>(() => {
    const handleDelete = async ({ id, title }: BotTool) => {
      if (await confirmDelete('delete', title)) remove(id, { onSuccess: () => showToast('success', say('deleted')) });
    };
    return [
      {
        id: 'title',
        header: say('heading'),
        cell: ({ title, name }) => (
          <>
            <strong>{title}</strong>
            <div className={classes.name}>{name}</div>
          </>
        ),
      },
      { id: 'kind', header: say('kind'), cell: ({ kind }) => say(`kind_${kind}`) },
      {
        id: 'effect',
        header: say('hasEffect'),
        width: 90,
        cell: (tool) =>
          changesSomething(tool) ? (
            <Badge size="sm" color="orange">
              {say('yes')}
            </Badge>
          ) : (
            say('no')
          ),
      },
      { id: 'confirm', header: say('confirm'), width: 150, cell: ({ confirm }) => say(`confirm_${confirm}`) },
      {
        id: 'actions',
        header: say('actions'),
        width: 90,
        isPinned: true,
        cell: (tool) => (
          <RowActions
            editLabel={say('edit', { name: tool.title })}
            deleteLabel={say('delete', { name: tool.title })}
            onEdit={() => setEdited(tool)}
            onDelete={() => void handleDelete(tool)}
          />
        ),
      },
    ];
  }, [say, remove]);

  const create = (
    <May any={builderPermissions}>
      <Button
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={tools === undefined || tools.length >= botToolsMax}
        onClick={() => setEdited('new')}
      >
        {say('create')}
      </Button>
    </May>
  );
  return (
    <>
      <Panel title={say('title')} text={say('hint')} actions={create}>
        <DataTable
          label={say('title')}
          columns={columns}
          rows={tools}
          getRowId={({ id }) => id}
          getRowName={({ title }) => title}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={<EmptyState icon={IconTool} title={say('none')} text={say('noneText')} />}
        />
      </Panel>
      <Suspense>
        {edited && list.data ? (
          <ToolForm
            key={edited === 'new' ? 'new' : edited.id}
            botId={botId}
            tool={edited === 'new' ? undefined : edited}
            services={list.data.services}
            attributes={list.data.attributes}
            streams={list.data.streams}
            onClose={() => setEdited(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
