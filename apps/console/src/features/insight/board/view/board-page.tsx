import { Button, Drawer, Group, Skeleton, Text } from '@mantine/core';
import type { Board, BoardTile } from '@parley/contract';
import { IconDeviceTv, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../../components/error-state.tsx';
import { PageHeader } from '../../../../components/page-header.tsx';
import { formatTime, getEnterpriseZone } from '../../../../lib/format.ts';
import { useAddressState } from '../../../../lib/use-address-state.ts';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { ChatRows } from '../../../chat/shared/figures/chat-rows.tsx';
import { BackLink } from '../../../outreach/shared/back-link.tsx';
import { boardFiguresQuery, boardQuery, boardRowsQuery } from '../board.queries.ts';
import { BoardSearch, noRows, type OpenTile } from '../board.search.ts';
import { BoardGrid } from './board-grid.tsx';
import { BoardWall } from './board-wall.tsx';
import { reportSearchOf } from './report-link.ts';

/** The figures of a board. Each number opens the chats that it counts, or the report of its bot; on a wall none does. */
export function BoardPage() {
  const say = useWords(boardWords.view);
  const navigate = useNavigate();
  const { boardId = '' } = useParams({ strict: false });
  const { search, change } = useAddressState(BoardSearch);
  const board = useQuery(boardQuery(boardId));
  const figures = useQuery(boardFiguresQuery(boardId, search.wall));
  if (board.error && !board.data) return <ErrorState error={board.error} onRetry={() => void board.refetch()} />;
  if (!board.data) return <Skeleton height={480} radius="md" />;
  const handleOpen = (tile: BoardTile, of: Parameters<OpenTile>[0]) => {
    const figure = figures.data?.tiles.find(({ key }) => key === tile.key);
    const report = figure && reportSearchOf(tile, figure, of);
    if (report) void navigate({ to: '/nlp-report/overview', search: report as never });
    else change({ ...noRows, tile: tile.key, ...of });
  };
  const grid =
    figures.error && !figures.data ? (
      <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
    ) : (
      <BoardGrid board={board.data} figures={figures.data} isWall={search.wall} onOpen={search.wall ? undefined : handleOpen} />
    );
  if (search.wall)
    return (
      <BoardWall name={board.data.name} figures={figures.data} hasFailed={figures.isError} onExit={() => change({ wall: false })}>
        {grid}
      </BoardWall>
    );
  return (
    <div>
      <BackLink to="/boards">{say('back')}</BackLink>
      <PageHeader
        title={board.data.name}
        subtitle={say('subtitle', { owner: board.data.owner.name, zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
        actions={
          <Group gap="sm">
            {figures.data ? (
              <Text size="sm" c="dimmed" role="status">
                {say('asOf', { time: formatTime(figures.data.asOf) })}
              </Text>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={figures.isFetching}
              onClick={() => void figures.refetch()}
            >
              {say('refresh')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDeviceTv size={16} aria-hidden />}
              onClick={() => change({ ...noRows, wall: true })}
            >
              {say('wall')}
            </Button>
            {board.data.canEdit ? <EditLink board={board.data} /> : null}
          </Group>
        }
      />
      {grid}
      <RowsDrawer boardId={boardId} search={search} onClose={() => change(noRows)} />
    </div>
  );
}

function EditLink({ board }: { board: Board }) {
  const say = useWords(boardWords.view);
  return (
    <Button
      leftSection={<IconPencil size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/boards/$boardId/edit" params={{ boardId: board.id }} {...props} />}
    >
      {say('edit')}
    </Button>
  );
}

function RowsDrawer({ boardId, search, onClose }: { boardId: string; search: BoardSearch; onClose: () => void }) {
  const say = useWords(boardWords.view);
  return (
    <Drawer opened={search.tile !== ''} onClose={onClose} position="right" size={980} title={say('rows')}>
      {search.tile === '' ? null : <Rows boardId={boardId} search={search} />}
    </Drawer>
  );
}

function Rows({ boardId, search }: { boardId: string; search: BoardSearch }) {
  return <ChatRows list={useInfiniteQuery(boardRowsQuery(boardId, search))} />;
}
