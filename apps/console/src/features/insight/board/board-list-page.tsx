import { Anchor, Button } from '@mantine/core';
import { type BoardLine, screens } from '@parley/contract';
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatInstant } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { useCan } from '../../account/shared/me.ts';
import { boardsQuery } from '../shared/board-choices.ts';
import { ReportTabs } from '../shared/report-tabs.tsx';
import { useRemoveBoard } from './board.queries.ts';

/** Boards of the reader's own and those that are shared with them. */
export function BoardListPage() {
  const say = useWords(boardWords.list);
  const boards = useQuery(boardsQuery);
  const mayCreate = useCan(screens.chatAnalytics.permissions);
  const columns = useColumns();
  const create = mayCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} renderRoot={(props) => <Link to="/boards/create" {...props} />}>
      {say('create')}
    </Button>
  ) : null;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={boards.data?.length ? create : null} />
      <ReportTabs section="boards" />
      <DataTable
        label={say('title')}
        columns={columns}
        rows={boards.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={boards.error}
        onRetry={() => void boards.refetch()}
        empty={<EmptyState icon={IconLayoutDashboard} title={say('empty')} text={say('emptyText')} action={create} />}
      />
    </div>
  );
}

function useColumns(): DataColumn<BoardLine>[] {
  const say = useWords(boardWords.list);
  const navigate = useNavigate();
  const remove = useRemoveBoard();
  const handleRemove = async ({ id, name }: BoardLine) => {
    if (!(await confirmBin('delete', name))) return;
    await remove.mutateAsync(id).then(({ message }) => showToast('success', sayDone(message, 'deleted')), tellFailure);
  };
  const actionsOf = (board: BoardLine) => [
    {
      label: say('wall'),
      onClick: () => void navigate({ to: '/boards/$boardId', params: { boardId: board.id }, search: { wall: true } as never }),
    },
    ...(board.canEdit
      ? [{ label: say('edit'), onClick: () => void navigate({ to: '/boards/$boardId/edit', params: { boardId: board.id } }) }]
      : []),
    ...(board.isOwn && board.canEdit ? [{ label: say('remove'), isDangerous: true, onClick: () => void handleRemove(board) }] : []),
  ];
  return [
    {
      id: 'name',
      header: say('name'),
      cell: ({ id, name }) => (
        <Anchor inherit renderRoot={(props) => <Link to="/boards/$boardId" params={{ boardId: id }} {...props} />}>
          {name}
        </Anchor>
      ),
    },
    { id: 'owner', header: say('owner'), cell: ({ isOwn, owner }) => (isOwn ? say('ownedByMe') : owner.name) },
    { id: 'audience', header: say('audience'), cell: ({ audience }) => say(`audience_${audience}`) },
    { id: 'tiles', header: say('tiles'), align: 'end', cell: ({ tileCount }) => <span className="tabular">{tileCount}</span> },
    {
      id: 'changed',
      header: say('changed'),
      isOneLine: true,
      cell: ({ changedAt }) => <span className="tabular">{formatInstant(changedAt, 'instant')}</span>,
    },
    {
      id: 'actions',
      header: say('actions'),
      isPinned: true,
      cell: (board) => <RowMenu label={say('actionsOf', { name: board.name })} actions={actionsOf(board)} />,
    },
  ];
}
